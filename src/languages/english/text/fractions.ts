import { isWordEnd, matchAt, type Reader, wordAfter } from '../../shared/text/reading.ts'
import { monthByNumber } from './calendar.ts'
import { cardinal, ordinal, plural, year } from './number-words.ts'
import { unitAt } from './units.ts'

const MIXED = /(\d{1,6}) (\d{1,3})\/(\d{1,4})(?![\d/])/y
const FRACTION = /(\d{1,6})\/(\d{1,6})(?:rds?|ths?|nds?)?(?![\d/])/y

/** What stands beside a date without a year: a day of the week before it, a time after it. */
const DAY_BEFORE =
  /\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\.?,? $/
const MAX_DAY_LENGTH = 13
const TIME_AFTER = /^,? at (?:\d{1,2}(?::\d\d| ?[ap]\.?m)|noon|midnight)/i
const MAX_TIME_LENGTH = 14
/** What stands before the month and year in which something expires: "exp. 12/27". */
const EXPIRY_BEFORE = /\bexp(?:iry|iration)?\.?(?: date)?:? $/i
const MAX_EXPIRY_LENGTH = 18

/** Pairs of numbers with a fixed reading. */
const NAMES: Readonly<Record<string, string>> = {
  '24/7': 'twenty four seven',
  '9/11': 'nine eleven',
  '7/7': 'seven seven',
  '50/50': 'fifty fifty',
  '60/40': 'sixty forty',
  '80/20': 'eighty twenty',
  '20/20': 'twenty twenty',
}

/** Reads "1/2", "3 1/2", "8/10" and "120/80". */
export const readFraction: Reader = (input, at) => {
  const { text, locale } = input
  const mixed = matchAt(MIXED, text, at)
  if (mixed && isProper(mixed[2]!, mixed[3]!) && isWordEnd(text, at + mixed[0].length)) {
    const [match, whole, above, below] = mixed
    const part = above === '1' ? singlePart(below!, locale) : fraction(above!, below!, locale)
    const said = [
      { at, words: cardinal(whole!, locale) },
      { at: at + whole!.length + 1, words: `and ${part}` },
    ]
    return withUnit(text, at + match.length, said, false)
  }
  const match = text[at - 1] === '/' ? null : matchAt(FRACTION, text, at)
  const end = at + (match?.[0].length ?? 0)
  if (!match || !(isWordEnd(text, end) || unitAt(text, end, false))) return undefined
  const [pair, above, below] = match
  const date = isDate(text, at, end) ? shortDate(above!, below!, locale) : undefined
  const words =
    expiry(text, at, above!, below!, locale) ??
    date ??
    NAMES[pair!] ??
    ratio(above!, below!, wordAfter(text, end), locale)
  return withUnit(text, end, [{ at, words }], isProper(above!, below!))
}

function withUnit(text: string, end: number, said: { at: number; words: string }[], isOne: boolean) {
  const unit = unitAt(text, end, isOne)
  if (!unit) return { end, said, isNumber: true }
  return { end: unit.end, said: [...said, { at: unit.at, words: unit.words }], isNumber: true }
}

function ratio(above: string, below: string, next: string, locale: string): string {
  const isScore = below === '10' ? next !== 'of' : /^stars?$/.test(next)
  if (isScore) return `${cardinal(above, locale)} out of ${cardinal(below, locale)}`
  if (isProper(above, below)) return fraction(above, below, locale)
  const date = shortDate(above, below, locale)
  // With a day of 12 or less they can as well be a score or a share.
  if (date !== undefined && Number(locale === 'en-GB' ? above : below) > 12) return date
  return `${cardinal(above, locale)} over ${cardinal(below, locale)}`
}

/** Whether a pair of numbers is a date, by what stands beside it: "Tue 3/12", "3/12 at 5pm". */
function isDate(text: string, at: number, end: number): boolean {
  return (
    DAY_BEFORE.test(text.slice(Math.max(0, at - MAX_DAY_LENGTH), at)) ||
    TIME_AFTER.test(text.slice(end, end + MAX_TIME_LENGTH))
  )
}

/** The month and year in which something expires, if it is said to. */
function expiry(text: string, at: number, month: string, years: string, locale: string): string | undefined {
  const name = years.length === 2 ? monthByNumber(Number(month)) : undefined
  const isExpiry = EXPIRY_BEFORE.test(text.slice(Math.max(0, at - MAX_EXPIRY_LENGTH), at))
  return name !== undefined && isExpiry ? `${name} ${year(`20${years}`, locale)}` : undefined
}

/** A date without a year, if there is one: "12/24" in American, "24/12" in British English. */
function shortDate(first: string, second: string, locale: string): string | undefined {
  const [month, day] = locale === 'en-GB' ? [second, first] : [first, second]
  const name = monthByNumber(Number(month))
  if (name === undefined || Number(day) < 1 || Number(day) > 31) return undefined
  const nth = ordinal(String(Number(day)), locale)
  return locale === 'en-GB' ? `the ${nth} of ${name}` : `${name} ${nth}`
}

/** Whether a pair of numbers is a common fraction. Others are more likely scores, page numbers or blood pressures. */
function isProper(above: string, below: string): boolean {
  const denominator = Number(below)
  const isUsual = denominator <= 12 || [15, 16, 20, 25, 32, 50, 64, 100, 1000].includes(denominator)
  return isUsual && Number(above) > 0 && Number(above) < denominator
}

/** "two thirds", "one half" */
function fraction(above: string, below: string, locale: string): string {
  const count = cardinal(String(Number(above)), locale)
  const part = partName(below, locale)
  if (above === '1') return `${count} ${part}`
  return `${count} ${part === 'half' ? 'halves' : plural(part)}`
}

/** "a half", "an eighth" */
function singlePart(below: string, locale: string): string {
  const part = partName(below, locale)
  return /^[aeiou](?!ne)/.test(part) ? `an ${part}` : `a ${part}`
}

function partName(below: string, locale: string): string {
  if (below === '2') return 'half'
  return below === '4' ? 'quarter' : ordinal(String(Number(below)), locale).replace(/^one /, '')
}
