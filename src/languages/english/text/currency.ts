import { CURRENCY_SIGNS } from '../../shared/text/currency-signs.ts'
import { beginsFormula, endsFormula } from '../../shared/text/formulas.ts'
import {
  joinsNumbers,
  matchAt,
  numberReading,
  type Reader,
  textBefore,
  type Verbalization,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { CURRENCIES, writtenName } from './currencies.ts'
import { cardinal, decimal, plural } from './number-words.ts'

const MAGNITUDES: Readonly<Record<string, string>> = {
  k: 'thousand',
  K: 'thousand',
  m: 'million',
  M: 'million',
  mn: 'million',
  MM: 'million',
  mm: 'million',
  b: 'billion',
  B: 'billion',
  bn: 'billion',
  t: 'trillion',
  T: 'trillion',
  tn: 'trillion',
  lakhs: 'lakh',
  crores: 'crore',
  Cr: 'crore',
}

const CODES = 'USD|EUR|GBP|JPY|CNY|CHF|CAD|AUD|NZD|INR|SEK|NOK|DKK|PLN|MXN|BRL'
/** Codes that stand only after an amount: "ETH 2.0" is a name. */
const LATER_CODES = 'BTC|ETH|zl'
/** Groups divided by commas, also as in India, by spaces, or by full stops where the cents follow a comma ("1.299,99"). */
const WHOLE =
  /(\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d\d){1,7},\d{3}(?!,?\d)|\d{1,3}(?: \d{3}){1,3}(?![\d%:/-])|\d{1,3}(?:\.\d{3}){1,3}(?=,\d\d(?!\d|,\d))|\d+)?/
    .source
const AMOUNT = `${WHOLE}(?:\\.(\\d+)|,(\\d\\d)(?!\\d|,\\d))?`
const SHORT_SCALE = '(?:bn|mn|tn|MM|mm|[kKmMbBtT])(?![A-Za-z0-9])'
const LONG_SCALE = '(?:thousand|million|billion|trillion|lakhs?|crores?|Cr)(?![A-Za-z])'
const SCALE = `(?:(${SHORT_SCALE})|[ -](${LONG_SCALE}))?`
/** The end of a range. It may repeat the currency, which is the second group, and has decimals before a scale ("$1.2-1.5M"). */
const TO = String.raw`(?:(?:-| ?– ?)(?:\2 ?)?(\d{1,9}(?:\.\d{1,3}(?=${SHORT_SCALE}|[ -]${LONG_SCALE}))?)(?!\d|[.,]\d| ?%))?`
const BEFORE = new RegExp(
  `(-?)(\\$(?:US|NZ|A)(?=\\d)|(?:US|AU|CA|NZ|HK|MX|[ACRS])?\\$|[${CURRENCY_SIGNS}]|(?<!\\/)(?!INR ?\\d(?!\\d|,\\d))(?:${CODES})(?= ?\\d)|Rs\\.?(?= ?\\d)) ?(-?)${AMOUNT}${TO}${SCALE}`,
  'y',
)
const AFTER = new RegExp(
  `(-?)${AMOUNT}${SCALE} ?([${CURRENCY_SIGNS}$¢]|(?:${CODES}|${LATER_CODES})(?![A-Za-z]))(?![\\d$])`,
  'y',
)

/** What is paid, after its amount ("the $25 copay", "a $3 ATM fee"). */
const PAYMENTS =
  wordList(`fee copay co deposit charge credit refund gift deductible coupon voucher discount bill penalty
  minimum limit bonus rebate surcharge`)
/** What costs an amount, after it and a word that says which ("the $3.4B plan"). */
const PROJECTS =
  wordList(`plan deal project budget fund package investment loan contract lawsuit settlement program offer bid merger
  acquisition market industry deficit surplus grant prize jackpot award payout buyback fine tax bill`)
const MAX_WHICH_LENGTH = 20
const WHICH_BEFORE = /\b(?:the|this|that|its|their|our|your|his|her|new|[A-Za-z]{2,15}'s) $/i
/** Words after an amount that is no adjective, though an article is before it. */
const NO_NOUNS =
  wordList(`for and or to in per is was a each on of at from with plus minus less more than as if but when which
  that this the your my any no by via toward towards under over before after until using including excluding every`)

/** A code that says which dollars a dollar sign means ("$100 USD"). */
const CODE_AFTER = new RegExp(` ?(${CODES})(?![A-Za-z]| ?\\d)`, 'y')

/** Notes and coins by their value ("$20s and $50s"). */
const NOTES = /[$€£](\d{1,3})s(?![A-Za-z0-9])/y
/** The end of a range that falls, and is none: "$1,299 – $200 off". */
const FALLING = / – .*$/

/** "between $5-10" */
const BETWEEN_BEFORE = /\bbetween $/i
/** The name of the currency after its sign: "$5 dollars", "$5 million dollars". */
const WRITTEN_TOO = / (dollars?|bucks?|euros?|pounds?|quid|yen|rupees?|pesos?)(?![A-Za-z])/y
/** A second amount, whose millions are those of the first, too: "between $2.5 and $3 billion". */
const SCALE_AFTER =
  /^ ?(?:and|to|or|[-–]) ?[$€£]?[\d.,]{1,8}(?: ?(?:[kKMBT]|bn|mn)(?![a-z])| (?:thousand|million|billion|trillion))/
const MAX_SCALE_LENGTH = 30
/** Before what another currency is worth: "1 USD = 0.92 EUR". */
const WORTH = /[A-Z]{3} (?:=|≈|is|equals|buys) $/
const MAX_WORTH_LENGTH = 12

interface Amount {
  readonly at: number
  readonly match: string
  readonly isNegative: boolean
  readonly symbol: string
  /** The digits before the decimals, '' if there are none. */
  readonly whole: string
  readonly fraction: string | undefined
  /** The end of a range, and what is said before it: "to", or "and" after "between". */
  readonly upTo?: string | undefined
  readonly link?: string
  readonly magnitude: string | undefined
  /** The unit as it is written after the amount. */
  readonly unit?: string
  /** What another currency is worth: "1 USD = 0.92 EUR". */
  readonly isRate?: boolean
}

/** Reads amounts of money whose currency stands before the number ("$5.20") or after it ("20 EUR", "5€"). */
export const readCurrency: Reader = (input, at) => {
  const { text, locale } = input
  if (joinsNumbers(input, at) || beginsFormula(text, at)) return undefined
  if (text[at] === '-' && /[A-Za-z]/.test(text[at - 1] ?? ' ')) return undefined // "4-for-$10"
  const notes = matchAt(NOTES, text, at)
  if (notes)
    return numberReading(at, notes[0].length, plural(cardinal(notes[1]!, locale)).replace(/^one /, ''))
  const amount = amountAfterCurrency(text, at) ?? amountBeforeCurrency(text, at)
  if (amount === undefined) return undefined
  const end = at + amount.match.length
  const written = matchAt(WRITTEN_TOO, text, end)
  const unit = written ? writtenName(amount.symbol, written[1]!) : undefined
  if (unit !== undefined) {
    const match = amount.match + written![0]
    const said = amountSaid({ ...amount, match, unit }, false, locale)
    return { end: at + match.length, said, isNumber: true }
  }
  const whole = withTwoDigits(amount, text.slice(end, end + MAX_SCALE_LENGTH))
  return { end, said: amountSaid(whole, describesNoun(text, at, end), locale), isNumber: true }
}

/** "$5.20", "€5-10", "US$ 5 million" */
function amountAfterCurrency(text: string, at: number): Amount | undefined {
  const parts = matchAt(BEFORE, text, at)
  if (!parts) return undefined
  const [range, outer, symbol, inner, whole = '', decimals, cents, to, short, long] = parts
  const fraction = decimals ?? cents
  if (whole === '' && fraction === undefined) return undefined
  const magnitude = magnitudeOf(short, long)
  const falls = magnitude === undefined && Number(to) < Number(digitsOf(whole))
  const hasCents = magnitude === undefined && fraction?.length === 2 && to !== undefined
  const match = falls ? range.replace(FALLING, '') : hasCents ? firstAmount(range, symbol!) : range
  if (/^\d/.test(text.slice(at + match.length))) return undefined
  const code = matchAt(CODE_AFTER, text, at + match.length)
  return {
    at,
    match: match + (code?.[0] ?? ''),
    isNegative: (outer || inner) === '-',
    symbol: code?.[1] ?? symbol!.replace('.', ''),
    whole: digitsOf(whole),
    fraction,
    upTo: match === range ? to : undefined,
    link: BETWEEN_BEFORE.test(textBefore(text, at, 8)) ? 'and' : 'to',
    magnitude,
  }
}

/** "20 EUR", "5€", "50¢" */
function amountBeforeCurrency(text: string, at: number): Amount | undefined {
  const parts = matchAt(AFTER, text, at)
  if (!parts) return undefined
  const [match, sign, whole = '', decimals, cents, short, long, symbol] = parts
  const fraction = decimals ?? cents
  if (whole === '' && fraction === undefined) return undefined
  if (symbol === '$' && endsFormula(text, at + match.length - 1)) return undefined
  return {
    at,
    match,
    isNegative: sign === '-',
    symbol: symbol!,
    whole: digitsOf(whole),
    fraction,
    magnitude: magnitudeOf(short, long),
    isRate: whole === '0' && WORTH.test(textBefore(text, at, MAX_WORTH_LENGTH)),
  }
}

/** "million", from "M" or "million" */
function magnitudeOf(short: string | undefined, long: string | undefined): string | undefined {
  return MAGNITUDES[long ?? short ?? ''] ?? long
}

function digitsOf(grouped: string): string {
  return grouped.replace(/\D/g, '')
}

/** Whether an amount says which of what follows it is meant: "the $25 copay", "a $35 resort fee". Then its currency is in the singular. */
function describesNoun(text: string, at: number, end: number): boolean {
  const next = text[end] === ' ' ? wordAfter(text, end) : ''
  const second = wordAfter(text, end + 1 + next.length)
  const mayBeNoun = /^[a-z]/.test(next) && !NO_NOUNS.has(next)
  return (
    PAYMENTS.has(/^[A-Z]{2,4}$/.test(next) ? second : next) ||
    (PROJECTS.has(next) && WHICH_BEFORE.test(textBefore(text, at, MAX_WHICH_LENGTH))) ||
    (mayBeNoun && /^[a-z]{3,12}$/.test(next) && PAYMENTS.has(second)) ||
    (mayBeNoun && /^an?$/i.test(wordBefore(text, at)))
  )
}

/** The first amount of a range that begins with cents and repeats its currency: "£1.50" of "£1.50–£2". */
function firstAmount(range: string, symbol: string): string {
  const last = range.lastIndexOf(symbol)
  return last > range.search(/\d/) ? range.slice(0, last).replace(/[ –-]{1,3}$/, '') : range
}

/** An amount with both digits of its cents: "$12.50" for "$12.5", which no millions follow that it shares. */
function withTwoDigits(amount: Amount, after: string): Amount {
  const { fraction, symbol, upTo, magnitude, isRate } = amount
  const currency = CURRENCIES[symbol] // none of "¢"
  const hasCents = currency?.cent !== undefined && currency.one !== currency.many // no yen
  const isExact = upTo === undefined && !isRate && magnitude === undefined && !SCALE_AFTER.test(after)
  return fraction?.length === 1 && hasCents && isExact ? { ...amount, fraction: `${fraction}0` } : amount
}

function numberWords(number: string, locale: string): string {
  const [whole, decimals] = number.split('.')
  return decimals === undefined ? cardinal(whole!, locale) : decimal(whole!, decimals, locale)
}

function amountSaid(amount: Amount, isAdjective: boolean, locale: string): Verbalization[] {
  const { at, match, symbol, fraction, upTo, magnitude } = amount
  const whole = amount.whole || '0'
  const minus = amount.isNegative ? 'minus ' : ''
  const numberAt = at + match.search(/\d/)
  const value = fraction === undefined ? cardinal(whole, locale) : decimal(whole, fraction, locale)
  if (symbol === '¢') {
    const isCent = whole === '1' && fraction === undefined
    return [{ at, words: `${minus}${value} ${isCent ? 'cent' : 'cents'}` }]
  }
  const { one, many, cent, cents } = CURRENCIES[symbol]!
  const isPlain = upTo === undefined && magnitude === undefined
  const isOne = whole === '1' && isPlain
  if (fraction?.length === 2 && cent !== undefined && isPlain && !amount.isRate) {
    const isCent = fraction === '01' || (isAdjective && cents !== 'pence')
    const minor = `${cardinal(fraction.replace(/^0/, ''), locale)} ${isCent ? cent : cents}`
    const major = `${cardinal(whole, locale)} ${amount.unit ?? (isOne || isAdjective ? one : many)}`
    const amounts = fraction === '00' ? major : /^0+$/.test(whole) ? minor : `${major} and ${minor}`
    return [{ at: numberAt, words: minus + amounts }]
  }
  const range = upTo === undefined ? '' : ` ${amount.link} ${numberWords(upTo, locale)}`
  const unit = amount.unit ?? ((isOne && fraction === undefined) || isAdjective ? one : many)
  const said = [{ at: numberAt, words: minus + value + range }]
  const unitAt = at + match.length - 1 // in the last written word of the amount
  if (magnitude !== undefined) said.push({ at: unitAt, words: magnitude })
  return [...said, { at: unitAt, words: unit }]
}
