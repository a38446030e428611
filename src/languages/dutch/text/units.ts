import { entry } from '../../shared/text/entry.ts'
import { degreesAt, type MeasurementUnit } from '../../shared/text/measurement-unit.ts'
import {
  chunkAfter,
  isWordStart,
  LETTERS,
  matchAt,
  type Reader,
  reading,
  textBefore,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { fullStopEndsSentence } from './sentence-end.ts'

const LENGTHS = {
  nm: 'nanometer',
  μm: 'micrometer',
  mm: 'millimeter',
  cm: 'centimeter',
  dm: 'decimeter',
  m: 'meter',
  km: 'kilometer',
}

/** Units by their symbol, in the singular. Case matters: "Mb" and "MB", "g" and "G". */
const UNITS: Readonly<Record<string, string>> = {
  ...lengths(),
  ...{
    ng: 'nanogram',
    pg: 'picogram',
    mg: 'milligram',
    g: 'gram',
    gr: 'gram',
    kg: 'kilogram',
    μg: 'microgram',
    mcg: 'microgram',
  },
  ...{ μl: 'microliter', mU: 'milli-eenheid', fl: 'fles', dr: 'druppel', gtt: 'druppel' },
  ...{ ml: 'milliliter', mL: 'milliliter', cl: 'centiliter', dl: 'deciliter', l: 'liter', L: 'liter' },
  ...{ hl: 'hectoliter', ha: 'hectare', t: 'ton', el: 'eetlepel', tl: 'theelepel' },
  ...{ eetl: 'eetlepel', theel: 'theelepel', volw: 'volwassene' },
  ...{ mph: 'mijl per uur', kmh: 'kilometer per uur', fps: 'beeld per seconde', bpm: 'slag per minuut' },
  ...{ rpm: 'toer per minuut', tpm: 'toer per minuut', pk: 'P K' },
  ...{ Hz: 'hertz', kHz: 'kilohertz', MHz: 'megahertz', GHz: 'gigahertz' },
  ...{ kB: 'kilobyte', KB: 'kilobyte', MB: 'megabyte', GB: 'gigabyte', TB: 'terabyte', PB: 'petabyte' },
  ...{ kbps: 'kilobit per seconde', Mbps: 'megabit per seconde', Gbps: 'gigabit per seconde' },
  ...{ kbit: 'kilobit', Mbit: 'megabit', Gbit: 'gigabit', Kb: 'kilobit', Mb: 'megabit', Gb: 'gigabit' },
  ...{ ns: 'nanoseconde', μs: 'microseconde', ms: 'milliseconde', s: 'seconde', sec: 'seconde' },
  ...{
    min: 'minuut',
    h: 'uur',
    u: 'uur',
    d: 'dag',
    wk: 'week',
    wkn: 'week',
    mnd: 'maand',
    jr: 'jaar',
    j: 'jaar',
  },
  ...{ W: 'watt', kW: 'kilowatt', MW: 'megawatt', GW: 'gigawatt', Wp: 'wattpiek', kWp: 'kilowattpiek' },
  ...{ Wh: 'wattuur', kWh: 'kilowattuur', MWh: 'megawattuur', GWh: 'gigawattuur', TWh: 'terawattuur' },
  ...{ mV: 'millivolt', V: 'volt', kV: 'kilovolt', mA: 'milliampère', A: 'ampère' },
  ...{ mAh: 'milliampère-uur', Ah: 'ampère-uur', bft: 'beaufort', Bft: 'beaufort' },
  ...{ Ω: 'ohm', kΩ: 'kilo-ohm', MΩ: 'megaohm', μF: 'microfarad', nF: 'nanofarad', pF: 'picofarad' },
  ...{ lj: 'lichtjaar', J: 'joule', kJ: 'kilojoule', MJ: 'megajoule', cal: 'calorie', kcal: 'kilocalorie' },
  ...{
    N: 'newton',
    Nm: 'newtonmeter',
    Pa: 'pascal',
    hPa: 'hectopascal',
    kPa: 'kilopascal',
    mbar: 'millibar',
  },
  ...{ dB: 'decibel', px: 'pixel', dpi: 'punt per inch', ppm: 'deeltje per miljoen' },
  ...{ st: 'stuk', pnt: 'punt', pers: 'persoon', inw: 'inwoner', blz: 'bladzijde', ct: 'cent' },
  ...{ tabl: 'tablet', caps: 'capsule', dgn: 'dag', mmHg: 'millimeter kwik' },
  ...{ pag: 'pagina', hm: 'hoogtemeter', bp: 'basispunt', oz: 'ounce', lm: 'lumen', lx: 'lux' },
  ...{
    mmol: 'millimol',
    μmol: 'micromol',
    nmol: 'nanomol',
    pmol: 'picomol',
    dpt: 'dioptrie',
    ptn: 'punt',
    wd: 'werkdag',
  },
}

/** Units of length, with square and cubic units. */
function lengths(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(LENGTHS).flatMap(([symbol, unit]) => [
      [symbol, unit],
      [`${symbol}^2`, `vierkante ${unit}`],
      [`${symbol}^3`, `kubieke ${unit}`],
    ]),
  )
}

/** The units that have a plural after a number. In Dutch most have none. */
const PLURALS: Readonly<Record<string, string>> = {
  nanoseconde: 'nanoseconden',
  microseconde: 'microseconden',
  milliseconde: 'milliseconden',
  seconde: 'seconden',
  minuut: 'minuten',
  week: 'weken',
  maand: 'maanden',
  calorie: 'calorieën',
  kilocalorie: 'kilocalorieën',
  eetlepel: 'eetlepels',
  theelepel: 'theelepels',
  beeld: 'beelden',
  slag: 'slagen',
  toer: 'toeren',
  pixel: 'pixels',
  punt: 'punten',
  deeltje: 'deeltjes',
  stuk: 'stuks',
  persoon: 'personen',
  inwoner: 'inwoners',
  bladzijde: 'bladzijden',
  tablet: 'tabletten',
  capsule: 'capsules',
  dag: 'dagen',
  werkdag: 'werkdagen',
  dioptrie: 'dioptrieën',
  fles: 'flessen',
  druppel: 'druppels',
  'milli-eenheid': 'milli-eenheden',
  volwassene: 'volwassenen',
  pagina: "pagina's",
  hoogtemeter: 'hoogtemeters',
  basispunt: 'basispunten',
}

/** Words after a slash: "36 u/week". */
const PERIODS = wordList('dag week maand jaar')
/** Symbols that are units only directly after the number. After a space they are words or letters. */
const ATTACHED_ONLY = new Set(['h', 'u', 'N', 'J'])
/** The volts before a current: "12V/5A", "5 V, 3A". */
const VOLTS_BEFORE = /\d ?V(?:\/|, ?| )\d{1,3}$/
const MAX_VOLTS_LENGTH = 8
/** Symbols that are units only after a space. Directly after the number they are part of an address or a name ("lijn 50A"). */
const SPACED_ONLY = new Set(['A'])
/** Abbreviations, which may have a full stop. Symbols have none. */
const SHORTENED = new Set([
  'gr',
  'el',
  'tl',
  'sec',
  'min',
  'wk',
  'wkn',
  'gtt',
  'mnd',
  'jr',
  'j',
  'eetl',
  'theel',
  'volw',
  'st',
  'pers',
  'inw',
  'blz',
  'pag',
  'ct',
  'u',
  'tabl',
  'caps',
  'dgn',
  'ptn',
  'pnt',
  'lj',
  'wd',
  'fl',
  'dr',
  'd',
])

const SYMBOL = new RegExp(
  `([ -]?)(?!t/m(?![${LETTERS}]))([A-Za-zμΩ]{1,5}(?:\\^?[23](?!\\d))?)(?:\\.?\\/(100 ?)?([A-Za-z]{1,5}(?:\\^?[23](?!\\d))?))?(?![${LETTERS}0-9^'&@_])`,
  'y',
)
/** The rim of a tire and a number, after which a letter says how fast it may roll ("205/55 R16 91V"). */
const RIM_BEFORE = /R ?\d\d \d{2,3}$/
const MAX_RIM_LENGTH = 8
/** A level spoon ("1 afgestr. tl"). */
const SPOON = /( ?)afgestr\. ?(tl|el|theel|eetl)(?![A-Za-z\d])\.?/y
/** What is counted after "gr." as large ones, and not weighed: "1 gr. ui", "2 gr. aardappelen". */
export const LARGE_THING =
  /^(?:ui(?:en)?|sjalot(?:ten)?|ei(?:eren)?|tomaat|tomaten|aardappel(?:s|en)?|(?:winter)?wortel(?:s|en)?|courgettes?|paprika(?:'s)?|aubergines?|(?:knoflook)?te(?:en|nen)|prei(?:en)?|appels?|peer|peren|bloemkool|komkommers?|citroen(?:en)?|sinaasappels?|banaan|bananen|mango(?:'s)?|avocado(?:'s)?|blik(?:ken)?|bos(?:je)?|krop)(?!\p{L})/u
const LARGE_BEFORE = /(?<![\d.,])(?:\d\/)?[1-9]$/
/** The mark of inches, where no quote ends. */
export const INCHES = /"(?![A-Za-z0-9])/y
/** The temperature of an oven without its sign: "op 200C", "bij 180 C". */
const OVEN = /( ?)C(?![A-Za-z\d'-])/y
const OVEN_BEFORE = /(?<!\p{L})(?:op|tot|bij|van|oven|ca\.|circa) [12]\d\d$/iu
const MAX_OVEN_LENGTH = 10
/** What follows hours, and not "you". */
export const HOURS_NEXT =
  /^(?:[.,;:!?)]|$| (?:per|p\.[wmdj]|lang|later|geleden|oud|vooraf|eerder|vertraging)(?!\p{L})| 's (?:mo|oc|mi|av|na)| (?:of|en|tot|t\/m|[-–]) \d)/u
const MAX_NEXT_LENGTH = 10
/** Hours after a space, where "u" may also mean "you": see {@link spacedHoursAt}. */
const SPACED_HOURS = /( )u(?![A-Za-z'/])/y
/** The norm of a car before its letter: "Euro 6d". */
const EURO_NORM_BEFORE = /(?<!\p{L})Euro [3-7]$/u
const MAX_NORM_LENGTH = 8
/** Units that are expanded even without a number. */
const KNOWN_ALONE = wordList(
  'km kg cm mg ml cl dl m^2 m^3 km^2 cm^2 cm^3 kWh MWh GWh kW MW MHz GHz kHz MB GB TB kcal kmh',
)
const ALONE = new RegExp(
  `([A-Za-zμ]{1,5}(?:\\^?[23](?!\\d))?)(?:\\/([A-Za-z]{1,4}(?:\\^?[23](?!\\d))?))?(?![${LETTERS}0-9^'&@_/-])`,
  'y',
)

/** A capital that after a slash is a part of something and no unit ("Kerkstraat 12/A"). */
const SECTION = new RegExp(`(?<=/)[AJNV](?![${LETTERS}\\d])`, 'y')

/** The unit after a number, with or without a space. `isOne` means exactly one, so the unit is singular. */
export function unitAt(text: string, at: number, isOne: boolean): MeasurementUnit | undefined {
  const degrees = degreesAt(text, at, isOne ? 'graad' : 'graden')
  if (degrees) return degrees
  const oven = matchAt(OVEN, text, at)
  if (oven && OVEN_BEFORE.test(textBefore(text, at, MAX_OVEN_LENGTH)))
    return { end: at + oven[0].length, at: at + oven[1]!.length, words: 'graden celsius' }
  const spoon = matchAt(SPOON, text, at)
  if (spoon) {
    const unit = UNITS[spoon[2]!]!
    const words = `afgestreken ${isOne ? unit : pluralUnit(unit)}`
    return { end: at + spoon[0].length, at: at + spoon[1]!.length, words }
  }
  const match = RIM_BEFORE.test(textBefore(text, at, MAX_RIM_LENGTH)) ? null : matchAt(SYMBOL, text, at)
  if (!match) return undefined
  const [whole, gap, symbol, hundred, divisor] = match
  const isLarge = symbol === 'gr' && LARGE_BEFORE.test(textBefore(text, at, 4))
  if (
    isLarge &&
    text.startsWith('. ', at + whole.length) &&
    LARGE_THING.test(chunkAfter(text, at + whole.length + 1))
  )
    return undefined
  const unit = symbol === 't' && divisor === 'min' ? 'toer' : unitOf(symbol!)
  if (unit === undefined || (gap === '-' && symbol!.length === 1)) return undefined
  if (symbol === 'd' && EURO_NORM_BEFORE.test(textBefore(text, at, MAX_NORM_LENGTH))) return undefined
  const per = divisor === undefined ? undefined : PERIODS.has(divisor) ? divisor : unitOf(divisor)
  const isCurrent = symbol === 'A' && VOLTS_BEFORE.test(textBefore(text, at, MAX_VOLTS_LENGTH))
  if (per === undefined && !isCurrent && (gap === '' ? SPACED_ONLY : ATTACHED_ONLY).has(symbol!))
    return undefined
  // If no unit symbol follows the slash, the rest is read separately: "5 m/uur".
  const end = at + (per === undefined && divisor !== undefined ? whole.search(/\.?\//) : whole.length)
  const last = per === undefined ? symbol! : divisor!
  const takesStop = SHORTENED.has(last) && text[end] !== '/' && isShortened(text, end, last)
  if (/^(?:st|j|d|fl|dr|caps)$/.test(symbol!) && !takesStop && text[end] !== '.') return undefined
  const single = isOne || gap === '-' ? unit : pluralUnit(unit)
  const words = per === undefined ? single : `${single} per ${hundred === undefined ? '' : 'honderd '}${per}`
  return { end: takesStop ? end + 1 : end, at: gap === ' ' ? at + 1 : at, words }
}

/** The hours of " u" after a number, which are clear from a decimal, a fraction or what follows. */
export function spacedHoursAt(text: string, at: number, isClear: boolean): MeasurementUnit | undefined {
  const match = matchAt(SPACED_HOURS, text, at)
  if (!match) return undefined
  const end = at + match[0].length
  const takesStop = isShortened(text, end, 'u')
  if (!isClear && !takesStop && !HOURS_NEXT.test(text.slice(end, end + MAX_NEXT_LENGTH))) return undefined
  return { end: takesStop ? end + 1 : end, at: at + 1, words: 'uur' }
}

function unitOf(symbol: string): string | undefined {
  const key = keyOf(symbol)
  return entry(UNITS, key)
}

/** The key of a symbol: "m^2" for "m2". */
function keyOf(symbol: string): string {
  return symbol.replace(/\^?(?=[23]$)/, '^')
}

function isShortened(text: string, end: number, symbol: string): boolean {
  return text[end] === '.' && !fullStopEndsSentence(`${symbol}.`, chunkAfter(text, end + 1))
}

/** "slagen per minuut", "vierkante meter" */
function pluralUnit(unit: string): string {
  const [head, ...rest] = unit.split(' per ')
  return [PLURALS[head!] ?? head!, ...rest].join(' per ')
}

/** Reads units without a number: "per kg", "in km/u". */
export const readUnit: Reader = ({ text }, at) => {
  if (matchAt(SECTION, text, at)) return undefined
  const match = isWordStart(text, at) || text[at - 1] === '/' ? matchAt(ALONE, text, at) : null
  if (!match) return undefined
  const [whole, symbol, divisor] = match
  // "€ 5/kg", but "maat M/L"
  const isPer =
    /(?<!\b[A-Z])\/ ?$/.test(textBefore(text, at, 4)) || wordBefore(text, at).toLowerCase() === 'per'
  const unit = isPer || KNOWN_ALONE.has(keyOf(symbol!)) ? unitOf(symbol!) : undefined
  const per = divisor === undefined ? '' : unitOf(divisor)
  if (unit === undefined || per === undefined) return undefined
  return reading(at, whole.length, per === '' ? unit : `${unit} per ${per}`)
}
