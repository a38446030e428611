import {
  isLineStart,
  isWordStart,
  LETTERS,
  matchAt,
  type Reader,
  type ReaderInput,
  reading,
  textBefore,
  wordAfter,
  wordBefore,
} from './reading.ts'
import { isBeforeTerm, isMinusOfTerm, isSignOfVariable } from './terms.ts'

const DASHES = /[-–—]+/y
/** The name of an option of a command: "--force". */
const OPTION_NEXT = /\p{Ll}/u
/** From the dash of a subtraction to what it equals ("5-3=2", "$50 - $5 discount = $45"). */
const SUBTRACTED = /^[-–](?:[\d$€£¥%.+*/ -]{1,24}| [$€£¥]? ?\d[\d.,]{0,9}%?(?: [a-z]{1,12}){1,2} )=(?!>)/
const MAX_SUBTRACTED_LENGTH = 44
const DIGIT_NEXT = /^ ?(?:[$€£¥] ?)?\.?\d/
/** What the sign of a number stands after without a space: "y=-3", "10^-3", "2+-3". */
const OPERATOR_BEFORE = /[=≤≥≠≈×÷√^]$|\d\+$/
/** How often twice: "2x-3x faster". */
const MULTIPLE_BEFORE = /\dx$/
const MULTIPLE_AFTER = /^\d{1,4}(?:\.\d{1,2})?x(?![\p{L}\d])/u
const MAX_MULTIPLE_LENGTH = 9
/** The end of a word to which a dash is attached: "two options- you choose". */
const LETTERS_BEFORE = /\p{L}{2}$/u
/** What hides the digits before the last ones: "****-7731". */
const MASK_BEFORE = /[*•]{2}$/
/** The text around the minus of an exponent that is no number ("e^-x", "e^(-x)"). */
const POWER_BEFORE = /\^\(?$/
const POWER_NEXT = /^[A-Za-z(](?![A-Za-z])/
const AMOUNT_NEXT = /^ ?[$€£¥]/
const AMOUNT_BEFORE = /[$€£¥] ?$/
/** Two prices with a dash between. */
const PRICE_BEFORE = /[$€£¥] ?(\d[\d.,]{0,12}) $/
const PRICE_AFTER = /^[-–] [$€£¥] ?(\d[\d.,]{0,12})/
const SHARE_AFTER = /^– \d{1,3} ?%/
const MAX_PRICE_LENGTH = 18
/** A time of day, a date or a share, of which nothing is subtracted. */
const TIME_OR_SHARE_BEFORE = /(?:\d:\d\d|\d ?[ap]\.?m\.?|%|\d[-/.]\d{1,2}[-/.]\d{2,4}) $/i
const MAX_TIME_LENGTH = 11
const NUMBER_BEFORE = /(?<![\d.,/])(\d\/\d|\d{1,6}(?:[.,]\d{1,3})?) $/
const NUMBER_AFTER = /^- (\d\/\d|\d{1,6}(?:[.,]\d{1,3})?)(?!\d|[.,:/]\d)/
/** A time of day after an hour ("14 - 14:30"). */
const TIME_AFTER = /^[-–] \d{1,2}:\d\d/
/** What two numbers before it count: "3 - 5 days", "5 - 10 €", "10 - 15 °C". */
const COUNTED = new RegExp(`^(?: ?[€£%°]| ?[${LETTERS}]{2})`)
const MAX_NUMBER_LENGTH = 12
const MAX_PAIR_LENGTH = 28
/** The version of a program before the number of its build: "6.8.0-45". */
const VERSION_BEFORE = /(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}$/
const MAX_VERSION_LENGTH = 12
/** Another number of a series with dashes, before and after the two numbers beside a dash. */
const SERIES_BEFORE = /(?<![\d.,])\d{1,3} – \d{1,3} $/
const SERIES_AFTER = /^– \d{1,3} – \d{1,3}(?![\d.,:])/
const MAX_SERIES_LENGTH = 14
/** Before and after a hyphen of three or four short numbers: the record "15-8-7", the doses "10-0-8-0". */
const COUNTS = [
  [/(?<![\p{L}\d.,:/-])\d{1,3}$/u, /^-\d{1,3}(?:-\d{1,3}){1,2}(?![\p{L}\d-]|[.,:/]\d)/u],
  [/(?<![\p{L}\d.,:/-])\d{1,3}-\d{1,3}$/u, /^-\d{1,3}(?:-\d{1,3})?(?![\p{L}\d-]|[.,:/]\d)/u],
  [/(?<![\p{L}\d.,:/-])\d{1,3}(?:-\d{1,3}){2}$/u, /^-\d{1,3}(?![\p{L}\d-]|[.,:/]\d)/u],
] as const
const MAX_COUNTS_LENGTH = 14
/** A score of three digits ("112-108"). The numbers in the names of models are mostly higher ("747-400"). */
const HIGH_SCORE = /^1\d\d-[1-9]/
/** The code that the number after a hyphen belongs to ("CVE-2024-3094", "HO3-4471-920"). */
const CODE_BEFORE = /(?<![a-z])[A-Z]\d{0,5}-\d{1,8}(?:[-/]\d{1,8}){0,3}$/
/** The end of a number in which there are letters, too ("04465-0E010"). */
const MIXED_AFTER = /^-\d{1,5}(?:[A-Z]{1,3}\d|-[A-Z]{1,3}(?![A-Za-z]))/
/** Before and after the hyphen of a language model's size: "Llama-3.1-8B". */
const MODEL_BEFORE = /[A-Za-z]-\d{1,3}(?:\.\d{1,2})?$/
const MODEL_AFTER = /^-\d{1,4}[BM](?![A-Za-z])/
const MAX_CODE_LENGTH = 36

/** A code, to which a short number is no start of a range: "978-3458172741". */
const LONG_AFTER = /^-\d{7}/

/** The second number of a subtraction, with nothing after it that could be counted. */
const ENDS_QUESTION = /^-\d{1,6}(?:$|[?.!,;:)\n](?!\d))/

/** What a language says for a dash. */
export interface DashWords {
  /** Between the ends of a range. */
  readonly to: string
  /** Between the two numbers of what is between them, and the text before such a dash; left out where it is the same. */
  readonly pair?: { readonly before: RegExp; readonly words: string }
  readonly minus: string
  /**
   * A dash that is "to" in spite of spaces or without numbers on both sides, by what ends before it and begins after it: the
   * names of days and months, and noon. Sticky.
   */
  readonly range: RegExp
  /**
   * The words after a hyphen that stands for the rest of a word ("pre- and post-war"): before others, it is a dash; left out where
   * such a hyphen may stand before any word.
   */
  readonly suspended?: ReadonlySet<string>
  /** The words that say what a subtraction comes to ("3 - 5 is"). */
  readonly results: ReadonlySet<string>
  /** Whether the word before a number says that it begins a range ("pages 123-200") or a result ("voted 220-212"). */
  readonly isRangeAnnounced: (text: string, at: number) => boolean
  /** Whether the words before a number ask what it comes to with what follows ("What is 15-8?"). */
  readonly isResultAsked: (text: string, at: number) => boolean
}

/** Makes the reader of hyphens and dashes: silent in words, a pause between them, "to" or "minus" at numbers. */
export function dashReader({
  to,
  pair,
  minus,
  range,
  suspended,
  results,
  isRangeAnnounced,
  isResultAsked,
}: DashWords): Reader {
  return (input, at) => {
    const { text } = input
    const match = matchAt(DASHES, text, at)
    if (!match) return undefined
    const dash = match[0]
    const end = at + dash.length
    const after = text[end] ?? ' '
    if (dash === '--' && isWordStart(text, at) && OPTION_NEXT.test(after)) return reading(at, 2, '')
    if (dash.length > 1 || dash === '—') return reading(at, dash.length, ',')
    const isSpaced = isWordStart(text, at)
    const digits = DIGIT_NEXT.test(text.slice(end, end + 4))
    if (digits && MASK_BEFORE.test(textBefore(text, at, 2))) return reading(at, 1, '')
    if (matchAt(range, text, at)) return reading(at, 1, to)
    const isMultiple = MULTIPLE_BEFORE.test(textBefore(text, at, 2))
    if (isMultiple && MULTIPLE_AFTER.test(text.slice(end, end + MAX_MULTIPLE_LENGTH)))
      return reading(at, 1, to)
    if (digits && input.afterNumber) return number(input, at, text[at - 1] === ' ', dash)
    const isSign = isSpaced || OPERATOR_BEFORE.test(textBefore(text, at, 2))
    if (digits && isSign && after !== ' ') return { ...reading(at, 1, minus), isNumber: true }
    if (POWER_BEFORE.test(textBefore(text, at, 2)) && POWER_NEXT.test(text.slice(end, end + 2)))
      return reading(at, 1, minus)
    if (isMinusOfTerm(text, at)) return reading(at, 1, minus)
    if (after === ' ' && isBeforeTerm(text, at)) return reading(at, 1, minus)
    const isResult = results.has(wordBefore(text, at).toLowerCase())
    if (isSpaced && isSignOfVariable(text, at, isResult)) return reading(at, 1, minus)
    const divides = after === ' ' || after === '\n'
    const isAttached =
      suspended !== undefined &&
      LETTERS_BEFORE.test(textBefore(text, at, 2)) &&
      !suspended.has(wordAfter(text, end).toLowerCase())
    return reading(
      at,
      1,
      divides && (isSpaced || dash === '–' || isAttached) && !isLineStart(text, at) ? ',' : '',
    )
  }

  /** Between two numbers: a range, or with spaces around it or a result after it a subtraction. */
  function number({ text }: ReaderInput, at: number, isSpaced: boolean, dash: string) {
    const isSubtraction = SUBTRACTED.test(text.slice(at, at + MAX_SUBTRACTED_LENGTH))
    if (isSubtraction) return { ...reading(at, 1, minus), isNumber: true }
    // Parts of decimals ("2-2.5") are no such numbers.
    const first = /(?<!\d|\d[.,])\d{1,6}$/.exec(textBefore(text, at, 8))?.[0]
    const second = /^-(\d{1,6})(?!\d|[/:.,]\d| \d\/\d)/.exec(text.slice(at, at + 12))?.[1]
    if (first !== undefined && first.length < 5 && LONG_AFTER.test(text.slice(at, at + 12)))
      return reading(at, 1, '')
    if (first !== undefined && second !== undefined) {
      if (/^0\d\d/.test(first) && second.length > 4) return reading(at, 1, '') // "0016-442910"
      if (first.length > 4 && second.length < 3) return reading(at, 1, '') // "48213-2"
      if (/^0\d\d/.test(second) && !first.startsWith('0')) return reading(at, 1, '') // "12-034"
      const isDifference = Number(first) > Number(second) && ENDS_QUESTION.test(text.slice(at, at + 9))
      if (isDifference && isResultAsked(text, at - first.length))
        return { ...reading(at, 1, minus), isNumber: true }
      if (isName(text, at, first, second)) return reading(at, 1, '')
    }
    if (VERSION_BEFORE.test(textBefore(text, at, MAX_VERSION_LENGTH))) return reading(at, 1, '')
    if (dash === '–' && isInSeries(text, at)) return reading(at, 1, ',')
    if (dash === '-' && isOfCounts(text, at)) return reading(at, 1, '')
    if (dash === '-' && CODE_BEFORE.test(textBefore(text, at, MAX_CODE_LENGTH))) return reading(at, 1, '')
    if (MODEL_AFTER.test(text.slice(at, at + 7)) && MODEL_BEFORE.test(textBefore(text, at, 8)))
      return reading(at, 1, '')
    if (dash === '-' && MIXED_AFTER.test(text.slice(at, at + MAX_CODE_LENGTH))) return reading(at, 1, '')
    if (isSpaced && isPriceOff(text, at)) return reading(at, 1, ',')
    if (isSpaced && falls(text, at)) return { ...reading(at, 1, minus), isNumber: true }
    const isAmount =
      AMOUNT_NEXT.test(text.slice(at + 1, at + 3)) || AMOUNT_BEFORE.test(textBefore(text, at, 2))
    const isRange =
      !isSpaced ||
      isAmount ||
      dash === '–' ||
      isYearRange(text, at) ||
      rises(text, at) ||
      isSpacedRange(text, at)
    const isPair = pair?.before.test(textBefore(text, at, MAX_PAIR_LENGTH))
    const between = isPair ? pair!.words : to
    return { ...reading(at, 1, isRange ? between : minus), isNumber: true }
  }

  /**
   * "9:00 - 10:30", "9 AM - 5 PM", "10% - 20%", "3 - 5 days", "1/2 - 1 cup", and "pages 10 - 12", where the second number is the greater one.
   */
  function isSpacedRange(text: string, at: number): boolean {
    if (TIME_OR_SHARE_BEFORE.test(textBefore(text, at, MAX_TIME_LENGTH))) return true
    if (TIME_AFTER.test(text.slice(at, at + MAX_TIME_LENGTH))) return true
    const start = Math.max(0, at - MAX_NUMBER_LENGTH)
    const first = NUMBER_BEFORE.exec(text.slice(start, at))
    const second = NUMBER_AFTER.exec(text.slice(at, at + 2 + MAX_NUMBER_LENGTH))
    if (!first || !second || parsed(first[1]!) >= parsed(second[1]!)) return false
    const end = at + second[0].length
    if (isRangeAnnounced(text, start + first.index)) return true
    return COUNTED.test(text.slice(end, end + 3)) && !results.has(wordAfter(text, end).toLowerCase())
  }

  /** "50-50", but "Mon-Fri 9-9", and models like "747-400" and "737-800": ranges go up, mostly between round numbers. */
  function isName(text: string, at: number, first: string, second: string): boolean {
    const isAnnounced = isRangeAnnounced(text, at - first.length)
    const falls = second.length > 2 && Number(first) > Number(second) && !isAnnounced
    if (
      (first === second && !(isAnnounced && second.length < 3)) ||
      (falls && !HIGH_SCORE.test(`${first}-${second}`))
    )
      return true
    return /^\d\d[1-46-9]$/.test(first) && /^(?:\d00|[89]|10)$/.test(second) && !isAnnounced
  }
}

/** Whether a dash is between numbers that are drawn or listed: "3 – 7 – 19 – 24". */
function isInSeries(text: string, at: number): boolean {
  return (
    SERIES_BEFORE.test(textBefore(text, at, MAX_SERIES_LENGTH)) ||
    SERIES_AFTER.test(text.slice(at, at + MAX_SERIES_LENGTH))
  )
}

/** Whether a hyphen is between numbers that count wins, draws and losses, or the doses of a day. */
function isOfCounts(text: string, at: number): boolean {
  const before = textBefore(text, at, MAX_COUNTS_LENGTH)
  const after = text.slice(at, at + MAX_COUNTS_LENGTH)
  return COUNTS.some(([start, end]) => start.test(before) && end.test(after))
}

function parsed(number: string): number {
  const [above, below] = number.split('/')
  if (below !== undefined) return Number(above) / Number(below)
  return Number(number.replace(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.'))
}

/** Whether two amounts are no range, since the second is less: "$1,299 - $200 off". */
function falls(text: string, at: number): boolean {
  const first = PRICE_BEFORE.exec(textBefore(text, at, MAX_PRICE_LENGTH))?.[1]
  const second = PRICE_AFTER.exec(text.slice(at, at + MAX_PRICE_LENGTH))?.[1]
  return first !== undefined && second !== undefined && parsed(second) < parsed(first)
}

/** Whether a greater number follows an amount: "$60,000 - 70,000". */
function rises(text: string, at: number): boolean {
  const first = PRICE_BEFORE.exec(textBefore(text, at, MAX_PRICE_LENGTH))?.[1]
  const second = NUMBER_AFTER.exec(text.slice(at, at + MAX_PRICE_LENGTH))?.[1]
  return first !== undefined && second !== undefined && parsed(second) > parsed(first)
}

/** Whether what is saved follows a price: "$24.99 – 50% off". */
function isPriceOff(text: string, at: number): boolean {
  return PRICE_BEFORE.test(textBefore(text, at, MAX_PRICE_LENGTH)) && SHARE_AFTER.test(text.slice(at, at + 8))
}

function isYearRange(text: string, at: number): boolean {
  const pair = /^((?:1\d|20)\d\d) - ((?:1\d|20)\d\d|(?<=1\d{3} - )\d\d)(?!\d|[.,:]\d|%)/.exec(
    text.slice(at - 5, at + 8),
  )
  return pair !== null && (pair[2]!.length === 4 || pair[1]!.slice(2) < pair[2]!) // "1940 - 1945", "1940 - 45"
}
