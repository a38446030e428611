import { CURRENCY_SIGNS } from '../../shared/text/currency-signs.ts'
import { joinsNumbers, LETTERS, matchAt, type Reader, type Verbalization } from '../../shared/text/reading.ts'
import { magnitudeAt, scaledSaid } from './magnitudes.ts'
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

const CODES = 'EUR|USD|GBP|JPY|CNY|CHF|CAD|AUD|INR(?! ?\\d(?:,\\d)?(?![\\d.,]\\d|\\d))|SEK|NOK|DKK|PLN|TRY'
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
  readonly numberAt: number
  readonly minus: string
  readonly currency: string
  readonly whole: string
  readonly fraction: string | undefined
  readonly upTo: string | undefined
}

/** Reads amounts of money: "€ 5,20", "€ 5,-", "20 EUR", "5,20 euro", "€ 1,2 mld.". */
export const readCurrency: Reader = (input, at) => {
  const { text } = input
  if (joinsNumbers(input, at)) return undefined
  const before = matchAt(BEFORE, text, at)
  if (before) {
    const [match, sign, symbol, inner, whole, comma, point, upTo] = before
    const end = at + match.length
    if (/\d/.test(text[end] ?? ' ')) return undefined
    const fraction = fractionOf(comma, point)
    const minus = sign === '-' || inner === '-' ? 'min ' : ''
    const numberAt = at + match.search(/\d/)
    return read({ numberAt, minus, currency: CURRENCIES[symbol!]!, whole: whole!, fraction, upTo }, end)
  }
  const after = matchAt(AFTER, text, at)
  if (!after) return undefined
  const [match, sign, whole, comma, point] = after
  const numberAt = at + match.search(/\d/)
  const end = at + match.length
  const minus = sign === '-' ? 'min ' : ''
  const fraction = fractionOf(comma, point)
  const isMarkedWhole = comma !== undefined && /^\D/.test(comma)
  const { end: magnitudeEnd } = magnitude(end) ?? { end }
  const symbol = matchAt(SYMBOL_AFTER, text, magnitudeEnd)
  if (symbol === null && !isMarkedWhole) return undefined
  // "5 euro" can be read word by word. A written currency belongs to the amount only if the amount has cents.
  if (symbol !== null && /^[a-z]/.test(symbol[2]!) && fraction?.length !== 2 && !isMarkedWhole)
    return undefined
  const currency = symbol === null ? 'euro' : CURRENCIES[symbol[2]!]!
  const length = symbol?.[0].length ?? 0
  return read({ numberAt, minus, currency, whole: whole!, fraction, upTo: undefined }, end, length)

  /** @param symbolLength the length of the currency after the number and its magnitude */
  function read(amount: Amount, numberEnd: number, symbolLength = 0) {
    const { minus, currency, fraction, upTo } = amount
    const scale = magnitude(numberEnd)
    const end = (scale?.end ?? numberEnd) + symbolLength
    const digits = amount.whole.replace(/\D/g, '')
    const finished = (said: Verbalization[]) => ({ end, said, isNumber: true })
    const hasCents = fraction?.length === 2 && currency !== 'bitcoin'
    if (hasCents && scale === undefined && upTo === undefined)
      return finished([{ at: amount.numberAt, words: minus + amountWords(digits, fraction, currency) }])
    const value = fraction === undefined ? cardinal(digits) : decimal(digits, fraction)
    const range = upTo === undefined ? '' : ` tot ${cardinal(upTo.replaceAll('.', ''))}`
    const unitAt = end - 1 // in the last written word of the amount
    const number = minus + value + range
    return finished([
      ...(scale === undefined
        ? [{ at: amount.numberAt, words: number }]
        : scaledSaid(number, amount.numberAt, scale)),
      { at: unitAt, words: currency },
    ])
  }

  function magnitude(numberEnd: number) {
    const word = matchAt(MAGNITUDE_WORD, text, numberEnd)
    if (word) return { end: numberEnd + word[0].length, at: numberEnd + 1, words: word[1]! }
    return magnitudeAt(text, numberEnd)
  }
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
