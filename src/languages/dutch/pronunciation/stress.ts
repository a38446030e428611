import { wordList } from '../../shared/text/word-list.ts'

/** Words that compounds end with, and that look like no stressed end of a loan word. */
const SECOND_PARTS = wordList(
  `been benen beest bes bessen bloed bries bloem boef boek boeken boel boer bomen boog boom boot brief brieven broed broek broer brood bron buik
  cel cellen dagen deur deuren dier dieren dienst diensten doek doeken doel doelen doos dozen draad draden draaier dromen dwang einde
  feest fiets fietsen foto geest geld gier gieren goed graad graaf graven groef groep groepen haai haan haard haven havens hoed hoek hoeken
  hoest hoofd hoofden hoorn horens huid huis huizen kaak kaart kaarten kant kanten kast kasten ketting kist kisten kleed kleren
  koe koek koeken koets kool koor koorts kraag kraam kramen kraan kroeg kroon kruid kruis kruk kust kuur kwaal lamp lampen lied
  liederen lijn lijnen lood loos loze maal meel mees mes messen moed molen molens muur muren naald naam namen noot noten paal palen
  pijn pijnen pijp pijpen plaat platen plaats plaatsen plant planten ploeg pool poort poot poten praat prijs proef raad raam
  ramen rede reis reizen riem roede roof rook roos rozen ruimte schaal schaar schalen schap scherm schoen schoenen school
  scholen schoot schouw schuim schuur slaap slag sleep sloot snoer spel spelen spier spieren spoor sporen spriet staaf staal
  staven steek steel steen stel stenen stoel stoelen stoot straat straten strijd stroom stromen teken tekens thee toets toon
  tonen touw trein treinen tuin vaart vaas vaten vee veld velden vinger vis vlaag vlees vlies vliezen vlieg vliegen vloer voer voet voeten vogel
  vogels vraag vragen vrees vriend vrienden vries vuur waarts wagen wagens wapen wapens water weer week weken werk wezen wiel wielen
  wijk wijn wijnen wijze winkel woede zaad zaak zaal zaam zaden zaken zalen zame zee zeep zeer zeil zijde zoen zool zoon zuur
  zweep zweer`,
)

const CONSONANT = '[b-df-hj-np-tv-xz]'

/** A compound of a short word and one of those: "handdoek", "roofdieren"; not what only looks like it. */
const COMPOUND = new RegExp(
  `^(?!(?:[bg]e|her|ver|er|on|ont)${CONSONANT})` +
    '(?!(?:al|car|cor|des|dit|door|een|en|et|for|gods|lep|mar|mer|met|mis|nor|tam|ten|voor)' +
    '(?:boer|boor|cel|goed|haan|kant|lijn|maal|meel|naam|poot|prijzen|roos|stoot|toon|vee|weer))' +
    `(?!ris|mark)${CONSONANT}{0,4}[aeiouyj]{1,3}${CONSONANT}{1,5}(?:${[...SECOND_PARTS].join('|')})$`,
)

/**
 * What begins verbs that are said apart ("hij haalt op": "ophalen"), and nouns with "on-". Other verbs hold together ("omgeven"), and
 * adjectives have the stress before their ending ("nalatig").
 */
const SEPARABLE = new RegExp(
  `^(?!.*(?:baa?r|end|i[gs]|lijk|za?am)(?:en?|heid)?$)(?:${[
    'on(?:dank(?!s)|deugd|ge(?:dierte|luk|mak|val)|heil|kosten|kruid|raad|recht(?!v)|rust|schuld|trouw|tucht|wil(?!l)|zin)',
    'op(?!aa|een|ent|zij|oe|ie|ti|tro|recht|nieuw|dat)',
    'bij(?!een|ectie|zond|na|voor|ou)',
    'deel',
    'dicht(?!er)',
    'dood(?!s?moe|ziek|ceel)',
    'door(?=braa|haal|hal|kom|kwam|laat|lat|lees|lez|loop|lop|maak|mak|neem|nem|pra|slaa|snee|spe)',
    'flauwv',
    'goed(?=doe|kom|keu|maak|mak|pra)',
    'hard(?=loop|lop)',
    'heen(?=ga|kom|lo)',
    'in(?=enten|keer|koop)',
    'klaar',
    'kwijt',
    'langs(?=[bgklr])',
    'leeg',
    'les(?=geef|gev|uur)',
    'lip(?=lez)',
    'los(?!av)',
    'mis(?=da(?!di)|gaa|ging|kra|lie|loo|lop|pun)',
    'na(?=doe|drog|gaa|kom|kwam|laat|laten|lie|loop|lop|maak|maken|rede|slee|sma|spe|str|vra|zaa|zaten|zien)',
    'neer',
    'om(?=doe|dop|gaa|haal|keer|ker|kle|kom|kopen|kwam|loo|lop|pra|slaa|vlieg|weg|zagen|zien)',
    'plaats',
    'prijsg',
    '(?:eruit|gelijk|terecht|vooruit)(?=ga|kom|kwam|s[pt]|z)',
    'terug',
    'rond(?!eel|om|uit)',
    'stil(?=l[ei]|staa|stond|val|z)',
    'thuis',
    'toe(?!r)',
    'vals(?=sp)',
    'vast(?!be)',
    'vol(?=gie|hie|hou|lad|loop|lop|z[ai]t)',
    'voor(?=dee|doe|lees|lez|nam|nem)',
    'vreemdg',
    'vrij(?!uit|wel|wil)',
    'waar(?=geno|maak|mak|nam|neem|nem)',
    'weg',
    'wijs(?=maak|mak)',
  ].join('|')})`,
)

/** Names and pet names: "Eddie", "Charlie", "Wilson", "Hatfield", and words like "herrie" and "folie"; not "Marie" and "karton". */
const NAME = new RegExp(
  `^(?!marie|commies|chan|ponton|[ck]art)(?:${CONSONANT}{0,4}[aeiouy]{1,2}(?:(?:${CONSONANT}{2,4}|[lr])ie|(?:(${CONSONANT})\\1|[mnr][bgk]|(?<=[ae])l)ies)|[a-z]{1,6}${CONSONANT}(?:son|ton|field|wood|well)s?)$`,
)

/** The first two full vowels of a word, where only the second one is stressed. */
const SECOND_STRESSED = /^([^01]*)0([^01]*)1/

/**
 * Moves the stress of a word to its first part where the spelling shows that it belongs there.
 *
 * @param phones in IPA with spaces
 * @param word with apostrophes at the seams of its parts
 */
export function stressedFirst(phones: string, word: string): string {
  const letters = word.replaceAll("'", '')
  return [COMPOUND, SEPARABLE, NAME].some((form) => form.test(letters))
    ? phones.replace(SECOND_STRESSED, '$11$20')
    : phones
}
