import { isSplit, isUsualDenominator } from '../../shared/text/fractions.ts'
import {
  isWordEnd,
  matchAt,
  numberReading,
  type Reader,
  type ReaderInput,
  textBefore,
  type Verbalization,
  wordAfter,
} from '../../shared/text/reading.ts'
import { lengthMarkAt } from './length-marks.ts'
import { cardinal, digitByDigit, ordinal, plural, year } from './number-words.ts'
import { cardExpiry, dateInOrder, isDateByTime, isDateByWords, type Pair, shortDate } from './short-dates.ts'
import { endsHouseNumber } from './streets.ts'
import { unitAt } from './units.ts'

const MIXED = /(\d{1,6})[ -](\d{1,3})\/(\d{1,4})(?![\d/])/y
const FRACTION = /(\d{1,6})\/(\d{1,6})(?:rds?|ths?|nds?|RDS?|THS?|NDS?)?(?![\d/]|\.\d)/y

/** Two marks out of ten: "6-7/10". */
const MARKS = /(\d)[-–](\d{1,2})\/10(?![\d/])/y
/** The best marks. More than ten out of ten is praise, but not much more; less than half of the others is a share. */
const BEST_MARKS = new Set([20, 25, 30, 40, 50, 100])
const MAX_MARK = 20
/** Before a mark out of ten or less: "rated 4/5", "a score of 3/5". */
const RATED_BEFORE =
  /\b(?:rat(?:ed|ing|e)|scored?|gave|give|review)(?: (?:it|is|of|was|them|this|that|at|as))?:? (?:a )?$/i
const MAX_RATED_LENGTH = 20
/** After and before how well somebody sees: "20/25 OS", "vision is 20/40". */
const SIGHT_AFTER =
  /^ (?:O[DSU](?![A-Za-z])|(?:vision|acuity|in (?:the|your|his|her|my) (?:left|right))(?![a-z]))/
const SIGHT_BEFORE = /\b(?:vision|acuity)(?: is| was| of|:)? $/i

/** Pairs of numbers with a fixed reading. */
const NAMES: Readonly<Record<string, string>> = {
  '24/7': 'twenty four seven',
  '9/11': 'nine eleven',
  '7/7': 'seven seven',
  '20/20': 'twenty twenty',
}

/** Two ports: "ports 80/443". */
const PORTS_BEFORE = /\bports? $/i
/** What is said between two numbers, by the words before them: "odds of 5/2", "Windows 10/11", "Step 3/5". */
const LINKS: readonly (readonly [before: RegExp, words: string])[] = [
  [/\bodds(?: are| of| at|:)? $/i, 'to'],
  [/\b(?:Windows|Win|iOS|macOS|Android) $/, 'or'],
  [
    /\b(?:step|page|slide|part|lesson|module|question|round|episode|lap|level|hole|stage|phase|chapter|attempt|box|package|item|track|image|photo|file|batch) $/i,
    'of',
  ],
]
/** The unit of what two cars or drugs have: "31/40 mpg" in town and outside, "500/125 mg". */
const TWO_MEASURES = /^ ?(?:mpg|MPG|m?c?g)(?![A-Za-z])/
/** What a fraction is a factor of: "½bh", "½mv²". */
const FACTOR_AFTER = /^(?:bh|mv|gt|at|ab|[xyn])(?![A-Za-z])/
/** A service that never closes: "24-7 support", "open 24-7". */
const ALWAYS_OPEN = /24-7(?![\w-])/y
const OPEN_BEFORE = /\b(?:open|available|here|reachable|running|staffed|works?|us|agents|support) $/i
const SERVICE_AFTER =
  /^ (?:support|services?|access|care|help|hotline|line|coverage|monitoring|emergency|customer|availability|roadside)(?![a-z])/
const ALL_YEAR = /24\/7\/365(?!\d)/y

/** Reads "1/2", "3 1/2", "8/10" and "120/80", and dates without a year. */
export const readFraction: Reader = (input, at) => {
  const { text, locale } = input
  const isOpen = OPEN_BEFORE.test(textBefore(text, at, 12)) || SERVICE_AFTER.test(text.slice(at + 4, at + 18))
  if (isOpen && matchAt(ALWAYS_OPEN, text, at)) return numberReading(at, 4, NAMES['24/7']!)
  if (matchAt(ALL_YEAR, text, at)) return numberReading(at, 8, 'twenty four seven three sixty five')
  const marks = matchAt(MARKS, text, at)
  if (marks && Number(marks[1]) < Number(marks[2]))
    return numberReading(
      at,
      marks[0].length,
      `${cardinal(marks[1]!, locale)} to ${cardinal(marks[2]!, locale)} out of ten`,
    )
  const mixed = matchAt(MIXED, text, at)
  if (mixed && isProper(mixed[2]!, mixed[3]!) && isWordEnd(text, at + mixed[0].length)) {
    const [match, whole, above, below] = mixed
    const part = above === '1' ? singlePart(below!, locale) : fraction(above!, below!, locale)
    const said = [
      { at, words: cardinal(whole!, locale) },
      { at: at + whole!.length + 1, words: `and ${part}` },
    ]
    return withUnit(input, at, at + match.length, said, false)
  }
  const match = text[at - 1] === '/' ? null : matchAt(FRACTION, text, at)
  const end = at + (match?.[0].length ?? 0)
  const isWhole = isWordEnd(text, end) || FACTOR_AFTER.test(text.slice(end, end + 3))
  if (!match || !(isWhole || unitAt(text, end, false))) return undefined
  const [written, above, below] = match
  const pair = { text, at, end, first: above!, second: below! }
  if (isSeason(above!, below!))
    return numberReading(at, written!.length, `${year(above!, locale)} ${cardinal(below!, locale)}`)
  const date = dateInOrder(pair, locale)
  const words =
    twoNumbers(pair, locale) ??
    namedPair(pair, locale) ??
    cardExpiry(pair, locale) ??
    (isDateByTime(pair) ? date : undefined) ??
    NAMES[written!] ??
    (isSplit(above!, below!) ? `${cardinal(above!, locale)} ${cardinal(below!, locale)}` : undefined) ??
    (areNeighbours(above!, below!)
      ? `${cardinal(above!, locale)} , ${cardinal(below!, locale)}`
      : undefined) ??
    (isDateByWords(pair, locale) ? date : undefined) ??
    ratio(pair, locale)
  return withUnit(input, at, end, [{ at, words }], isProper(above!, below!))
}

function withUnit(input: ReaderInput, at: number, end: number, said: Verbalization[], isPart: boolean) {
  const length = lengthMarkAt(input, at, end, isPart)
  if (length !== undefined)
    return { end: end + 1, said: [...said, { at: end, words: length }], isNumber: true }
  const unit = unitAt(input.text, end, isPart)
  if (!unit) return { end, said, isNumber: true }
  return { end: unit.end, said: [...said, { at: unit.at, words: unit.words }], isNumber: true }
}

/** A score, a common fraction, the date that it can be, or one number over the other. */
function ratio({ text, at, end, first: above, second: below }: Pair, locale: string) {
  const date = shortDate(above, below, locale)
  const next = wordAfter(text, end)
  const isMark =
    BEST_MARKS.has(Number(below)) && Number(above) * 2 > Number(below) && Number(above) <= Number(below)
  const isRated =
    Number(below) < 10 &&
    Number(above) <= Number(below) &&
    RATED_BEFORE.test(textBefore(text, at, MAX_RATED_LENGTH))
  const isScore =
    isRated || (below === '10' && Number(above) <= MAX_MARK) || isMark ? next !== 'of' : /^stars?$/.test(next)
  if (above === '1' && below === '1' && date !== undefined) return date
  if (isScore) return `${cardinal(above, locale)} out of ${cardinal(below, locale)}`
  if (isProper(above, below)) return fraction(above, below, locale)
  // With a day of 12 or less they can as well be a score or a share.
  if (date !== undefined && Number(locale === 'en-GB' ? above : below) > 12) return date
  return `${cardinal(above, locale)} over ${cardinal(below, locale)}`
}

/**
 * "four four": how many notes of which length a bar of music has, before "time", the years of a mortgage before "ARM", and how
 * well somebody sees.
 */
function twoNumbers({ text, at, end, first, second }: Pair, locale: string): string | undefined {
  const after = text.slice(end, end + 18)
  const isSignature = Number(first) > 1 && /^(?:2|4|8|16)$/.test(second) && /^ time(?![a-z])/.test(after)
  const isMortgage = /^ ARMs?(?![A-Za-z])/.test(after)
  const isSight =
    first === '20' && (SIGHT_AFTER.test(after) || SIGHT_BEFORE.test(textBefore(text, at, MAX_RATED_LENGTH)))
  return isSignature || isMortgage || isSight
    ? `${cardinal(first, locale)} ${cardinal(second, locale)}`
    : undefined
}

/**
 * "five to two" after "odds", two ports, the number of a flat before that of its house ("unit five, forty eight"), two
 * versions or frequencies ("Windows ten or eleven"), and one step of some ("step three of five").
 */
function namedPair({ text, at, end, first, second }: Pair, locale: string): string | undefined {
  const before = textBefore(text, at, 12)
  if (PORTS_BEFORE.test(before))
    return [first, second]
      .map((port) => (port.length > 2 ? digitByDigit(port) : cardinal(port, locale)))
      .join(' , ')
  const isFlat = /\b(?:Unit|Flat|Apt\.?) $/.test(before) || endsHouseNumber(text, end)
  const isFrequency = /^ ?[kMG]?Hz(?![A-Za-z])/.test(text.slice(end, end + 5))
  if (isFrequency) return `${cardinal(first, locale)} or ${cardinal(second, locale)}`
  if (TWO_MEASURES.test(text.slice(end, end + 5)) && !isProper(first, second))
    return `${cardinal(first, locale)} , ${cardinal(second, locale)}`
  const between = isFlat ? ',' : LINKS.find(([words]) => words.test(before))?.[1]
  return between && `${cardinal(first, locale)} ${between} ${cardinal(second, locale)}`
}

/** Whether a pair of numbers is a year and the next one: "the 2023/24 season". */
function isSeason(above: string, below: string): boolean {
  return /^(?:19|20)\d\d$/.test(above) && below.length === 2 && Number(below) === (Number(above) + 1) % 100
}

/** Whether two numbers are neighbours, as those of seats and routes are ("41/42"), and no share. */
function areNeighbours(above: string, below: string): boolean {
  return Number(above) > 12 && Number(below) === Number(above) + 1 && !isProper(above, below)
}

/** Whether a pair of numbers is a common fraction. Others are more likely scores, page numbers or blood pressures. */
function isProper(above: string, below: string): boolean {
  return isUsualDenominator(Number(below)) && Number(above) > 0 && Number(above) < Number(below)
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
