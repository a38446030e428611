import { CURRENCY_SIGNS } from '../../shared/text/currency-signs.ts'
import {
  isWordStart,
  joinsNumbers,
  matchAt,
  numberReading,
  type Reader,
  type Reading,
  textBefore,
  type Verbalization,
} from '../../shared/text/reading.ts'
import { oneAt } from './adjectives.ts'
import type { Gender } from './gender.ts'
import { cardinal, decimal } from './number-words.ts'

interface Currency {
  readonly one: string
  readonly many: string
  readonly gender: Gender
  /** Undefined where an amount has decimals instead. */
  readonly cent: string | undefined
}

function currency(one: string, cent = 'cent', gender: Gender = 'm', many = one): Currency {
  return { one, many, gender, cent }
}

const CURRENCIES: Readonly<Record<string, Currency>> = {
  '€': currency('euro'),
  EUR: currency('euro'),
  TEUR: { one: 'tausend euro', many: 'tausend euro', gender: 'm', cent: undefined },
  'T€': { one: 'tausend euro', many: 'tausend euro', gender: 'm', cent: undefined },
  Euro: currency('euro'),
  $: currency('dollar'),
  US$: currency('U S dollar'),
  Dollar: currency('dollar'),
  USD: currency('U S dollar'),
  AUD: currency('australische dollar'),
  CAD: currency('kanadische dollar'),
  '£': currency('pfund', 'pence', 'n'),
  GBP: currency('pfund', 'pence', 'n'),
  '¥': currency('yen'),
  JPY: currency('yen'),
  CNY: currency('yuan'),
  CHF: currency('franken', 'rappen'),
  Franken: currency('franken', 'rappen'),
  SFr: currency('franken', 'rappen'),
  sFr: currency('franken', 'rappen'),
  Fr: currency('franken', 'rappen'),
  '₹': currency('rupie', 'paise', 'f', 'rupien'),
  INR: currency('rupie', 'paise', 'f', 'rupien'),
  '₩': currency('won'),
  '₽': currency('rubel', 'kopeken'),
  '₿': { one: 'bitcoin', many: 'bitcoin', gender: 'm', cent: undefined },
  '₪': currency('schekel'),
  '₱': currency('peso', 'centavo'),
  '₺': currency('lira', 'kurusch', 'f'),
  '₫': currency('dong'),
  '฿': currency('baht'),
  '₦': currency('naira'),
  '₴': currency('hrywnja', 'kopeken', 'f'),
  '₡': currency('colon'),
  SEK: currency('schwedische krone', 'öre', 'f', 'schwedische kronen'),
  NOK: currency('norwegische krone', 'öre', 'f', 'norwegische kronen'),
  DKK: currency('dänische krone', 'öre', 'f', 'dänische kronen'),
  CZK: currency('tschechische krone', 'heller', 'f', 'tschechische kronen'),
  PLN: currency('zloty', 'groschen'),
  zl: currency('zloty', 'groschen'), // "zł"
  BTC: { one: 'bitcoin', many: 'bitcoin', gender: 'm', cent: undefined },
  HUF: currency('forint'),
  TRY: currency('türkische lira', 'kurusch', 'f'),
  DM: currency('deutsche mark', 'pfennig', 'f'),
  Mark: currency('mark', 'pfennig', 'f'),
}

/** Magnitudes, in the singular and the plural. */
const MAGNITUDES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  k: ['tausend', 'tausend'],
  Tsd: ['tausend', 'tausend'],
  Tausend: ['tausend', 'tausend'],
  Mio: ['million', 'millionen'],
  Mill: ['million', 'millionen'],
  Mrd: ['milliarde', 'milliarden'],
  Bio: ['billion', 'billionen'],
}

/**
 * The source of a regular expression, with one group, for a magnitude after a number. "Bio" is one only with a full stop or
 * before a currency: "2 Bio-Eier" are of a farm.
 */
export const MAGNITUDE =
  ' ?(Mio|Mrd|Bio(?=\\.| ?(?:[€$£]|EUR|USD|CHF|Euro|Dollar|Franken))|Mill|Tsd)(?![A-Za-zÄÖÜäöüß])\\.?'

const CODES =
  'T?EUR|USD|AUD|CAD|GBP|JPY|CNY|CHF|[Ss]Fr|INR(?! ?\\d(?:,\\d)?(?![\\d.,]\\d|\\d))|SEK|NOK|DKK|CZK|PLN|HUF|TRY|DM|Euro(?! [3-7](?: ?d-TEMP|[a-e]{1,2})?(?![\\d.,]\\d|[A-Za-z\\d]| (?:Mio|Mrd|Mill)))|Dollar|Franken|Mark(?! ?\\d|-)'
/** Groups of thousands with commas, as English has them: before cents, or after a currency that is written so. */
const ENGLISH = '\\d{1,3}(?:,\\d{3})+(?=\\.\\d\\d(?!\\d))'
const ENGLISH_AFTER = '(?<=(?:[$£]|USD|GBP|AUD|CAD) ?)\\d{1,3}(?:,\\d{3})+(?![\\d.,]\\d|\\d)'
const WHOLE = `(${ENGLISH}|${ENGLISH_AFTER}|\\d{1,3}(?:[.' ]\\d{3})+(?!\\d)|\\d+)`
const FRACTION = '(?:[.,](\\d{1,2})(?!\\d|[.,]\\d)|,(\\d{3,9})(?!\\d)|[.,](?:-{1,2}|[–—])(?! ?\\d))?'
const SCALE = `(?:${MAGNITUDE}|(k)(?![A-Za-z])| (Million(?:en)?|Milliarden?|Billion(?:en)?)(?![A-Za-z]))?`
/** The end of a range. It may repeat the currency, which is the second group. */
const TO = String.raw`(?:(?:-| ?– ?)(?:\2 ?)?(\d{1,3}(?:[.']\d{3})+|\d{1,9})(?!\d|[.,]\d))?`
/**
 * "Fr." before an amount of francs: "Fr. 50.-", "Fr. 5.50". Before a date or a range of times it is a day, but not after what
 * costs that much: "kostet Fr. 3.10".
 */
const FRANCS =
  "Fr(?=\\.? ?(?:\\d{1,3}(?:'\\d{3}){1,3}|\\d{1,6}\\.[-–—](?! ?\\d))|" +
  '\\. ?(?:(?<=(?:koste[nt]|beträgt|total|Preis:?|macht|nur) Fr\\. ?)|(?!(?:[012]?\\d|3[01])\\.(?:0\\d|1[0-2])(?!\\d)))' +
  '\\d{1,6}\\.\\d\\d(?!\\d|\\.\\d| ?(?:[-–]|Uhr|h(?![a-z])|bis|und)))'
const BEFORE = new RegExp(
  `(-?)(US\\$|[$${CURRENCY_SIGNS}]|(?:${CODES})(?=\\.? ?\\d)|${FRANCS})\\.? ?(-?)${WHOLE}${FRACTION}${TO}${SCALE}`,
  'y',
)
const SYMBOL = `US\\$|T€|[$${CURRENCY_SIGNS}]|(?:${CODES}|BTC|zl)(?![A-Za-zÄÖÜäöüß])`
/** The currency may stand at the end of a range only ("8,90–12,50 €", "7,50/9,50 €", "von 29,90 auf 31,90 €"). */
const AFTER = new RegExp(
  `(-?)${WHOLE}${FRACTION}${SCALE}(?: ?(${SYMBOL})(?!\\d)|(?<=,\\d\\d)(?= ?(?:[-–/]|bis|auf|und|oder) ?\\d{1,6},\\d\\d ?(${SYMBOL})))`,
  'y',
)

/** Cents with a dash for the euros: "-,50 €". */
const CENTS = /-,(\d\d) ?(?:€|EUR(?![A-Za-z])|Euro(?![A-Za-z]))/y

/** Without a currency, a dash for the cents is of euros after a comma and of francs after a full stop. */
const MARKED = new RegExp(
  `(-?)${WHOLE}([.,])(?:-{1,2}|[–—])(?: S?Fr\\.|(?![A-Za-z\\d]| ?\\d| (?:und|oder|bis|u\\.)))`,
  'y',
)

interface Amount {
  readonly at: number
  readonly match: string
  readonly sign: string | undefined
  readonly symbol: string
  readonly whole: string
  readonly cents?: string | undefined
  readonly decimals?: string | undefined
  readonly upTo?: string | undefined
  readonly scale?: string | undefined
}

/** Reads amounts of money ("5,20 €", "€ 5", "1,2 Mrd. €", "CHF 100"). */
export const readCurrency: Reader = (input, at) => {
  const { text } = input
  if (joinsNumbers(input, at)) return undefined
  const centsOnly = isWordStart(text, at) ? matchAt(CENTS, text, at) : null
  if (centsOnly) return readCents(at, centsOnly[0], centsOnly[1]!)
  const before = isPair(text, at) ? null : matchAt(BEFORE, text, at)
  if (before && !/^\d/.test(text.slice(at + before[0].length))) {
    const [match, outer, symbol, inner, whole, cents, decimals, upTo, short, k, word] = before
    const [sign, scale] = [outer || inner, short ?? k ?? word]
    return read(text, { at, match, sign, symbol: symbol!, whole: whole!, cents, decimals, upTo, scale })
  }
  const after = matchAt(AFTER, text, at)
  if (!after) return readMarked(text, at)
  const [match, sign, whole, cents, decimals, short, k, word, own, shared] = after
  const [symbol, scale] = [own ?? shared, short ?? k ?? word]
  return read(text, { at, match, sign, symbol: symbol!, whole: whole!, cents, decimals, scale })
}

/** Whether a currency is the second of a pair, after which there is a rate and no amount: "EUR/CHF 0,94". */
function isPair(text: string, at: number): boolean {
  return /(?<!\p{L})\p{Lu}{3}\/$/u.test(textBefore(text, at, 5))
}

function readCents(at: number, match: string, cents: string): Reading {
  return numberReading(at, match.length, `${cents === '01' ? 'ein' : cardinal(String(Number(cents)))} cent`)
}

/** Reads "5,-" as euros, "5.-" as francs. */
function readMarked(text: string, at: number): Reading | undefined {
  const marked = matchAt(MARKED, text, at)
  if (!marked) return undefined
  const [match, sign, whole, mark] = marked
  const symbol = mark === ',' ? '€' : 'CHF'
  return read(text, { at, match, sign, symbol, whole: whole! })
}

function read(text: string, amount: Amount): Reading {
  return { end: amount.at + amount.match.length, said: amountSaid(text, amount), isNumber: true }
}

function amountSaid(text: string, amount: Amount): Verbalization[] {
  const { at, match, cents, decimals, upTo, scale } = amount
  const whole = amount.whole.replace(/[.,' ]/g, '')
  const { one, many, gender, cent } = CURRENCIES[amount.symbol]!
  const minus = amount.sign === '-' ? 'minus ' : ''
  const numberAt = at + match.search(/\d/)
  const said = (number: string, unit: string) => [
    { at: numberAt, words: minus + number },
    { at: at + match.length - 1, words: unit }, // in the last written word of the amount
  ]
  const isWhole = (cents === undefined || /^0+$/.test(cents)) && decimals === undefined
  const value = isWhole ? cardinal(whole) : decimal(whole, (cents ?? decimals)!)
  const number = upTo === undefined ? value : `${value} bis ${cardinal(upTo.replace(/[.']/g, ''))}`
  if (scale !== undefined) {
    const words = scaledWords(number, scale, oneAt(text, at, 'f')).split(' ')
    return said(words.slice(0, -1).join(' '), `${words.at(-1)} ${many}`)
  }
  const isDecimal = !isWhole && (decimals !== undefined || cents?.length === 1 || cent === undefined)
  if (upTo !== undefined || isDecimal) return said(number, many)
  const major = whole === '1' ? oneAt(text, at, gender) : cardinal(whole)
  const unit = whole === '1' ? one : many
  if (isWhole) return said(major, unit)
  const minor = cardinal(String(Number(cents)))
  if (/^0+$/.test(whole))
    return [{ at: numberAt, words: `${minus}${minor === 'eins' ? 'ein' : minor} ${cent}` }]
  return [{ at: numberAt, words: `${minus}${major} ${unit} ${minor}` }]
}

/**
 * "eins komma fünf millionen", "eine million", after a preposition "einer million".
 *
 * @param feminine the form of "eine" at its place
 */
export function scaledWords(value: string, scale: string, feminine: string): string {
  const [one, many] = MAGNITUDES[scale] ?? [scale.toLowerCase(), scale.toLowerCase()]
  if (value === 'eins') return one === 'tausend' ? 'ein tausend' : `${feminine} ${one}`
  return `${value} ${many}`
}
