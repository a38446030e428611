import { textBefore, wordAfter } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { monthByNumber } from './calendar.ts'
import { cardinal, ordinal } from './number-words.ts'

/** What stands beside a date without a year: a day of the week before it, a time or what takes place after it. */
const DAY_BEFORE =
  /\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|MON|TUES?|WED|THU(?:RS?)?|FRI|SAT|SUN)\.?,? \(?$/
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
  /\b(?:(?:order|invoice|statement|bill|payment|letter|message|call|visit|meeting) of|on|due|cob|eod|eob|avail(?:\.|able)|dated|before|until|till?|after|since|effective|(?:as|week|wk) of|w\/[ce]|start(?:s|ing)?|begin(?:s|ning)?|end(?:s|ing)|expire[sd]|renew(?:s|ed|ing)?|closed|scheduled|booked|(?:meeting|event|appointment|visit|party|game|class|trip|test|exam|concert|hearing|surgery)(?: is|'s)|arriv(?:es?|ing)|drops?|airs?|premieres?|launch(?:es|ing)?|depart(?:s|ing)?|shipp?(?:s|ed|ing)|delivered|posted|(?:re)?opens|(?:re)?filled|check(?:ed|ing)?[- ]?(?:in|out)|(?:and|,) out|date|lmp|edd|dob|deadline|appointment|see you|(?:scheduled|booked|set|moved) (?:for|to))(?: is|:)? $/i
/** Words before a date or a share ("by 12/25", "by 1/3"). */
const WEAK_CUE = /\b(?:by|from|through|thru|to|for) $/i
const MAX_CUE_LENGTH = 16
/** Before a factor: "multiply it by 9/5". */
const FACTOR_CUE = /\b(?:multipl(?:y|ied)|divided?)\b[^.!?]{0,36} by $/i
const MAX_FACTOR_LENGTH = 50
/** What a share is of. */
const MEASURED =
  wordList(`of a an inch inches foot mile miles acre acres cup cups teaspoon teaspoons tablespoon
  tablespoons pound pounds ounce ounces pint quart gallon hour full sheet size scale slice mile bag page`)

/** The last and the next pair of numbers, in a row of dates ("12/24, 12/25 and 1/1") or as the other end of a range. */
const PAIR_BEFORE = /(?<![\d/])(\d{1,2})\/(\d{1,2})(, |,? (?:and|or|&) | ?[-–] ?| to | through )$/
const PAIR_AFTER = /^(, |,? (?:and|or|&) | ?[-–] ?| to | through )(\d{1,2})\/(\d{1,2})(?![\d/])/
const BETWEEN_BEFORE = /\bbetween (?:\d{1,2}\/\d{1,2} and )?$/i
const MAX_PAIR_LENGTH = 22
/** Days that are as well the denominators of what is measured. */
const DENOMINATORS = new Set([2, 3, 4, 8, 16])

/** What stands before the month and the year until which a card is valid. */
const EXPIRY_BEFORE =
  /\b(?:exp(?:\.|iry|iration)?(?: date)?(?: is| of|,? (?:for example|for instance|like|such as),?)?|(?:valid|good) thru|card [^.!?]{0,24}(?:expire[sd]|(?:valid|good) (?:until|till|through))):? $/i
const MAX_EXPIRY_LENGTH = 48

/** Two numbers with a slash between. */
export interface Pair {
  readonly text: string
  readonly at: number
  readonly end: number
  readonly first: string
  readonly second: string
}

/** A date without a year, if there is one: "12/24" in American, "24/12" in British English. */
export function shortDate(
  first: string,
  second: string,
  locale: string,
  isDayFirst = locale === 'en-GB',
): string | undefined {
  const [month, day] = isDayFirst ? [second, first] : [first, second]
  const name = monthByNumber(Number(month))
  if (name === undefined || Number(day) < 1 || Number(day) > 31) return undefined
  const nth = ordinal(String(Number(day)), locale)
  return locale === 'en-GB' ? `the ${nth} of ${name}` : `${name} ${nth}`
}

/**
 * A date without a year in the order that is possible for it and for the date beside it: "from 10/12 to 17/12" has its days
 * first in American English, too.
 */
export function dateInOrder(pair: Pair, locale: string): string | undefined {
  const { first, second } = pair
  const isDayFirst = locale === 'en-GB'
  const pairs = [
    [first, second] as const,
    ...pairsBeside(pair).map((other) => [other.first, other.second] as const),
  ]
  const isPossible = (order: boolean) =>
    pairs.every(([one, two]) => shortDate(one, two, locale, order) !== undefined)
  const isOther = !isPossible(isDayFirst) && isPossible(!isDayFirst)
  return shortDate(first, second, locale, isOther ? !isDayFirst : isDayFirst)
}

/** Whether a pair of numbers is a date, by the day or the time beside it, or what is said of it: "Tue 3/12", "3/12 at 5pm". */
export function isDateByTime({ text, at, end }: Pair): boolean {
  return (
    DAY_BEFORE.test(textBefore(text, at, MAX_CUE_LENGTH)) ||
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
  if (FACTOR_CUE.test(textBefore(text, at, MAX_FACTOR_LENGTH))) return false
  const before = textBefore(text, at, MAX_CUE_LENGTH)
  const day = locale === 'en-GB' ? first : second
  return (
    DATE_CUE.test(before) ||
    (WEAK_CUE.test(before) && (isLate(day) || Number(first) >= Number(second))) ||
    isBesideDate(pair, locale)
  )
}

/** The other pairs of numbers in a row, and whether each is the other end of a range. */
function pairsBeside({ text, at, end }: Pair): { first: string; second: string; isRange: boolean }[] {
  const before = textBefore(text, at, MAX_PAIR_LENGTH)
  const isBetween = BETWEEN_BEFORE.test(before)
  const [, lastFirst, lastSecond, lastLink] = PAIR_BEFORE.exec(before) ?? []
  const [next, nextLink, nextFirst, nextSecond] =
    PAIR_AFTER.exec(text.slice(end, end + MAX_PAIR_LENGTH)) ?? []
  const isShare = next !== undefined && MEASURED.has(wordAfter(text, end + next.length))
  const isRange = (link: string) => isBetween || /[-–]|to|through/.test(link)
  return [
    ...(lastLink === undefined
      ? []
      : [{ first: lastFirst!, second: lastSecond!, isRange: isRange(lastLink) }]),
    ...(nextLink === undefined || isShare
      ? []
      : [{ first: nextFirst!, second: nextSecond!, isRange: isRange(nextLink) }]),
  ]
}

/**
 * Whether the pair of numbers beside it is a date, too, since neither is a share. Between the ends of a range a day that
 * measures nothing is enough.
 */
function isBesideDate(pair: Pair, locale: string): boolean {
  const { first, second } = pair
  return pairsBeside(pair).some((other) => {
    const isDate = [true, false].some(
      (order) => shortDate(other.first, other.second, locale, order) !== undefined,
    )
    if (!isDate) return false
    if (Number(first) > Number(second) && Number(other.first) > Number(other.second)) return true
    const days = locale === 'en-GB' ? [first, other.first] : [second, other.second]
    return days.some((day) => isLate(day) || (other.isRange && !DENOMINATORS.has(Number(day))))
  })
}

/** Whether a day is after the twelfth and no denominator. */
function isLate(day: string): boolean {
  return Number(day) > 12 && !DENOMINATORS.has(Number(day))
}

/** "twelve twenty seven": the month and the year until which a card is valid, if the words before say so. */
export function cardExpiry({ text, at, first, second }: Pair, locale: string): string | undefined {
  if (monthByNumber(Number(first)) === undefined || second.length !== 2) return undefined
  if (!EXPIRY_BEFORE.test(textBefore(text, at, MAX_EXPIRY_LENGTH))) return undefined
  return [first, second]
    .map((part) => (/^0\d/.test(part) ? 'oh ' : '') + cardinal(String(Number(part)), locale))
    .join(' ')
}
