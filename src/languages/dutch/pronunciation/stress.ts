import { wordList } from '../../shared/text/word-list.ts'

/** Words that compounds end with, and that look like no stressed end of a loan word. */
const SECOND_PARTS = wordList(
  `auto baas bazen been beer beest benen beren bes bessen blaas blauw bloed bloem bode bodes boef boek boeken boel boer boete bomen bonen
  boog boom boon boor boot breed brief bries brieven broed broek broer bron brood buik cel cellen code codes daad daden dagen dame dames
  deeg deur deuren dief dienst diensten dier dieren dieven doek doeken doel doelen doop doorn doorns doos doren dozen draad draaier
  draden dromen dwang einde fase fases feest fiets fietsen fles flessen foto gaas geel geest geld gier gieren goed goot goten graad graaf
  graven greep grens grenzen grepen grijs groef groen groep groepen haai haak haan haard haas haken haven havens hazen heer
  hoed hoek hoeken hoest hoofd hoofden hoop hoorn horen horens huid huis huizen kaak kaart kaarten kaas kant kanten kast kasten keet
  ketting kiel kist kisten klaar kleed kleren kleur kleuren klier klieren knaap knoop knopen koe koek koeken koers koersen koets kool
  koop koor koorts kraag kraam kraan kramen krant kranten kreet kreten kroeg kroes kroon kruid kruis kruk kunde kust kuur kwaal laag laan
  lamp lampen lanen leer lied liederen lijn lijnen lonen lood loon loop loos lopen loze maag maal maan maat maken maten meel meer mees
  mes messen mijn mijnen moed moes molen molens muren muur naad naald naam naden namen nood noot nota noten paal palen peer pijn pijnen
  pijp pijpen plaag plaat plaats plaatsen plagen plant planten platen ploeg poel pool poort poot poten praat preek prijs proef punt raad
  raam ramen rede reeks reis reizen rente riem rijm roede roep roer rood roof rook roos rozen ruimte schaaf schaal schaap schaar schade
  schalen schap schapen scherm schoen schoenen scholen school schoot schot schouw schroef schroeven schuim schuur sfeer slaap slag slee
  sleep sloep sloot smaak snede snee snoer soep spaan spel spelen spier spieren spijs spoed spoor sporen spraak spriet sprong sprongen
  staaf staak staal staat staten staven steek steel steen stel stenen stier stoel stoelen stoet stoot straat straten streek streken
  strijd stromen stroom taak taken teken tekens thee toets tonen toon toren torens touw trein treinen troep troepen tuin vaart vaas vaten
  vee veen veer veld velden vinger vis vlaag vlees vlieg vliegen vlies vliezen vloed vloeden vloer vloot voeg voer voet voeten vogel
  vogels vraag vragen vrees vriend vrienden vries vrij vuur waarts wagen wagens wapen wapens water week weer weken werk
  wezen wiel wielen wier wijk wijn wijnen wijze winkel woede zaad zaag zaak zaal zaam zaden zagen zaken zalen zame zee zeef zeep zeer
  zeil ziek zieke zijde zoen zoet zool zoon zuur zweep zweer`,
)

const CONSONANT = '[b-df-hj-np-tv-xz]'

/** A compound of a short word and one of those: "handdoek", "roofdieren"; not what only looks like it. */
const COMPOUND = new RegExp(
  `^(?!(?:[bg]e|her|ver|er|on|ont)${CONSONANT})` +
    '(?!(?:al|bom|car|cor|cyc|des|dit|door|een|en|et|flam|for|gods|goed|jas|kal|kam|kan|kar|kas|lep|mar|marc|mer|met|mis|nor|om(?=laag)|os|par|plom|ser|sjab|tam|' +
    'ten|ter|tor|voor|vol|weer(?=staat))(?:beren|boer|boon|boor|cel|deeg|goed|haan|heer|kant|koers|koop|laag|lijn|loon|loop|maal|maan|maat|maken|meel|' +
    'meer|mijn|naam|peer|poot|prijzen|rente|roos|staat|stoot|toon|torens?|vee|veer|weer)|(?:\\w{1,4}c|dok)toren)' +
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
