import type { DashWords } from '../../shared/text/dashes.ts'
import { textBefore, wordAfter, wordBefore } from '../../shared/text/reading.ts'
import type { SymbolWords } from '../../shared/text/symbols.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { isRangeAnnounced } from './bare-numbers.ts'
import { CALENDAR_NAME, MONTH_NAME } from './calendar.ts'
import { ORDINAL_ENDING } from './number-words.ts'
import { isNumberedPlace } from './places.ts'
import { isFlat } from './streets.ts'
import { isResultAsked } from './sums.ts'

/** "Mon/Wed", "Jan/Feb". Of names longer than what is looked at the first letter is missing. */
const DAYS_OR_MONTHS = new RegExp(`(?:\\b(?:${CALENDAR_NAME})|^(?:ednesday|eptember))\\/(?:${CALENDAR_NAME})`)

/** "11 a.m. ET/8 a.m. PT", "5 years/60,000 miles", "US-50/Hwy 49", "I-5/SR-520", "1st/last", "100/300/50", "500 Mbps down/20 up" */
const APART = new RegExp(
  String.raw`\b[AECMP][SD]?T\/\d|\b(?:up|down)\/\d|(?:[°\d] ?[CF]|fan)\/[Gg]as|\b[NSEW]\/[A-Z][a-z]|\d [a-z]{2,7}\/\d|\d\/[A-Z]{1,3}(?:[a-z]|-?\d)|\d${ORDINAL_ENDING}\/[a-z]|(?<![\d/])\d{1,4}\/\d{1,4}\/\d{1,4}(?![\d/])`,
)

/** "2.4/5 GHz" */
const FREQUENCIES = /\d\/[\d./]{1,4} ?[kMG]?Hz(?![A-Za-z])/

/** A journey, before the places of it. */
const JOURNEY =
  /\b(?:flights?|trains?|bus|ferry|fare|itinerary|trip)(?: (?:is|was|from|on|for)|:) (?:[A-Z][A-Za-z.]{1,14} (?:→ )?){1,4}$/i

/** How much there is of two drugs in one: "7.5/325 mg". */
const STRENGTHS = /\d\/[\d.]{1,5} ?m?c?g(?![A-Za-z])/

/** What has a number, beside places. */
const NUMBERED =
  wordList(`order ticket case confirmation conf invoice reference ref booking reservation account acct
  claim item serial tracking policy member group po rx auth authorization phone extension ext contact id vin card cell mobile fax tel meter loan license
  passport badge model check`)

export const SYMBOL_WORDS: SymbolWords = {
  always: {
    '&': 'and',
    '=': 'equals',
    '÷': 'divided by',
    '±': 'plus or minus',
    '≤': 'less than or equal to',
    '≥': 'greater than or equal to',
    '≠': 'not equal to',
    '≈': 'approximately',
    '∞': 'infinity',
    '√': 'square root of',
    '→': 'to',
    '°': 'degrees',
    '©': 'copyright',
    '§': 'section',
    '€': 'euro',
    '£': 'pound',
    '¥': 'yen',
    '₹': 'rupee',
    '¢': 'cents',
    μ: 'mu',
    Ω: 'ohms',
    '%': 'percent',
    '‰': 'per mille',
    $: 'dollar',
    '@': 'at',
  },
  plus: 'plus',
  times: 'times',
  by: 'by',
  less: 'less than',
  greater: 'greater than',
  power: 'to the power of',
  factorial: 'factorial',
  squared: 'squared',
  cubed: 'cubed',
  journey: JOURNEY,
  about: 'about',
  backslash: 'backslash',
  sharp: 'sharp',
  number: 'number',
  hashtag: 'hashtag',
  hash: 'hash',
  key: (locale) => (locale === 'en-GB' ? 'hash' : 'pound'),
  isNumber,
  star: 'star',
  pressing: wordList('press dial call hit enter push the or'),
  slash: 'slash',
  per: 'per',
  outOf: 'out of',
  slashBetween(around) {
    if (
      /\b(?:s?he\/(?:s?he|they)|his\/hers?|hers?\/his|him\/her|her\/him|yes\/no|am\/pm|on\/(?:before|after|about))\b/i.test(
        around,
      )
    )
      return 'or'
    if (/\b[Oo]ver\/under\b/.test(around)) return ''
    if (FREQUENCIES.test(around)) return 'or'
    if (STRENGTHS.test(around)) return ','
    if (/\d\/[MF](?![A-Za-z\d])/.test(around)) return '' // "45/F"
    if (/(?<![A-Za-z])f\/\d/.test(around)) return '' // "f/2.8"
    if (
      /\b(?:[Aa]nd|[Ee]ither)\/[Oo]r\b|\d\/(?:tcp|udp)\b|(?<![A-Za-z])[A-Z]{1,5}\/[A-Z]{1,5}(?![A-Za-z])/.test(
        around,
      )
    )
      return '' // "TCP/IP"
    return DAYS_OR_MONTHS.test(around) || APART.test(around) ? ',' : undefined
  },
}

/** What follows the sign of a number after what has it: "Loan #: 4410", "your meter # is 1003", "Check # 1042". */
const NUMBER_AFTER = /^#(?::| (?:is|was) | ?\d| [A-Z]{1,4}-?\d)/
/** What is called, after "#" on its own: "a good # to reach you at", "what # are you calling from". */
const CALLED_AFTER = /^# (?:to (?:reach|call|text)|below|above|are|you|we|on|where|that|listed)(?![a-z])/
/** Before the key of a telephone and its article. */
const PRESSED_BEFORE = /\b(?:(?:press|dial|hit|enter|push|use|by)(?: the)?|then|and|or|with) $/i
const MAX_PRESSED_LENGTH = 12
/** Words before the key of a telephone. */
const KEY_BEFORE = wordList('press pressing dial hit enter push the and then key use hash pound sign')

/** Whether "#" stands for "number": "room #B12", "PO# 12", "the # of users". */
function isNumber(text: string, at: number): boolean {
  const before = wordBefore(text, at)
  if (/[A-Za-z]/.test(text[at - 1] ?? ' ') || isFlat(text, at + 1)) return true
  if (
    NUMBER_AFTER.test(text.slice(at, at + 8)) &&
    /^(?:[A-Za-z]{3,}|[Mm]y)$/.test(before) &&
    !KEY_BEFORE.has(before.toLowerCase())
  )
    return true
  const isCalled = CALLED_AFTER.test(text.slice(at, at + 12))
  if (isCalled && !PRESSED_BEFORE.test(textBefore(text, at, MAX_PRESSED_LENGTH))) return true
  return isNumberedPlace(before) || NUMBERED.has(before.toLowerCase()) || wordAfter(text, at + 1) === 'of'
}

const NTH = `\\d{1,2}${ORDINAL_ENDING}?`
const DAY = `(?:${CALENDAR_NAME})\\.?`

/** A day that is no denominator. */
const LATE_DAY = '(?:1[3-57-9]|2\\d|3[01])'
/** Airports that are named by their codes. */
const AIRPORTS =
  'ATL|AMS|AUS|BCN|BNA|BOS|BWI|CDG|CLT|CUN|DAL|DCA|DEL|DEN|DFW|DTW|DUB|DXB|EWR|FCO|FLL|FRA|GIG|GRU|HKG|HND|HNL|HOU|IAD|IAH|ICN|IND|JAX|JFK|LAS|LAX|LGA|LGW|LHR|LIS|MAD|MCI|MCO|MDW|MEX|MIA|MSP|MSY|MUC|MXP|NRT|OAK|ORD|PDX|PHL|PHX|PIT|RDU|SAN|SEA|SFO|SIN|SJC|SJU|SLC|SMF|SNA|STL|SYD|TPA|YUL|YVR|YYZ|ZRH'

/** What ends before a dash that is "to", and what begins after it. */
const RANGES: readonly (readonly [before: string, after: string])[] = [
  // "Mon - Fri", "January–March"
  [`\\b${DAY}`, `${DAY}(?![a-z])`],
  // "March 1 - April 5", "24 Dec - 2 Jan"
  [`(?:${MONTH_NAME}) ${NTH}(?:,? \\d{4})?`, `(?:${DAY},? )?(?:${MONTH_NAME})(?![a-z])`],
  [`\\d (?:${MONTH_NAME})(?: \\d{4})?`, `${NTH} (?:${MONTH_NAME})(?![a-z])`],
  // "Mon 3rd–Wed 5th"
  [`\\b${DAY} \\d{1,2}${ORDINAL_ENDING}`, `${DAY} \\d{1,2}${ORDINAL_ENDING}`],
  // "Fri 3/7 - Sun 3/9", "12/20 - 1/3"
  ['\\d\\/\\d{1,2}(?:\\/\\d{2,4})?', `${DAY},? \\d`],
  [`(?<!\\d)\\d{1,2}\\/${LATE_DAY}`, '\\d{1,2}\\/\\d{1,2}(?!\\d)'],
  ['(?<![\\d/])\\d{1,2}\\/\\d{1,2}', `\\d{1,2}\\/${LATE_DAY}(?!\\d)`],
  // "Mon 8:00a – Fri 5:00p"
  ['(?:\\d ?[ap]\\.?m\\.?|\\d[ap]|:\\d\\d)', `${DAY},? \\d`],
  // "300 BC–AD 476"
  ['(?-i:\\b(?:BCE?|AD|CE))', '(?-i:(?:AD )?\\d)'],
  // "J4–J5" of a motorway
  ['(?-i:\\bJ\\d{1,2})', '(?-i:J\\d{1,2}(?!\\d))'],
  // "A*-C"
  ['(?-i:\\bA\\*)', '(?-i:[B-G](?![\\w-]))'],
  // "Seats 12A-C"
  [
    '\\b(?:seats?|rows?|gates?|rooms?|units?|flats?|bays?|stands?|questions?|exercises?|figures?|sections?|parts?):? \\d{1,3}(?:[A-K]|(?-i:[a-e]))',
    '(?-i:[B-L]|[b-f])(?![\\w-])',
  ],
  // "'98–'04"
  ["'\\d\\d", "'\\d\\d(?!\\d)"],
  // "Q1-Q3"
  ['\\bQ[1-4]', 'Q[1-4](?!\\d)'],
  // "9am–noon", "11-noon"
  ['(?:\\d|\\d ?[ap]\\.?m\\.?|noon|midnight)', '(?:noon|midnight)(?![a-z])'],
  // "ORD–LHR"
  ['(?-i:(?<![A-Z\\d-])[A-Z]{3})', '(?-i:(?<=–)[A-Z]{3}(?![A-Za-z\\d-]))'],
  // "JFK-LAX"
  [`(?-i:(?<![A-Z\\d-])(?:${AIRPORTS}))`, `(?-i:(?:${AIRPORTS})(?![A-Za-z\\d-]))`],
  // "noon-1pm"
  ['(?:noon|midnight)', '\\d{1,2}(?!\\d)'],
]

export const DASH_WORDS: DashWords = {
  to: 'to',
  pair: { before: /\b(?:between|btw|btwn) \$?\d[\d,.:]{0,8}(?: ?[ap]m?)? ?$/i, words: 'and' },
  minus: 'minus',
  range: new RegExp(RANGES.map(([before, after]) => `(?<=${before} ?)[-–](?= ?${after})`).join('|'), 'iy'),
  suspended: wordList('and or to nor but through versus vs'),
  results: wordList('is equals gives makes leaves'),
  isRangeAnnounced,
  isResultAsked,
}
