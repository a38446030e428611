import { CURRENCY_SIGNS } from '../../shared/text/currency-signs.ts'
import { joinsNumbers, LETTERS, matchAt, type Reader, type Verbalization } from '../../shared/text/reading.ts'
import { type Magnitude, magnitudeAt, scaledSaid } from './magnitudes.ts'
import { cardinal, decimal } from './number-words.ts'

/** Currencies, which have no plural after a number in Dutch. */
const CURRENCIES: Readonly<Record<string, string>> = {
  '€': 'euro',
  EUR: 'euro',
  euro: 'euro',
  $: 'dollar',
  dollar: 'dollar',
  US$: 'amerikaanse dollar',
  USD: 'amerikaanse dollar',
  A$: 'australische dollar',
  AUD: 'australische dollar',
  C$: 'canadese dollar',
  CAD: 'canadese dollar',
  '£': 'pond',
  pond: 'pond',
  GBP: 'britse pond',
  '¥': 'yen',
  JPY: 'yen',
  CNY: 'yuan',
  CHF: 'zwitserse frank',
  '₹': 'roepie',
  INR: 'indiase roepie',
  '₩': 'won',
  '₽': 'roebel',
  '₿': 'bitcoin',
  BTC: 'bitcoin',
  '₪': 'sjekel',
  '₱': 'peso',
  '₺': 'lira',
  '₫': 'dong',
  '฿': 'baht',
  '₦': 'naira',
  '₴': 'grivna',
  '₡': 'colon',
  SEK: 'zweedse kroon',
  NOK: 'noorse kroon',
  DKK: 'deense kroon',
  PLN: 'zloty',
  TRY: 'turkse lira',
}

const CODES =
  'EUR|USD|GBP|JPY|CNY|CHF|CAD|AUD|INR(?! ?\\d(?:,\\d)?(?![\\d.,]\\d|\\d))|SEK|NOK|DKK|PLN|TRY|BTC'
const SYMBOLS = `(?:US|[AC])?\\$|[${CURRENCY_SIGNS}]`
/**
 * "5", "1.000", "10 000", with "5,20", "5.20", and "5,-" or "5,=" for whole amounts; with commas between the thousands before
 * cents, or after a currency that is written so ("$1,500").
 */
const AMOUNT =
  /(\d{1,3}(?:,\d{3}){1,5}(?=\.\d\d(?!\d))|(?<=(?:[$£]|USD|GBP|AUD|CAD) ?)\d{1,3}(?:,\d{3}){1,5}(?![.,]\d|\d)|\d{1,3}(?:\.\d{3}){1,5}(?!\d)|\d{1,3}(?: \d{3}){1,5}(?! ?\d)|\d+)(?:,(\d{1,9}(?!\d)|-{1,2}(?!\d)|[–—]|=(?! ?\d))|\.(\d{1,2})(?![\d.]))?/
    .source
/** The end of a range. It may repeat the currency, which is the second group. */
const TO = String.raw`(?:(?:(?:-| ?– ?)(?:\2 ?)?| - )(\d{1,3}(?:\.\d{3})+|\d{1,9})(?!\d|[.,]\d| ?(?:[=%]|euro)))?`
const BEFORE = new RegExp(`(-?)(${SYMBOLS}|(?:${CODES})(?= ?\\d)) ?(-?)${AMOUNT}${TO}`, 'y')
const AFTER = new RegExp(`(-?)${AMOUNT}`, 'y')
const SYMBOL_AFTER = new RegExp(
  `( ?)(${SYMBOLS}|(?:${CODES}|euro|dollar|pond)(?![${LETTERS}\\d]))(?!\\d|(?<= €) \\d)`,
  'y',
)
const MAGNITUDE_WORD = new RegExp(` (duizend|miljoen|miljard|biljoen)(?![${LETTERS}])`, 'y')

interface Amount {
  /** Where its number begins. */
  readonly at: number
  /** The position after the amount and its currency. */
  readonly end: number
  readonly isNegative: boolean
  readonly currency: string
  readonly whole: string
  readonly fraction: string | undefined
  readonly upTo: string | undefined
  readonly scale: Magnitude | undefined
}

/** Reads amounts of money: "€ 5,20", "€ 5,-", "20 EUR", "5,20 euro", "€ 1,2 mld.". */
export const readCurrency: Reader = (input, at) => {
  if (joinsNumbers(input, at)) return undefined
  const amount = amountAfterCurrency(input.text, at) ?? amountBeforeCurrency(input.text, at)
  return amount && { end: amount.end, said: amountSaid(amount), isNumber: true }
}

/** "€ 5,20", "€ 5-10", "$ 1,2 mln." */
function amountAfterCurrency(text: string, at: number): Amount | undefined {
  const parts = matchAt(BEFORE, text, at)
  if (!parts) return undefined
  const [match, sign, symbol, inner, whole, comma, point, upTo] = parts
  const end = at + match.length
  if (/\d/.test(text[end] ?? ' ')) return undefined
  const scale = scaleAt(text, end)
  return {
    at: at + match.search(/\d/),
    end: scale?.end ?? end,
    isNegative: sign === '-' || inner === '-',
    currency: CURRENCIES[symbol!]!,
    whole: whole!.replace(/\D/g, ''),
    fraction: fractionOf(comma, point),
    upTo,
    scale,
  }
}

/** "20 EUR", "5,20 euro", and "5,-", which is of euros without their name */
function amountBeforeCurrency(text: string, at: number): Amount | undefined {
  const parts = matchAt(AFTER, text, at)
  if (!parts) return undefined
  const [match, sign, whole, comma, point] = parts
  const fraction = fractionOf(comma, point)
  const isMarkedWhole = comma !== undefined && /^\D/.test(comma)
  const scale = scaleAt(text, at + match.length)
  const end = scale?.end ?? at + match.length
  const symbol = matchAt(SYMBOL_AFTER, text, end)
  // "5 euro" can be read word by word. A written currency belongs to the amount only if the amount has cents.
  const hasOwn = symbol !== null && (!/^[a-z]/.test(symbol[2]!) || fraction?.length === 2)
  if (!hasOwn && !isMarkedWhole) return undefined
  return {
    at: at + match.search(/\d/),
    end: end + (symbol?.[0].length ?? 0),
    isNegative: sign === '-',
    currency: symbol === null ? 'euro' : CURRENCIES[symbol[2]!]!,
    whole: whole!.replace(/\D/g, ''),
    fraction,
    upTo: undefined,
    scale,
  }
}

/** "miljoen", "mln." */
function scaleAt(text: string, at: number): Magnitude | undefined {
  const word = matchAt(MAGNITUDE_WORD, text, at)
  return word ? { end: at + word[0].length, at: at + 1, words: word[1]! } : magnitudeAt(text, at)
}

function amountSaid({
  at,
  end,
  isNegative,
  currency,
  whole,
  fraction,
  upTo,
  scale,
}: Amount): Verbalization[] {
  const minus = isNegative ? 'min ' : ''
  const hasCents = fraction?.length === 2 && currency !== 'bitcoin'
  if (hasCents && scale === undefined && upTo === undefined)
    return [{ at, words: minus + amountWords(whole, fraction, currency) }]
  const value = fraction === undefined ? cardinal(whole) : decimal(whole, fraction)
  const range = upTo === undefined ? '' : ` tot ${cardinal(upTo.replaceAll('.', ''))}`
  const number = minus + value + range
  const said = scale === undefined ? [{ at, words: number }] : scaledSaid(number, at, scale)
  return [...said, { at: end - 1, words: currency }] // in the last written word of the amount
}

/** The decimals of an amount. Undefined for "5" and "5,-". */
function fractionOf(comma: string | undefined, point: string | undefined): string | undefined {
  return comma !== undefined && /^\d/.test(comma) ? comma : point
}

/** "vijf euro twintig", "vijf euro en drie cent", "vijftig cent", "vijf euro" */
function amountWords(whole: string, cents: string, currency: string): string {
  const minor = `${cardinal(String(Number(cents)))} ${currency === 'pond' ? 'pence' : 'cent'}`
  if (/^0+$/.test(whole) && cents !== '00') return minor
  const major = `${cardinal(whole)} ${currency}`
  if (cents === '00') return major
  return cents.startsWith('0') ? `${major} en ${minor}` : `${major} ${cardinal(cents)}`
}
