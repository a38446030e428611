import { wordAfter } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { monthByNumber } from './calendar.ts'
import { cardinal, ordinal } from './number-words.ts'

/** What stands beside a date without a year: a day of the week before it, a time or what takes place after it. */
const DAY_BEFORE =
  /\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\.?,? $/
const TIME_AFTER =
  /^(?:,? (?:at|@)|,)? (?:\d{1,2}(?::\d\d| ?[ap]\.?m)|noon|midnight)|^ \((?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\)/i
/** What is said of a day: "3/4 works for me". */
const PROPOSED_AFTER = /^ (?:works?|would work)(?= (?:for|best|fine|better|great|too|as)(?![a-z])|[.,;!?]|$)/
const MAX_PROPOSED_LENGTH = 20
const MAX_TIME_LENGTH = 14
const EVENTS =
  wordList(`appointment appointments meeting deadline flight reservation booking visit call session
  delivery event payment invoice`)

/** Words before a date. Without what is measured after it, the pair of numbers can be nothing else. */
const DATE_CUE =
  /\b(?:on|due|cob|eod|eob|avail(?:\.|able)|dated|before|until|till?|after|since|effective|(?:as|week) of|start(?:s|ing)?|begin(?:s|ning)?|end(?:s|ing)|expire[sd]|closed|scheduled|booked|(?:meeting|event|appointment|visit|party|game|class) is|arriv(?:es?|ing)|depart(?:s|ing)?|shipp?(?:s|ed|ing)|delivered|posted|(?:re)?opens|(?:re)?filled|check(?:ed|ing)?[- ]?(?:in|out)|date|deadline|appointment|see you|(?:scheduled|booked|set|moved) (?:for|to))(?: is|:)? $/i
/** Words before a date or a share ("by 12/25", "by 1/3"). */
const WEAK_CUE = /\b(?:by|from|through|thru|to|for) $/i
const MAX_CUE_LENGTH = 16
/** What a share is of. */
const MEASURED =
  wordList(`of a an inch inches foot mile miles acre acres cup cups teaspoon teaspoons tablespoon
  tablespoons pound pounds ounce ounces pint quart gallon hour full sheet size scale slice mile bag page`)

/** The last and the next pair of numbers, in a row of dates ("12/24, 12/25 and 1/1") or as the other end of a range. */
const PAIR_BEFORE = /(?<![\d/])(\d{1,2})\/(\d{1,2})(, |,? (?:and|or|&) | ?[-–] ?| to | through )$/
const PAIR_AFTER = /^(, |,? (?:and|or|&) | ?[-–] ?| to | through )(\d{1,2})\/(\d{1,2})(?![\d/])/
const MAX_PAIR_LENGTH = 14
/** Days that are as well the denominators of what is measured. */
const DENOMINATORS = new Set([2, 3, 4, 8, 16])

/** What stands before the month and the year until which a card is valid. */
const EXPIRY_BEFORE =
  /\b(?:exp(?:\.|iry|iration)?(?: date)?(?: is)?|(?:valid|good) thru|card [^.!?]{0,16}expires):? $/i
const MAX_EXPIRY_LENGTH = 32

/** Two numbers with a slash between. */
export interface Pair {
  readonly text: string
  readonly at: number
  readonly end: number
  readonly first: string
  readonly second: string
}

/** A date without a year, if there is one: "12/24" in American, "24/12" in British English. */
export function shortDate(first: string, second: string, locale: string): string | undefined {
  const [month, day] = locale === 'en-GB' ? [second, first] : [first, second]
  const name = monthByNumber(Number(month))
  if (name === undefined || Number(day) < 1 || Number(day) > 31) return undefined
  const nth = ordinal(String(Number(day)), locale)
  return locale === 'en-GB' ? `the ${nth} of ${name}` : `${name} ${nth}`
}

/** Whether a pair of numbers is a date, by the day or the time beside it, or what is said of it: "Tue 3/12", "3/12 at 5pm". */
export function isDateByTime({ text, at, end }: Pair): boolean {
  return (
    DAY_BEFORE.test(text.slice(Math.max(0, at - MAX_CUE_LENGTH), at)) ||
    TIME_AFTER.test(text.slice(end, end + MAX_TIME_LENGTH)) ||
    PROPOSED_AFTER.test(text.slice(end, end + MAX_PROPOSED_LENGTH))
  )
}

/** Whether a pair of numbers is a date, by the words or the other dates beside it: "due 12/25", "12/24 and 12/25". */
export function isDateByWords(pair: Pair, locale: string): boolean {
  const { text, at, end, first, second } = pair
  if (first.startsWith('0') || second.startsWith('0')) return true // "12/01"
  const after = text[end] === ' ' ? wordAfter(text, end) : ''
  if (EVENTS.has(after)) return true
  if (MEASURED.has(after) || /^ ?"/.test(text.slice(end, end + 2))) return false
  const before = text.slice(Math.max(0, at - MAX_CUE_LENGTH), at)
  const day = locale === 'en-GB' ? first : second
  return (
    DATE_CUE.test(before) ||
    (WEAK_CUE.test(before) && (isLate(day) || Number(first) >= Number(second))) ||
    isBesideDate(pair, locale)
  )
}

function isBesideDate({ text, at, end, first, second }: Pair, locale: string): boolean {
  const [, ...before] = PAIR_BEFORE.exec(text.slice(Math.max(0, at - MAX_PAIR_LENGTH), at)) ?? []
  const [, between, ...after] = PAIR_AFTER.exec(text.slice(end, end + MAX_PAIR_LENGTH)) ?? []
  return isRow(before[0], before[1], before[2]) || isRow(after[0], after[1], between)

  /**
   * Whether the other pair is a date too, since neither is a share. Between the ends of a range a day that measures nothing is
   * enough.
   */
  function isRow(otherFirst?: string, otherSecond?: string, link = ''): boolean {
    if (otherFirst === undefined || shortDate(otherFirst, otherSecond!, locale) === undefined) return false
    const days = locale === 'en-GB' ? [first, otherFirst] : [second, otherSecond!]
    const isRange = /[-–]|to|through/.test(link)
    if (Number(first) > Number(second) && Number(otherFirst) > Number(otherSecond)) return true
    return days.some((day) => isLate(day) || (isRange && !DENOMINATORS.has(Number(day))))
  }
}

/** Whether a day is after the twelfth and no denominator. */
function isLate(day: string): boolean {
  return Number(day) > 12 && !DENOMINATORS.has(Number(day))
}

/** "twelve twenty seven": the month and the year until which a card is valid, if the words before say so. */
export function cardExpiry({ text, at, first, second }: Pair, locale: string): string | undefined {
  if (monthByNumber(Number(first)) === undefined || second.length !== 2) return undefined
  if (!EXPIRY_BEFORE.test(text.slice(Math.max(0, at - MAX_EXPIRY_LENGTH), at))) return undefined
  return [first, second]
    .map((part) => (/^0\d/.test(part) ? 'oh ' : '') + cardinal(String(Number(part)), locale))
    .join(' ')
}
