/** How a currency is called, and its hundredths. */
export interface Currency {
  readonly one: string
  readonly many: string
  /** Undefined where an amount has decimals instead. */
  readonly cent: string | undefined
  readonly cents: string | undefined
}

const dollars = (country = ''): Currency => currency(`${country}dollar`, `${country}dollars`)

/** Currencies by their signs and codes. */
export const CURRENCIES: Readonly<Record<string, Currency>> = {
  $: dollars(),
  US$: dollars('U S '),
  USD: dollars('U S '),
  A$: dollars('australian '),
  AU$: dollars('australian '),
  AUD: dollars('australian '),
  C$: dollars('canadian '),
  CA$: dollars('canadian '),
  CAD: dollars('canadian '),
  NZ$: dollars('new zealand '),
  NZD: dollars('new zealand '),
  HK$: dollars('hong kong '),
  S$: dollars('singapore '),
  $US: dollars('U S '),
  $A: dollars('australian '),
  $NZ: dollars('new zealand '),
  '€': currency('euro', 'euros'),
  EUR: currency('euro', 'euros'),
  '£': currency('pound', 'pounds', 'penny', 'pence'),
  GBP: currency('pound', 'pounds', 'penny', 'pence'),
  '¥': currency('yen', 'yen'),
  JPY: currency('yen', 'yen'),
  CNY: currency('yuan', 'yuan'),
  CHF: currency('swiss franc', 'swiss francs'),
  '₹': currency('rupee', 'rupees', 'paisa', 'paise'),
  Rs: currency('rupee', 'rupees', 'paisa', 'paise'),
  INR: currency('indian rupee', 'indian rupees', 'paisa', 'paise'),
  '₩': currency('won', 'won'),
  '₽': currency('ruble', 'rubles'),
  '₿': { one: 'bitcoin', many: 'bitcoin', cent: undefined, cents: undefined },
  BTC: { one: 'bitcoin', many: 'bitcoin', cent: undefined, cents: undefined },
  ETH: { one: 'ether', many: 'ether', cent: undefined, cents: undefined },
  '₪': currency('shekel', 'shekels'),
  '₱': currency('peso', 'pesos', 'centavo', 'centavos'),
  '₺': currency('lira', 'lira'),
  '₫': currency('dong', 'dong'),
  '฿': currency('baht', 'baht'),
  '₦': currency('naira', 'naira'),
  '₴': currency('hryvnia', 'hryvnia'),
  '₡': currency('colon', 'colons'),
  SEK: currency('swedish krona', 'swedish kronor'),
  NOK: currency('norwegian krone', 'norwegian kroner'),
  DKK: currency('danish krone', 'danish kroner'),
  PLN: currency('zloty', 'zloty'),
  zl: currency('zloty', 'zloty'), // "zł"
  MXN: currency('mexican peso', 'mexican pesos'),
  MX$: currency('mexican peso', 'mexican pesos'),
  BRL: currency('brazilian real', 'brazilian reals'),
  R$: currency('brazilian real', 'brazilian reals'),
}

function currency(one: string, many: string, cent = 'cent', cents = 'cents'): Currency {
  return { one, many, cent, cents }
}

/** Other names of currencies, by the name. */
const COLLOQUIAL: Readonly<Record<string, string>> = { bucks: '$', buck: '$', quid: '£' }

/** What is said for a currency whose name follows its sign, as it is written there; undefined if that is not its name. */
export function writtenName(symbol: string, written: string): string | undefined {
  if (COLLOQUIAL[written] === symbol) return written
  const { one, many } = CURRENCIES[symbol] ?? {}
  return [one, many].find((name) => name === written || name?.endsWith(` ${written}`))
}
