import { entry } from '../../shared/text/entry.ts'
import { chunkAfter, matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'
import type { Gender } from './gender.ts'
import { cardinal } from './number-words.ts'
import { fullStopEndsSentence } from './sentence-end.ts'

interface UnitName {
  readonly one: string
  readonly many: string
  readonly gender: Gender
}

/** A unit with the same form in the singular and the plural, like most units. */
const same = (one: string, gender: Gender = 'm'): UnitName => ({ one, many: one, gender })
/** A feminine unit, whose plural ends in "n". */
const feminine = (one: string): UnitName => ({ one, many: `${one}n`, gender: 'f' })

const LENGTHS = {
  nm: 'nanometer',
  μm: 'mikrometer',
  mm: 'millimeter',
  cm: 'zentimeter',
  dm: 'dezimeter',
  m: 'meter',
  km: 'kilometer',
}

/** Units by their symbol. Case matters: "Mb" and "MB", "g" and "G". */
const UNITS: Readonly<Record<string, UnitName>> = {
  ...Object.fromEntries(
    Object.entries(LENGTHS).flatMap(([symbol, unit]) => [
      [symbol, same(unit)],
      [`${symbol}^2`, same(`quadrat${unit}`)],
      [`${symbol}^3`, same(`kubik${unit}`)],
    ]),
  ),
  qm: same('quadratmeter'),
  bp: { one: 'basispunkt', many: 'basispunkte', gender: 'm' },
  Bp: { one: 'basispunkt', many: 'basispunkte', gender: 'm' },
  hm: same('höhenmeter'),
  Hm: same('höhenmeter'),
  lfm: { one: 'laufender meter', many: 'laufende meter', gender: 'm' },
  qkm: same('quadratkilometer'),
  ccm: same('kubikzentimeter'),
  ha: same('hektar'),
  ...{ ng: same('nanogramm', 'n'), pg: same('pikogramm', 'n') },
  ...{ μg: same('mikrogramm', 'n'), mg: same('milligramm', 'n'), g: same('gramm', 'n') },
  gr: same('gramm', 'n'),
  mU: { one: 'millieinheit', many: 'millieinheiten', gender: 'f' },
  IE: { one: 'internationale einheit', many: 'internationale einheiten', gender: 'f' },
  ...{ kg: same('kilogramm', 'n'), t: feminine('tonne'), lb: same('pfund', 'n'), Pfd: same('pfund', 'n') },
  ...{ μl: same('mikroliter'), fl: same('femtoliter') },
  ...{ ml: same('milliliter'), cl: same('zentiliter'), dl: same('deziliter'), l: same('liter') },
  ...{ L: same('liter'), hl: same('hektoliter'), EL: same('esslöffel'), TL: same('teelöffel') },
  ...{ ns: feminine('nanosekunde'), μs: feminine('mikrosekunde'), ms: feminine('millisekunde') },
  ...{ s: feminine('sekunde'), sek: feminine('sekunde'), Sek: feminine('sekunde'), sec: feminine('sekunde') },
  ...{ min: feminine('minute'), Min: feminine('minute'), h: feminine('stunde'), Std: feminine('stunde') },
  ...{ std: feminine('stunde'), Wo: feminine('woche'), Mon: { one: 'monat', many: 'monate', gender: 'm' } },
  ...{
    Tg: { one: 'tag', many: 'tage', gender: 'm' },
    Tr: same('tropfen'),
    Tabl: feminine('tablette'),
    Tbl: feminine('tablette'),
  },
  ...{
    Pkg: { one: 'packung', many: 'packungen', gender: 'f' },
    Pck: { one: 'packung', many: 'packungen', gender: 'f' },
    Pk: { one: 'packung', many: 'packungen', gender: 'f' },
    Msp: feminine('messerspitze'),
    Fl: feminine('flasche'),
    Mo: { one: 'monat', many: 'monate', gender: 'm' },
    Pr: feminine('prise'),
    Bft: same('beaufort'),
    Mt: { one: 'monat', many: 'monate', gender: 'm' },
    Stk: same('stück', 'n'),
    St: same('stück', 'n'),
    Pkt: { one: 'punkt', many: 'punkte', gender: 'm' },
    Pers: { one: 'person', many: 'personen', gender: 'f' },
    Bew: { one: 'bewertung', many: 'bewertungen', gender: 'f' },
    Stpl: { one: 'stellplatz', many: 'stellplätze', gender: 'm' },
    Umst: { one: 'umstieg', many: 'umstiege', gender: 'm' },
    WT: { one: 'werktag', many: 'werktage', gender: 'm' },
    Mte: { one: 'monat', many: 'monate', gender: 'm' },
    Stck: same('stück', 'n'),
    gtt: same('tropfen'),
  },
  ...{ Hz: same('hertz', 'n'), kHz: same('kilohertz', 'n'), MHz: same('megahertz', 'n') },
  ...{ GHz: same('gigahertz', 'n'), W: same('watt', 'n'), kW: same('kilowatt', 'n') },
  ...{ MW: same('megawatt', 'n'), GW: same('gigawatt', 'n'), Wh: feminine('wattstunde') },
  ...{ kWh: feminine('kilowattstunde'), MWh: feminine('megawattstunde'), GWh: feminine('gigawattstunde') },
  ...{ kwh: feminine('kilowattstunde'), KWh: feminine('kilowattstunde'), mbit: same('megabit', 'n') },
  ...{
    Wp: same('watt peak', 'n'),
    kWp: same('kilowatt peak', 'n'),
    mAh: feminine('milliamperestunde'),
    Ah: feminine('amperestunde'),
  },
  ...{ mA: same('milliampere', 'n'), A: same('ampere', 'n'), mV: same('millivolt', 'n') },
  ...{
    V: same('volt', 'n'),
    kV: same('kilovolt', 'n'),
    Ω: same('ohm', 'n'),
    kΩ: same('kiloohm', 'n'),
    J: same('joule', 'n'),
  },
  ...{
    MΩ: same('megaohm', 'n'),
    μF: same('mikrofarad', 'n'),
    nF: same('nanofarad', 'n'),
    pF: same('pikofarad', 'n'),
  },
  ...{ Lj: { one: 'lichtjahr', many: 'lichtjahre', gender: 'n' }, Rp: same('rappen') },
  ...{ kJ: same('kilojoule', 'n'), cal: feminine('kalorie'), kcal: feminine('kilokalorie') },
  ...{ mmHg: same('millimeter quecksilbersäule'), mmol: same('millimol', 'n'), μmol: same('mikromol', 'n') },
  ...{ nmol: same('nanomol', 'n'), pmol: same('pikomol', 'n'), dpt: feminine('dioptrie') },
  Ew: same('einwohner'),
  ...{ N: same('newton', 'n'), kN: same('kilonewton', 'n'), Nm: same('newtonmeter') },
  ...{ Pa: same('pascal', 'n'), hPa: same('hektopascal', 'n'), kPa: same('kilopascal', 'n') },
  ...{ bar: same('bar', 'n'), mbar: same('millibar', 'n'), dB: same('dezibel', 'n') },
  ...{ B: same('byte', 'n'), kB: same('kilobyte', 'n'), KB: same('kilobyte', 'n') },
  ...{ MB: same('megabyte', 'n'), GB: same('gigabyte', 'n'), TB: same('terabyte', 'n') },
  ...{ PB: same('petabyte', 'n'), kbit: same('kilobit', 'n'), Mbit: same('megabit', 'n') },
  ...{ Gbit: same('gigabit', 'n'), Mb: same('megabit', 'n'), Gb: same('gigabit', 'n') },
  ...{ MBit: same('megabit', 'n'), GBit: same('gigabit', 'n') },
  ...{ oz: feminine('unze'), bbl: same('barrel', 'n') },
  ...{ lm: same('lumen', 'n'), lx: same('lux', 'n') },
  ...{ kbps: same('kilobit pro sekunde', 'n'), Mbps: same('megabit pro sekunde', 'n') },
  ...{ Gbps: same('gigabit pro sekunde', 'n'), fps: same('bilder pro sekunde', 'n') },
  ...{ kmh: same('kilometer pro stunde'), px: same('pixel', 'n'), dpi: same('D P I') },
  ...{
    kn: same('knoten'),
    PS: same('P S'),
    ct: same('cent'),
    Ct: same('cent'),
    Cent: same('cent'),
    Euro: same('euro'),
  },
  ...{ '°C': same('grad celsius', 'n'), '°F': same('grad fahrenheit', 'n'), '°K': same('grad kelvin', 'n') },
  ...{ '°': same('grad', 'n'), '%': same('prozent', 'n'), '‰': same('promille', 'n') },
}

/** "U" before a divisor: "1.400 U/min", "35 U/l". */
const TURN: UnitName = { one: 'umdrehung', many: 'umdrehungen', gender: 'f' }
const DOSE: UnitName = { one: 'einheit', many: 'einheiten', gender: 'f' }
/** Cells in a litre of blood: "8,4 G/l". */
const CELLS: Readonly<Record<string, UnitName>> = { G: same('giga', 'n'), T: same('tera', 'n') }
/** What is baked with, after "Pkt.", which elsewhere are points. */
const BAKING_AFTER = /^\.? (?:Back|Vanil|Hefe|Trocken|Pudding|Gelatine|Sahne|Torten|Natron|Frisch)/
const MAX_NOUN_LENGTH = 14

/** Units that are only divisors ("kWh/a"). */
const DIVISORS: Readonly<Record<string, UnitName>> = {
  a: { one: 'jahr', many: 'jahre', gender: 'n' },
  d: { one: 'tag', many: 'tage', gender: 'm' },
  's^2': { one: 'sekunde zum quadrat', many: 'sekunden zum quadrat', gender: 'f' },
}

/** What lasts or recurs, before a number of days: "in 14 d", "7–10 d". */
const LASTING_BEFORE = /(?:(?<!\p{L})(?:in|alle|für|f\.|über|nach|seit|max\.|ca\.) |\d ?[-–] ?)\d{1,3}$/iu
const MAX_LASTING_LENGTH = 12

/** Energy for an area and a year, as certificates of houses have it. The dot has become a space. */
const PER_AREA_AND_YEAR = /( ?)kWh\/(?:\(m\^2[ *]?a\)|m\^2[ *]?a(?![A-Za-z]))/y

/** Symbols that are units only directly after the number. After a space they are words or letters. */
const ATTACHED_ONLY = new Set(['B', 'J', 'N', 'bar', 'Mb', 'Gb', 'L'])
/** The name of a product before its number, after which a letter is no unit: "iPhone 5s". */
const MODEL_BEFORE = /(?<!\p{L})i\p{Lu}\p{Ll}{1,4} \d{1,2}$/u
/** What there is a big one of, and not some grams: "1 gr. Dose". */
const BIG_AFTER =
  /^\. (?:\p{L}{1,12}(?:dose|glas|becher|flasche|bund|topf|zwiebel|scheibe|tasse)|Dose|Glas|Becher|Flasche|Bund|Topf|Zwiebel|Scheibe|Tasse|Stück|Ei|Apfel|Zimmer|Kartoffel|Möhre|Paprika|Zucchini|Gurke|Tomate)/u
/** Abbreviations that without a full stop are words or letters. */
const STOPPED_ONLY = new Set(['Mon', 'Mo', 'Mt', 'Wo', 'St', 'Tg', 'Tr', 'Pr', 'Fl', 'Bew'])
/** The volts before a current: "12V/5A", "5 V, 3A". */
const VOLTS_BEFORE = /\d ?V(?:\/|, ?| )\d{1,3}$/
/** Symbols that are units only after a space. Directly after the number they are part of a name ("Klasse 5A"). */
const SPACED_ONLY = new Set(['A', 'Euro', 'Cent'])
/** Spoons directly after the number, before what is in them ("1EL Öl"). Elsewhere they are part of a name ("4TL"). */
const SPOON_ATTACHED = /^ \p{Lu}\p{Ll}/u
/** The caret of a square or a cube may be left out ("80 m2"). What it is divided by may have a number ("4 Tbl./24 h"). */
const SYMBOL =
  /([ -]?)(° ?[CFK]|[°%‰]|(?:[A-Za-zμΩ]{1,4})(?:\^?[23](?!\d))?)(?:\.?\/(?:(100|\d{1,2}(?= ?(?:h|Std)(?![A-Za-z]))) ?)?([A-Za-zμ]{1,4}(?:\^?[23](?!\d))?))?(?![A-Za-zÄÖÜäöüß0-9^'&@_]|\.[a-z]\.)/y

/** A level or a heaped spoon ("1 gestr. TL"). */
const SPOON = /( ?)(gestr|geh)\. ?(TL|EL)(?![A-Za-zÄÖÜäöüß0-9])/y
const SPOON_ADJECTIVES: Readonly<Record<string, string>> = { gestr: 'gestrichen', geh: 'gehäuft' }

/** A unit after a number. */
export interface MeasurementUnit extends UnitName {
  /** Position after the unit. */
  readonly end: number
  /** Where its symbol begins. */
  readonly at: number
}

/** The unit after a number, with or without a space. */
export function unitAt(text: string, at: number): MeasurementUnit | undefined {
  return energyAt(text, at) ?? spoonAt(text, at) ?? symbolAt(text, at)
}

/** "kilowattstunden pro quadratmeter und jahr" */
function energyAt(text: string, at: number): MeasurementUnit | undefined {
  const match = matchAt(PER_AREA_AND_YEAR, text, at)
  if (!match) return undefined
  const unit = dividedBy(feminine('kilowattstunde'), 'quadratmeter und jahr')
  return { ...unit, end: at + match[0].length, at: at + match[1]!.length }
}

/** "gestrichene teelöffel" */
function spoonAt(text: string, at: number): MeasurementUnit | undefined {
  const match = matchAt(SPOON, text, at)
  if (!match) return undefined
  const [whole, gap, short, spoon] = match
  const adjective = SPOON_ADJECTIVES[short!]!
  const { one, many, gender } = UNITS[spoon!]!
  return {
    one: `${adjective}er ${one}`,
    many: `${adjective}e ${many}`,
    gender,
    end: at + whole.length,
    at: at + gap!.length,
  }
}

/** "meter", "kilometer pro stunde" */
function symbolAt(text: string, at: number): MeasurementUnit | undefined {
  const match = matchAt(SYMBOL, text, at)
  if (!match) return undefined
  const [whole, gap, written, count, divisor] = match
  const symbol = keyOf(written!)
  const after = text.slice(at + whole.length, at + whole.length + MAX_NOUN_LENGTH)
  const before = textBefore(text, at, MAX_LASTING_LENGTH)
  const isLasting = symbol === 'd' && LASTING_BEFORE.test(before)
  const unit = isLasting ? DIVISORS[symbol] : unitNamed(symbol, divisor, after)
  if (unit === undefined || !standsRight(symbol, gap!, divisor, before, after)) return undefined
  const divided = divisor === undefined ? undefined : (UNITS[keyOf(divisor)] ?? DIVISORS[divisor])
  const hasWord = divided === undefined && WORD_DIVISOR.test(divisor ?? '')
  if (divisor !== undefined && divided === undefined && !hasWord) return undefined
  if (PART.test(divisor ?? '')) return undefined
  const end = at + (hasWord ? whole.lastIndexOf('/') : whole.length)
  const last = divided === undefined ? symbol : divisor!
  const isAbbreviated =
    isShortened(last) && text[end] === '.' && !fullStopEndsSentence(`${last}.`, chunkAfter(text, end + 1))
  const per = count === undefined ? divided?.one : divided && `${cardinal(count)} ${divided.many}`
  return {
    ...(per === undefined ? unit : dividedBy(unit, per)),
    end: isAbbreviated ? end + 1 : end,
    at: gap === ' ' ? at + 1 : at,
  }
}

/** Whether a symbol stands as it does behind a number: with or without a space, a hyphen or its full stop. */
function standsRight(
  symbol: string,
  gap: string,
  divisor: string | undefined,
  before: string,
  after: string,
): boolean {
  if (symbol === 'W' && /^-\d\d/.test(after)) return false // the oil "5W-30"
  if (symbol === 'gr' && /(?<![\d.,/])[1-9]$/.test(before) && BIG_AFTER.test(after)) return false
  // A letter after a hyphen is a unit inside a compound only ("100-m-Lauf").
  if (gap === '-' && symbol.length === 1 && !/^-\p{L}/u.test(after)) return false
  if (STOPPED_ONLY.has(symbol) && !after.startsWith('.')) return false
  if (gap === '') {
    if (symbol === 's' && MODEL_BEFORE.test(before)) return false
    if (/^[ET]L$/.test(symbol) && /\d$/.test(before) && !SPOON_ATTACHED.test(after)) return false
    return !SPACED_ONLY.has(symbol) || (symbol === 'A' && VOLTS_BEFORE.test(before))
  }
  const isOfNoun = symbol === 'L' && /^ \p{Lu}\p{Ll}/u.test(after) // "2 L Wasser"
  return divisor !== undefined || isOfNoun || !ATTACHED_ONLY.has(symbol)
}

function dividedBy({ one, many, gender }: UnitName, divisor: string): UnitName {
  return { one: `${one} pro ${divisor}`, many: `${many} pro ${divisor}`, gender }
}

/** A unit by its symbol, for some by what they are divided by or what they measure: "U/l" and "U/min", "Pkt. Hefe". */
function unitNamed(symbol: string, divisor: string | undefined, after: string): UnitName | undefined {
  if (symbol === 'U') return divisor === undefined ? undefined : divisor === 'min' ? TURN : DOSE
  if (divisor === 'l' && Object.hasOwn(CELLS, symbol)) return CELLS[symbol]
  if (symbol === 'Pkt' && BAKING_AFTER.test(after)) return same('päckchen', 'n')
  return entry(UNITS, symbol)
}

/** The key of a symbol: "m^2" for "m2", "°C" for "° C". */
function keyOf(symbol: string): string {
  return symbol.replace(' ', '').replace(/(?<=[a-z])(?=[23]$)/, '^')
}

/** A divisor that is a word itself ("mg/Tag"). It is read as one, after "pro". */
const WORD_DIVISOR = /^[A-ZÄÖÜ][a-zäöüß]{2,3}$/

/** A capital that is a part of something and no unit: "Hauptstr. 10 A/B". */
const PART = /^[ABJNV]$/

/** Whether a symbol is an abbreviation, which may have a full stop. */
function isShortened(symbol: string): boolean {
  return /^(?:gr|[Bb]p|[Mm]in|[Ss]ek|sec|[Ss]td|Stc?k?|Stpl|Umst|Mte|Bew|gtt|Pkt|Pkg?|Pck|Msp|Pr|Fl|Mo|Pers|Mon|Mt|Wo|Pfd|Tg|Tr|Tabl|Tbl|Lj|Rp)$/.test(
    symbol,
  )
}

/** Text before a unit that is a divisor ("€/m²", "pro km"). The letters of "m/w/d" are not units. */
const PER_BEFORE = /(?:[\d%]|[€$£] ?|\p{L}{2}\.?)\/$|(?<!\p{L})(?:pro|je) $/u
const MAX_BEFORE_LENGTH = 5
/** A capital that after a slash is such a part, too ("Musterstraße 12/A", "VOB/B"). */
const SECTION = /(?<=\/)[ABJNV](?![A-Za-zÄÖÜäöüß\d])/y
/** What is counted in a day and paid in a year: "max. 3/d", "120 €/a". */
const PERIOD = /(?:(?<=\d\/)d|(?<=€\/)a)(?![A-Za-zÄÖÜäöüß\d])/y
/** Symbols that are always units, never words or names. */
const UNMISTAKABLE =
  /(?:°[CF]|km|kg|cm|mm|ml|mg|qm|k[Ww]h|KWh|kW|MWh|GWh|[kMG]Hz|[MGT]B|[MG]bit|kcal|dB|m\^[23]|(?<=(?:gehäuft|gestrichen|voll|klein|groß|weiter)e[nr]? )[ET]L)(?![A-Za-zÄÖÜäöüß0-9-])/y

/** Reads units without a number: "pro km", "€/m²", "in km/h". */
export const readBareUnit: Reader = ({ text }, at) => {
  if (matchAt(SECTION, text, at)) return undefined
  const period = matchAt(PERIOD, text, at)?.[0]
  if (period !== undefined) return reading(at, 1, DIVISORS[period]!.one)
  const isPer = PER_BEFORE.test(textBefore(text, at, MAX_BEFORE_LENGTH))
  const unit = isPer || matchAt(UNMISTAKABLE, text, at) ? unitAt(text, at) : undefined
  return unit && { end: unit.end, said: [{ at, words: isPer ? unit.one : unit.many }] }
}
