import { anyOf } from '../../shared/text/word-list.ts'
import { LONG } from './stress.ts'
import { syllablesOf } from './syllables.ts'

/** An ending of loan words, how many vowels come after the stressed one, and that one, where it is the same in all words. */
interface Ending {
  readonly words: RegExp
  readonly vowelsAfter: number
  readonly vowel: string | undefined
}

/** Words that end with the stress on the last vowel of such a stem, and perhaps one of the inflections after it. */
function on(vowel: string | undefined, stems: string, inflections: string): Ending[] {
  return inflections.split(' ').map((inflection) => ({
    words: new RegExp(`(?:${anyOf(stems)})${inflection === '-' ? '' : inflection}$`),
    vowelsAfter: inflection.match(/[eiu]/g)?.length ?? 0,
    vowel,
  }))
}

/** Inflections; "-" is none. */
const OF_NOUN = '- e en s es'
const OF_ADJECTIVE = '- e em en er es'
const OF_PERSON = '- e en s in innen'
const OF_VERB = 't te ten en end ung ungen'

const ENDINGS: readonly Ending[] = [
  ...on('aː', '[ntsg]ional ssionar [lt]iar ^real ^irreal genial neutral', `${OF_ADJECTIVE} s`),
  ...on('aː', '(?:kr?|ss|i|ol|lk)ad', 'e en'),
  ...on('ɛ', 'ionell eziell', OF_ADJECTIVE),
  ...on(
    'ɛ',
    '(?:ss|on|qu|isk|ros|nri|kt|[^q]u)ett [dr]ienz (?:[qg]u|nd|[pt]t|[ai]d|ist|nt|(?<!lo|g)r)enz',
    OF_NOUN,
  ),
  ...on('ɛː', 'ionär', `${OF_PERSON} em er es`),
  ...on('iː', 'ionier', OF_VERB),
  ...on(
    'iː',
    'archiv (?:ox|lor|hydr)id [dglnrt]oid fabrik ^antik maschin violin beduin ruin ^kantin kredit muslim',
    `${OF_PERSON} er em es`,
  ),
  ...on('ɪ', '(?:ion|al|[aeo]ll|ier|or|iv|the)ist', OF_PERSON),
  ...on('ɪ', 'ism', 'us en'),
  ...on('oː', '[^e][ts]ion xion gion (?:pl|ndr|hant|pt)om [aio]log', `${OF_PERSON} es er`),
  ...on('oː', '(?:[eiy]|kt|uk|yk|ark|ch|ph|mb|ul|por|eur)os', 'e en'),
  ...on('oː', '(?:[aeiouk]t|ss|ns|vest|pri|peri)or anekdot exot pilot', 'en in innen e'),
  ...on('øː', 'iös', OF_ADJECTIVE),
  ...on('uː', '(?:kt|at|it|ent|ls|us|lt)ur', '- en s'),
  ...on('eː', '(?:oth|nth|gen|sk)es', 'e en'),
  ...on('yː', 'nalys', 'e en'),
  ...on('ɔ', '(?:^|[^k])norm ^reform', OF_ADJECTIVE),
  ...on('iː', '(?:log|gra(?:f|ph)|gor|nom|krat|soph|man|path|phon|lax|kop|mant|heor)ie', 'n').map(
    (ending) => ({ ...ending, vowelsAfter: 1 }),
  ),
  ...on(
    undefined,
    'botan keram mechan dynam ästhet rhetor symbol romant elektron fanat hydraul pädagog',
    'ik iken iker ikers ikern ikerin ikerinnen',
  ),
  { words: /(?<!endstad)(?<![aeiou])i(?:um|us)s?$/, vowelsAfter: 2, vowel: undefined },
  { words: /[^ae]ik(?:um|us)s?$/, vowelsAfter: 2, vowel: undefined },
  {
    words: /(?:arab|alger|bulgar|pers|sardin|kroat|(?<!t)as|apul|amphib|bakter|kriter|fossil|ital)iens?$/,
    vowelsAfter: 2,
    vowel: undefined,
  },
  { words: /ators?$/, vowelsAfter: 1, vowel: 'aː' },
  { words: /(?<!se)(?:[kp]t|ss|vest)ors?$/, vowelsAfter: 1, vowel: undefined },
  { words: /(?:us|sol|oss|yz)eums?$/, vowelsAfter: 1, vowel: 'eː' },
]

/** A long vowel before the "i" of such words ("Plutonium"). */
const OPEN = /[aeiouy](?:[bdfgklmnprstvz]|[pt]h|qu)i(?:um|us|en)s?$/

/** Nouns in "-ie" that have no stress but that on it ("Energie", "Therapien"). */
const ON_IE = new RegExp(
  `^(?:${anyOf(`energ theor ph?antas fantas strateg melod zeremon autops galax batter akadem galer philosoph iron poes kolon kavaller
  kategor harmon industr anomal chirurg amnes epidem allerg sympath antipath empath telepath apath infanter kalor diplomat
  an?arch monarch hierarch olig?arch dynast lotter blasphem hyster prär s[yi][mn](?:ph|f)on droger .{2,6}kratie? (?!zell).{2,7}log .{2,8}gra(?:f|ph) ökonom autonom
  astronom anatom gastronom peripher psychiatr .{3}metr utop garant parod melanchol monogam pneumon leukäm anäm orthopäd logopäd enzyklopäd .{3,6}skop
  .{3,5}tom chem agon arter`)})ien?$`,
)

/** A word that begins with a short vowel before a single consonant and another, as only loan words do: "Magie", "Kasino". */
const OPEN_START =
  /^(?!a[bn]|u[mn]|mit|hin|in|job|chef|.+(?:ie|e?y|ing)s?$)(?:sch|[bcdfghjklmnprstvwz]{0,2})[aeiou](?:[bcdfgklmnprstvz]|[bdgptkf][rl])[aeiouäöü]/
const OPEN_START_PHONES = /^((?:[^01əɐ ]{1,2} ){0,3}[aɛɪɔʊ])1(?= (?:[^01əɐ ]{1,2} ){1,2}[^ ]{1,2}1)/

/**
 * The phones of a word with the stress of loan words on its ending or before it, where the model gives another, or one more
 * just before it.
 *
 * @param phones in IPA with spaces
 */
export function endingStressed(phones: string, word: string): string {
  const ending = ENDINGS.find(({ words }) => words.test(word))
  const said = ending === undefined ? phones : stressedAt(phones.split(' '), ending, OPEN.test(word))
  const onIe = ON_IE.test(word) ? said.lastIndexOf('iː1') : -1
  if (onIe !== -1) return said.slice(0, onIe).replaceAll('1', '0') + said.slice(onIe)
  return OPEN_START.test(word) ? said.replace(OPEN_START_PHONES, '$10') : said
}

function stressedAt(phones: readonly string[], { vowelsAfter, vowel }: Ending, isOpen: boolean): string {
  const vowels = syllablesOf(phones)
  const isGlide = vowelsAfter === 2 && phones[vowels.at(-1)! - 1] === 'j'
  const at = vowels.at(isGlide ? -2 : -1 - vowelsAfter)
  const said = phones[at ?? -1] === 'ə' ? 'ɛ' : phones[at ?? -1]?.slice(0, -1)
  if (at === undefined || !said || vowels.length < 2) return phones.join(' ')
  if (vowel !== undefined && said !== vowel && LONG[said] !== vowel) return phones.join(' ')
  const before = vowels[vowels.indexOf(at) - 1]
  const stressed = vowel ?? ((isOpen && LONG[said]) || said)
  return phones
    .map((phone, index) => {
      if (index === at) return `${stressed}1`
      return index > at || index === before ? phone.replace('1', '0') : phone
    })
    .join(' ')
}
