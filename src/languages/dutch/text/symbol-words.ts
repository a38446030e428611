import type { DashWords } from '../../shared/text/dashes.ts'
import { matchAt, type Reader, reading, wordBefore } from '../../shared/text/reading.ts'
import type { SymbolWords } from '../../shared/text/symbols.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { isResultAsked } from './sums.ts'

/** What has a number. */
const NUMBERED = wordList('bestelling factuur ticket order boeking kamer perron klant')

export const SYMBOL_WORDS: SymbolWords = {
  always: {
    '&': 'en',
    '=': 'is',
    '÷': 'gedeeld door',
    '±': 'plusminus',
    '≤': 'kleiner dan of gelijk aan',
    '≥': 'groter dan of gelijk aan',
    '≠': 'is niet',
    '≈': 'ongeveer',
    '∞': 'oneindig',
    '√': 'wortel',
    '→': 'naar',
    '°': 'graden',
    '©': 'copyright',
    '§': 'paragraaf',
    '€': 'euro',
    '£': 'pond',
    '¥': 'yen',
    '₹': 'roepie',
    '¢': 'cent',
    μ: 'mu',
    Ω: 'ohm',
    '%': 'procent',
    '‰': 'promille',
    $: 'dollar',
    '@': 'apenstaartje',
  },
  plus: 'plus',
  times: 'keer',
  by: 'bij',
  less: 'kleiner dan',
  greater: 'groter dan',
  power: 'tot de macht',
  factorial: 'faculteit',
  squared: 'kwadraat',
  cubed: 'tot de derde',
  about: 'ongeveer',
  backslash: 'backslash',
  sharp: 'sharp',
  number: 'nummer',
  hashtag: 'hashtag',
  hash: 'hekje',
  key: () => 'hekje',
  isNumber: (text, at) => NUMBERED.has(wordBefore(text, at).toLowerCase()),
  star: 'sterretje',
  pressing: wordList('druk toets kies bel het of op'),
  slash: 'slash',
  per: 'per',
  outOf: 'op',
  slashBetween(around) {
    if (/\b(?:d?hr\.?|heer)\/(?:mevr|mw)|\b(?:mevr|mw)\.?\/(?:d?hr|heer)/i.test(around)) return 'of'
    if (/\baan\/uit\b/i.test(around)) return ''
    if (/\d°?\/[-–]\d{1,2} ?°/.test(around)) return ', min' // "5°/-1°"
    if (/\b(?:24 ?u(?:ur)?\/24|7 ?d\/7)\b/.test(around)) return 'op'
    if (
      /CO2\/km|(?:slagen|toeren|dagen|keer|[Pp]rijs|kosten|tarief) ?\/ ?(?:min|uur|dag|week|maand|mnd|jaar)|\d(?:,(?:-{1,2}|–))? \/ (?:pers|maand|mnd|uur|dag|jaar|week|stuk|st|nacht|min|kg)/.test(
        around,
      )
    )
      return 'per'
    if (
      /[€\d]\/(?:100|250|500) ?(?:g|gr|ml|km)(?![a-z])|\d ?x ?\/ ?\d|,\d\d\/\d{1,2} ?(?:wkn|week|mnd|maand|dgn|dag)|min\/1,73|(?:euro|EUR|cent|ct)\/\p{Ll}|\p{Ll}{3}\/(?:jr|wk|mnd)(?!\p{L})/u.test(
        around,
      )
    )
      return 'per'
    if (
      /\b(?:hij\/zij|zij\/hij|hem\/haar|haar\/hem|zijn\/haar|haar\/zijn|man\/vrouw|ja\/nee)\b/i.test(around)
    )
      return 'of'
    if (/(?<!\p{L})(\p{L}{3})\p{Ll}{0,5}\/\1\p{Ll}/u.test(around)) return 'of' // "leraar/lerares"
    if (/^[^/.]{0,5}\p{Ll}{3}\/\d{1,3} \p{L}/u.test(around)) return ',' // "8 kernen/16 threads"
    if (/(?<!\p{L})\p{Lu}\d{1,2}\/\p{Lu}\d/u.test(around)) return '' // "A1/A2"
    if (/maat [SMLX]{1,3}\/[SMLX]/i.test(around)) return 'slash'
    if (/\d{1,3}\/\d{1,3}\/\d/.test(around)) return ',' // "lijn 51/52/53"
    if (/^.{0,7}\d\/(?:[A-GI-KM-TV-Z]|(?![KMGT]B)\p{Lu}{2,4})(?!\p{L})/u.test(around)) return 'slash'
    return /\ben\/of\b|\b(?:ma|di|wo|do|vr|za|zo)\.?\/(?:ma|di|wo|do|vr|za|zo)\b/i.test(around)
      ? ''
      : undefined
  },
}

const SECTIONS = /§§/y
/** The minus of accounts: "-/- € 12,50". */
const DEDUCTED = /-\/-(?= ?[€$£\d])/y

/** The year or the date of a birth ("(°1985)", "° 3-5-1985"). */
const BORN = /°(?= ?(?:(?:1[89]|20)\d\d(?!\d)|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}))/y

/** Reads the sign of a birth, which is that of degrees elsewhere. */
export const readBirth: Reader = ({ text }, at) =>
  /[ (]/.test(text[at - 1] ?? ' ') && matchAt(BORN, text, at) ? reading(at, 1, 'geboren') : undefined

/** Reads the sign of what is deducted. */
export const readDeducted: Reader = ({ text }, at) =>
  matchAt(DEDUCTED, text, at) ? reading(at, 3, 'min') : undefined

/** Reads the doubled section sign, a plural ("§§ 5 en 6"). */
export const readSections: Reader = ({ text }, at) =>
  matchAt(SECTIONS, text, at) ? reading(at, 2, 'paragrafen') : undefined

const CUES = wordList('blz bladzijde bladzijden pp p pag pagina van tussen jaren')

export const DASH_WORDS: DashWords = {
  to: 'tot',
  pair: { before: /(?<!\p{L})tussen (?:[€$£] ?)?\d[\d.,:]{0,9}(?: ?(?:uur|u|h|€|%))? ?$/iu, words: 'en' },
  minus: 'min',
  // Days of the week have a reader of their own.
  // After a space, "maar" is more often a word than the start of "maart".
  range:
    /(?<=(?<![a-z\d.,])\d{1,3}[a-z])[-–](?=[a-z](?![a-z\d-]))|(?<=(?<![a-z\d-])([a-z])\d{1,2})[-–](?=\1\d{1,2}(?![a-z\d-]))|(?<=(?<![a-z])(?:vak(?:ken)?|rij(?:en)?|zones?|poules?|letters?) [a-z])[-–](?=[a-z](?![a-z\d]))|(?<=(?<![a-z])(?:ma|di|wo|do|vr|za|zo)\.? \d{1,2} )[-–](?= (?:ma|di|wo|do|vr|za|zo)\.? \d)|(?<=(?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|(?:^|[^A-Za-z])(?:jan|feb|mrt|apr|jun|jul|aug|sept?|okt|nov|dec)\.?)(?: \d{4})? ?)[-–](?=maar| ?(?:\d{1,2} )?(?:jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec))|(?<=(?<!\d)(?:1\d|20)\d\d ?)[-–](?= ?heden(?![a-z]))/iy,
  results: wordList('is geeft maakt'),
  isRangeAnnounced: (text, at) => CUES.has(wordBefore(text, at).toLowerCase()),
  isResultAsked,
}
