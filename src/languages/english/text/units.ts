import { degreesAt, type MeasurementUnit } from '../../shared/text/measurement-unit.ts'
import { matchAt, type Reader, reading } from '../../shared/text/reading.ts'
import { endsHouseNumber, endsRouteNumber } from './streets.ts'

const LENGTHS = {
  nm: 'nanometer',
  μm: 'micrometer',
  mm: 'millimeter',
  cm: 'centimeter',
  m: 'meter',
  km: 'kilometer',
  mi: 'mile',
  ft: 'foot',
  yd: 'yard',
  yds: 'yard',
  in: 'inch',
}

/** Units by their symbol, in the singular. Case matters: "Mb" and "MB", "g" and "G". */
const UNITS: Readonly<Record<string, string>> = {
  ...lengths(),
  ...{ mg: 'milligram', g: 'gram', kg: 'kilogram', μg: 'microgram', mcg: 'microgram' },
  ...{ lb: 'pound', lbs: 'pound', oz: 'ounce', gal: 'gallon', qt: 'quart', pt: 'pint' },
  ...{ ml: 'milliliter', mL: 'milliliter', cl: 'centiliter', dl: 'deciliter', l: 'liter', L: 'liter' },
  ...{ dL: 'deciliter', tbsp: 'tablespoon', tsp: 'teaspoon', ha: 'hectare' },
  ...{
    Tbsp: 'tablespoon',
    TBSP: 'tablespoon',
    tbsps: 'tablespoon',
    Tsp: 'teaspoon',
    tsps: 'teaspoon',
    qts: 'quart',
  },
  ...{
    mph: 'mile per hour',
    kph: 'kilometer per hour',
    kmh: 'kilometer per hour',
    kmph: 'kilometer per hour',
  },
  ...{
    fps: 'frame per second',
    rpm: 'revolution per minute',
    bpm: 'beat per minute',
    mpg: 'mile per gallon',
  },
  ...{ Hz: 'hertz', kHz: 'kilohertz', MHz: 'megahertz', GHz: 'gigahertz' },
  ...{
    B: 'byte',
    kB: 'kilobyte',
    KB: 'kilobyte',
    MB: 'megabyte',
    GB: 'gigabyte',
    TB: 'terabyte',
    PB: 'petabyte',
  },
  ...{ kbps: 'kilobit per second', Kbps: 'kilobit per second', Mbps: 'megabit per second' },
  ...{ Gbps: 'gigabit per second', bps: 'bit per second', Kb: 'kilobit', Mb: 'megabit', Gb: 'gigabit' },
  ...{
    ns: 'nanosecond',
    μs: 'microsecond',
    us: 'microsecond',
    ms: 'millisecond',
    s: 'second',
    's^2': 'second squared',
  },
  ...{ sec: 'second', secs: 'second', min: 'minute', mins: 'minute', h: 'hour', hr: 'hour', hrs: 'hour' },
  ...{ yr: 'year', yrs: 'year', mo: 'month', mos: 'month', wk: 'week', wks: 'week' },
  ...{ W: 'watt', kW: 'kilowatt', MW: 'megawatt', GW: 'gigawatt', Wh: 'watt hour', kWh: 'kilowatt hour' },
  ...{
    MWh: 'megawatt hour',
    mAh: 'milliamp hour',
    mV: 'millivolt',
    V: 'volt',
    kV: 'kilovolt',
    mA: 'milliamp',
  },
  ...{ Ω: 'ohm', J: 'joule', kJ: 'kilojoule', cal: 'calorie', kcal: 'kilocalorie', N: 'newton' },
  ...{ Pa: 'pascal', hPa: 'hectopascal', kPa: 'kilopascal', psi: 'pound per square inch', dB: 'decibel' },
  ...{
    px: 'pixel',
    dpi: 'dot per inch',
    ppm: 'part per million',
    sqft: 'square foot',
    'sq ft': 'square foot',
  },
}

/** Units of length, with square and cubic units. */
function lengths(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(LENGTHS).flatMap(([symbol, unit]) => [
      [symbol, unit],
      [`${symbol}^2`, `square ${unit}`],
      [`${symbol}^3`, `cubic ${unit}`],
    ]),
  )
}

/** Symbols that are units only directly after the number. After a space they are words or letters. */
const ATTACHED_ONLY = new Set(['in', 'us', 'B', 'h', 's', 'N', 'mo', 'pt', 'ha', 'J'])
const INVARIABLE = /hertz|celsius|fahrenheit|kelvin/
const IRREGULAR: Readonly<Record<string, string>> = { foot: 'feet', inch: 'inches' }

/** After feet or other sides, "in" is the unit if the measure ends there (`CLOSES_MEASURE`). Otherwise it is a preposition. */
const FEET_BEFORE = /(?:ft|foot|feet|\d["']? ?[x×])[.,]? ?\d{1,2}(?:\.\d{1,2}| \d\/\d)?$/
const CLOSES_MEASURE = /^(?:$|[.,;:!?)\n]| (?:tall|long|wide|high|deep|by|x)(?![a-z]))/
/** A measured time ("9.58 s"). */
const DECIMALS_BEFORE = /\.\d{1,3}$/
const SYMBOL =
  /([ -]?)(sq\.? ft|(?:[A-Za-zμΩ]{1,4})(?:\^[23](?!\d))?)(?:\/([A-Za-z]{1,4}(?:\^[23](?!\d))?))?(?![A-Za-z0-9^'&@_])/y

/** A divisor that is a word itself ("mg/day", "mg/dose"). It is read as one, after "per". */
const WORD_DIVISOR = /^[a-z]{3,4}$/
/** Text before the divisor of a price or a pace ("$12/hr", "5 EUR/kg", "8:30/mi"). */
const PRICE_BEFORE = /(?:[$€£¥₹]\d[\d.,]{0,12}(?:bn|[kKMB])?|\d ?(?:[€£¥¢]|USD|EUR|GBP|cents?)|\d:\d\d)\/$/
const MAX_PRICE_LENGTH = 18
const DIVISOR = /(sq ft|[A-Za-z]{1,4}(?:\^[23](?!\d))?)(?:\.(?= [a-z\d]|[,;:]))?(?![A-Za-z0-9^'&@_])/y

/** Reads the divisor of a price or a pace: "$12/hr" is "twelve dollars per hour". */
export const readPriceDivisor: Reader = ({ text }, at) => {
  if (!PRICE_BEFORE.test(text.slice(Math.max(0, at - MAX_PRICE_LENGTH), at))) return undefined
  const match = matchAt(DIVISOR, text, at)
  if (!match) return undefined
  const unit = UNITS[match[1]!]
  return unit === undefined ? undefined : reading(at, match[0].length, unit)
}

/** The unit after a number, with or without a space. `isOne` means exactly one, so the unit is singular. */
export function unitAt(text: string, at: number, isOne: boolean): MeasurementUnit | undefined {
  const degrees = degreesAt(text, at, isOne ? 'degree' : 'degrees')
  if (degrees) return degrees
  const match = matchAt(SYMBOL, text, at)
  if (!match) return undefined
  const [whole, gap, symbol, divisor] = match
  if (/^[NSEW]$/.test(symbol!) && (endsRouteNumber(text, at) || endsHouseNumber(text, at))) return undefined
  const unit = UNITS[symbol!.replace('.', '')]
  if (unit === undefined || (gap === '-' && symbol!.length === 1)) return undefined
  const hasWord = divisor !== undefined && WORD_DIVISOR.test(divisor) && UNITS[divisor] === undefined
  const end = at + (hasWord ? whole.lastIndexOf('/') : whole.length)
  const isAbbreviated = text[end] === '.' && /^(?:[,;:)]| [a-z\d])/.test(text.slice(end + 1, end + 3))
  const isInch = symbol === 'in' && (isAbbreviated || isInchOfHeight(text, at, end))
  const isSecond = symbol === 's' && DECIMALS_BEFORE.test(text.slice(Math.max(0, at - 5), at))
  if (gap !== '' && ATTACHED_ONLY.has(symbol!) && !isInch && !isSecond) return undefined
  const per = divisor === undefined || hasWord ? '' : UNITS[divisor]
  if (per === undefined) return undefined
  const single = isOne || gap === '-' ? unit : pluralUnit(unit)
  const words = per === '' ? single : `${single} per ${per}`
  return { end: isAbbreviated ? end + 1 : end, at: gap === ' ' ? at + 1 : at, words }
}

/** Whether "in" is a unit, as in "5 ft 10 in". `at` is the end of the number, `end` the end of the unit. */
function isInchOfHeight(text: string, at: number, end: number): boolean {
  const closes = CLOSES_MEASURE.test(text.slice(end, end + 6))
  return closes && FEET_BEFORE.test(text.slice(Math.max(0, at - 14), at))
}

/** "miles per hour", "square feet", "kilowatt hours" */
function pluralUnit(unit: string): string {
  const [head, ...rest] = unit.split(' per ')
  const start = head!.lastIndexOf(' ') + 1
  const last = head!.slice(start)
  const many = INVARIABLE.test(last) ? last : (IRREGULAR[last] ?? `${last}s`)
  return [head!.slice(0, start) + many, ...rest].join(' per ')
}
