import { degreesAt, type MeasurementUnit } from '../../shared/text/measurement-unit.ts'
import {
  chunkAfter,
  isWordEnd,
  matchAt,
  type Reader,
  reading,
  textBefore,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { isNumberedPlace, isPlaceBefore } from './places.ts'
import { fullStopEndsSentence } from './sentence-end.ts'
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
  ...{
    lb: 'pound',
    lbs: 'pound',
    oz: 'ounce',
    gal: 'gallon',
    gals: 'gallon',
    qt: 'quart',
    qts: 'quart',
    pt: 'pint',
    pts: 'point',
    bbl: 'barrel',
  },
  ...{ ml: 'milliliter', mL: 'milliliter', cl: 'centiliter', dl: 'deciliter', l: 'liter', L: 'liter' },
  ...{ dL: 'deciliter', tbsp: 'tablespoon', tsp: 'teaspoon', ha: 'hectare' },
  ...{
    Tbsp: 'tablespoon',
    TBSP: 'tablespoon',
    tbsps: 'tablespoon',
    tbs: 'tablespoon',
    Tbs: 'tablespoon',
    Tsp: 'teaspoon',
    tsps: 'teaspoon',
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
  ...{ hz: 'hertz', khz: 'kilohertz', mhz: 'megahertz', ghz: 'gigahertz', HZ: 'hertz', KHZ: 'kilohertz' },
  ...{ mbps: 'megabit per second', gbps: 'gigabit per second', MBPS: 'megabit per second' },
  ...{ kw: 'kilowatt', kwh: 'kilowatt hour', KW: 'kilowatt', KWH: 'kilowatt hour', mah: 'milliamp hour' },
  ...{ KG: 'kilogram', KGS: 'kilogram', kgs: 'kilogram', Kg: 'kilogram' },
  ...{ LB: 'pound', LBS: 'pound', Lbs: 'pound', OZ: 'ounce', ML: 'milliliter', Ml: 'milliliter' },
  ...{ CM: 'centimeter', KM: 'kilometer', Km: 'kilometer', kms: 'kilometer', MPH: 'mile per hour' },
  ...{ HRS: 'hour', Hrs: 'hour', MINS: 'minute', Mins: 'minute', SECS: 'second', YRS: 'year' },
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
  ...{ Gbps: 'gigabit per second', bps: 'basis point', Kb: 'kilobit', Mb: 'megabit', Gb: 'gigabit' },
  ...{
    ns: 'nanosecond',
    μs: 'microsecond',
    us: 'microsecond',
    ms: 'millisecond',
    s: 'second',
    's^2': 'second squared',
  },
  ...{ sec: 'second', secs: 'second', min: 'minute', mins: 'minute', h: 'hour', hr: 'hour', hrs: 'hour' },
  ...{
    yr: 'year',
    yrs: 'year',
    mo: 'month',
    mos: 'month',
    mth: 'month',
    mths: 'month',
    wk: 'week',
    wks: 'week',
  },
  ...{ W: 'watt', kW: 'kilowatt', MW: 'megawatt', GW: 'gigawatt', Wh: 'watt hour', kWh: 'kilowatt hour' },
  ...{
    MWh: 'megawatt hour',
    Ah: 'amp hour',
    mAh: 'milliamp hour',
    mV: 'millivolt',
    V: 'volt',
    kV: 'kilovolt',
    kVA: 'kilo volt amp',
    mA: 'milliamp',
  },
  ...{ hp: 'horsepower', inHg: 'inch of mercury', bd: 'bedroom', BR: 'bedroom', ba: 'bath', BA: 'bath' },
  ...{ kN: 'kilo newton', Nm: 'newton meter', kΩ: 'kilo ohm', MΩ: 'mega ohm', mol: 'mole' },
  ...{ Ω: 'ohm', J: 'joule', kJ: 'kilojoule', cal: 'calorie', kcal: 'kilocalorie', N: 'newton' },
  ...{ Pa: 'pascal', hPa: 'hectopascal', kPa: 'kilopascal', psi: 'pound per square inch', dB: 'decibel' },
  ...{ mmol: 'millimole', mEq: 'milliequivalent', IU: 'international unit', mIU: 'milli international unit' },
  ...{ ng: 'nanogram', pg: 'picogram', nmol: 'nanomole', pmol: 'picomole', μmol: 'micromole' },
  ...{
    fL: 'femtoliter',
    μL: 'microliter',
    uL: 'microliter',
    ac: 'acre',
    sf: 'square foot',
    SF: 'square foot',
    kts: 'knot',
  },
  ...{ KiB: 'kibibyte', MiB: 'mebibyte', GiB: 'gibibyte', TiB: 'tebibyte' },
  ...{ pk: 'pack', lm: 'lumen', lx: 'lux' },
  ...{ reb: 'rebound', ast: 'assist', wkt: 'wicket', wkts: 'wicket' },
  ...{ ppg: 'point per game', rpg: 'rebound per game', apg: 'assist per game' },
  ...{ eV: 'electron volt', keV: 'kilo electron volt', MeV: 'mega electron volt', ly: 'light year' },
  ...{ GeV: 'giga electron volt', TeV: 'tera electron volt' },
  ...{ bu: 'bushel', cwt: 'hundredweight', kn: 'knot' },
  ...{ ppd: 'pack per day', Gy: 'gray', cGy: 'centigray', mGy: 'milligray', mSv: 'millisievert' },
  ...{ pF: 'picofarad', nF: 'nanofarad', μF: 'microfarad', uF: 'microfarad', mH: 'millihenry' },
  U: 'unit',
  MP: 'megapixel',
  ...{ px: 'pixel', dpi: 'dot per inch', ppm: 'part per million' },
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

const TWO_WORDS =
  '(?:[Ss]q|SQ|[Cc]u|CU)\\.? ?(?:ft|Ft|FT|in|mi|yd|k?m)|[Ff]l\\.? ?oz|mm Hg|lb-ft|ft-lbs?|[mk]\\.p\\.h|m\\.p\\.g'

/** Units of two words, by their letters in lower case: "sq. ft", "fl oz". */
const TWO_WORD_UNITS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (['ft', 'in', 'mi', 'yd', 'm', 'km'] as const).flatMap((symbol) => [
      [`sq${symbol}`, `square ${LENGTHS[symbol]}`],
      [`cu${symbol}`, `cubic ${LENGTHS[symbol]}`],
    ]),
  ),
  floz: 'fluid ounce',
  mmhg: 'millimeter of mercury',
  lbft: 'pound foot',
  ftlb: 'foot pound',
  ftlbs: 'foot pound',
  mph: 'mile per hour',
  kph: 'kilometer per hour',
  mpg: 'mile per gallon',
}

/** The source of a regular expression for the full stop of an abbreviation in the middle of a sentence. */
export const STOP = '(?:\\.(?= (?:[a-z\\d@+=→&–-]|\\([a-z])|[,;:/]))?'

/** The source of a regular expression for the symbol of a unit, which may lack the caret of a square or a cube ("80 m2"). */
export const UNIT_SYMBOL = `${TWO_WORDS}|[A-Za-zμΩ]{1,4}(?:\\^?[23](?!\\d))?`

/** Symbols that are units only directly after the number. After a space they are words or letters. */
const ATTACHED_ONLY = new Set(['in', 'us', 'B', 'N', 'pt', 'ha', 'J', 'ac', 'MP'])
const INVARIABLE = /hertz|horsepower|pack|lux/
const LENGTH = /(?:meters?|miles?|foot|feet|yards?|inch|inches|pixels?)$/
const IRREGULAR: Readonly<Record<string, string>> = { foot: 'feet', inch: 'inches' }

/** After feet or other sides, "in" is the unit if the measure ends there (`CLOSES_MEASURE`). Otherwise it is a preposition. */
const FEET_BEFORE = /(?:ft|foot|feet|\d["']? ?[x×]|\din [x×]| in [x×])[.,]? ?\d{1,2}(?:\.\d{1,2}| \d\/\d)?$/
const CLOSES_MEASURE = /^(?:$|[.,;:!?)\n]| (?:tall|long|wide|high|deep|by|x)(?![a-z]))/
/** What is measured in inches, without feet or other sides before: "36 in wide", "6 in x 4 in", but "5 in high school". */
const SIDE_AFTER =
  /^ (?:[x×] ?\d|(?:tall|long|wide|high|deep|thick)(?:$|[.,;:!?)\n]| (?:and|by|at|x)(?![a-z])))/
const DECIMAL_SIDE_AFTER = /^ (?:tall|long|wide|high|deep|thick)(?![a-z-])/
const DECIMAL_BEFORE = /\d\.\d{1,3}$/
/** What of an acre is no adapter ("2 ac adapters"): a decimal number, or what follows. */
const ACRE_AFTER = /^(?:$|[.,;:!?)\n/]| (?:lots?|parcels?|of|on|in|with|and|or|at|for)(?![a-z]))/
/** A number that is a factor in a term: "b^2 - 4ac", "(4ac". */
const FACTOR_BEFORE = /(?:[-+*/=√] |[=√(]|\^\d[-+])\d{1,3}$/
const MAX_FACTOR_LENGTH = 8
/** The scale of a temperature, and what is around one of less than three digits: else it is a seat or a room. */
const SCALE = / ?([FC])(?![\w'-])/y
const TEMPERATURE =
  /\b(?:oven|preheat(?:ed)?|bake|roast|cook|temp(?:erature)?s?|thermostat|minus|chill|dew ?point|heat index|set(?: it| the [a-z]{1,12})? (?:to|at)|highs?|lows?|feels like)\b[^!?\n]{0,20}\d ?[FC]|gas mark|[FC] (?:outside|today|tonight|fan(?![a-z]))/i
const MAX_CUE_LENGTH = 30
/** What has so many degrees: "a 90° angle". */
const IN_DEGREES =
  /^ ?° ?[FC]? (?:angle|turn|rotation|bend|corner|day|weather|oven|fever|water|view|video|camera)(?![a-z])/
/** "98 deg", "32 deg. F" */
const DEGREES = / ?deg(?:\.(?= [a-zFC]))?(?: ?([FC]))?(?![A-Za-z])/y
/**
 * The letter of a current, before what it is for, after volts ("5V/3A"), after words of a current or decimals: elsewhere it is that of
 * a seat ("12A").
 */
const AMPS =
  / ?A(?= (?:outlet|circuit|breaker|fuse|plug|charger|socket|panel|receptacle)s?(?![a-z]))|(?<=\d ?V[,/@]? ?\d{1,3}|\b(?:[Cc]urrent|[Dd]raws?|[Aa]mperage)(?: draw)?(?: is| of|:)? \d{1,3}) ?A(?![A-Za-z0-9])|(?<=\d\.\d{1,3}) ?A(?![A-Za-z0-9]| [a-z])/y
/** The letters of an apparent power, which are a state and a hospital, too: "500VA", "a 2 VA transformer", "rated 500 VA". */
const VOLT_AMPS =
  /VA(?![A-Za-z0-9])|(?<=\b(?:rated|rating|capacity|load|output|draws?|maximum|max|up to)(?: at| of| is|:)? \d{1,5}) VA(?![A-Za-z0-9])| VA(?=(?: (?:transformer|UPS|supply|load|power|rating|unit|inverter)s?(?![A-Za-z])|\/\d{1,5} ?W(?![A-Za-z])| (?:at|@) \d))/y
const SYMBOL = new RegExp(
  `([ -]?)(${UNIT_SYMBOL})(?:\\/([A-Za-z]{1,4}(?:\\^?[23](?!\\d))?))?(?!(?!K(?![\\w']))[A-Za-z0-9^'&@_])`,
  'y',
)
/** Units of heat and power, which may be for each kelvin: "5 W/m²K", "1 kJ/kg·K". */
const HEAT = /^(?:[mk]?W|k?J)$/
const KELVIN = / ?K(?![\w'])/y
/** Two words for a unit without a number before them ("the price per sq. ft."). */
const BARE = new RegExp(`(${TWO_WORDS})${STOP}(?![A-Za-z0-9])`, 'y')

/** Symbols that are units wherever they stand, and no word or name. */
const UNITS_ANYWHERE = 'kWh|MWh|mg|mcg|ng|kg|lbs?|oz|gal|[md]L|km|cm|mm|hrs?|wks?|yrs?|mph|kcal|mmol'
const UNMISTAKABLE = new RegExp(`^(?:${UNITS_ANYWHERE}|kW|μg|[μu]L|mmHg)$`)
/** A unit without a number, after one of the words below. */
const BARE_SYMBOL = new RegExp(
  `(${UNITS_ANYWHERE}|min|mo|mi)(?:\\/(mL|dL|L|kg|hr?|min))?(?:\\.(?= [a-z\\d]|[,;:/]))?(?![A-Za-z0-9])`,
  'y',
)
/** Those of them that are units after more words: "how many oz in a lb", "convert it to cm". */
const MEASURES = /^(?:kWh|mg|mcg|kg|lbs?|oz|[md]L|km|cm|mm|mph|kcal)$/
const AFTER_PER = /^(?:min|mo|mi|hr|wk|yr)$/
const BARE_CUES = wordList('per each every many in thousand million billion trillion')

/** Symbols that are units only after a slash: "400 IU/d". */
const DIVISORS: Readonly<Record<string, string>> = { d: 'day' }
/** A divisor that is a word itself ("mg/day", "mg/dose"). It is read as one, after "per". */
const WORD_DIVISOR = /^[a-z]{3,4}$/

/** The longest of the words below in the plural, with a space before and a letter after it. */
const MAX_MEASURED_LENGTH = 13
/** What is as many points high: "12pt font". */
const TYPE_AFTER = /^ (?:font|type|text)(?![a-z])/
/** What is made or sold by a measure: before it the unit is singular ("3.5L engine", "5 lb. bag"). */
const MEASURED =
  /^ (?:engine|motor|bag|bottle|box|carton|jar|jug|pack|package|tank|tube|tab|cap|tablet|capsule|pill|vial|bulb|battery|charger|outlet|jack|socket|circuit|adapter|current|supply|drive|cable|lens|camera|sensor|range|tin|ladder|screen|TV|monitor|display|phone|laptop|model|plan|apartment|room|house|home|table|tile|pizza|sub|pan|winds?|warranty|service|support|notice|delivery|dish|skillet|relay|race|jog|delay|session|layover|supply|course|limit|olds|walk|ride|wait|break|window|slot|trial|appointment|steak|(?:NY )?strip|filet|fillet|burger|patty|sirloin|ribeye|lobster|salmon|coffee|beer|soda|drink|glass|cup|pot|paper|dash|sprint|swim|can(?= of|[,.;)]|$)|freestyle|hurdle|inseam|brush|roller|pipe|hose|nail|screw|font|heater|oven|drill|saw|wrench|bolt|cartridge|ammo|ammunition|pistol|Parabellum|cordless|system|kit|generator|inverter|(?:H[CQ] )?container|spoonful|dose|stone|nodule|lesion|mass|polyp|cyst|pitch|batterie|transformer|UPS|load|rating|V\d|O?LED|QLED|4K)(?:s|es)?(?![a-z])/

/** The unit after a number, with or without a space. `isOne` means exactly one, so the unit is singular. */
export function unitAt(text: string, at: number, isOne: boolean): MeasurementUnit | undefined {
  const degree = isOne || IN_DEGREES.test(text.slice(at, at + 16)) ? 'degree' : 'degrees'
  const degrees = degreesAt(text, at, degree) ?? temperatureAt(text, at, degree)
  if (degrees) return degrees
  const amps = matchAt(AMPS, text, at)?.[0]
  if (amps !== undefined) {
    const end = at + amps.length
    return { end, at: end - 1, words: /^ [a-z]/.test(text.slice(end, end + 2)) ? 'amp' : 'amps' }
  }
  const voltAmps = matchAt(VOLT_AMPS, text, at)?.[0]
  if (voltAmps !== undefined) {
    const end = at + voltAmps.length
    return { end, at: end - 2, words: isOne || isMeasured(text, end) ? 'volt amp' : 'volt amps' }
  }
  const match = matchAt(SYMBOL, text, at)
  if (!match) return undefined
  const [whole, gap, symbol, divisor] = match
  const isOfHeat = divisor !== undefined && HEAT.test(symbol!)
  const kelvin = isOfHeat ? (matchAt(KELVIN, text, at + whole.length)?.[0] ?? '') : ''
  if (kelvin === '' && text[at + whole.length] === 'K') return undefined
  if (symbol === 'W' && /^-\d/.test(text.slice(at + whole.length, at + whole.length + 2))) return undefined // "5W-30"
  if (gap === '' && isLetterOfName(text, at, symbol!)) return undefined
  if (/^[NSEW]$/.test(symbol!) && (endsRouteNumber(text, at) || endsHouseNumber(text, at))) return undefined
  const isPoint =
    symbol === 'pt' && (gap === '-' || TYPE_AFTER.test(text.slice(at + whole.length, at + whole.length + 6)))
  const unit = isPoint ? 'point' : unitName(symbol!) // "a 3-pt. shot"
  if (unit === undefined || (gap === '-' && symbol!.length === 1)) return undefined
  const hasWord = divisor !== undefined && WORD_DIVISOR.test(divisor) && unitName(divisor) === undefined
  const end = at + (hasWord ? whole.lastIndexOf('/') : whole.length + kelvin.length)
  const goesOn = /^(?:[,;:)/+]| (?:[a-z\d@+=→&–-]|\([a-z\d+$-]|[NS]?[NSEW] |(?:NY|BBQ|USDA) ))/.test(
    text.slice(end + 1, end + 7),
  )
  const isAttribute = gap === '-' && !fullStopEndsSentence(`1-${symbol}.`, chunkAfter(text, end + 1))
  const isAbbreviated = text[end] === '.' && (goesOn || isAttribute)
  const isInch = symbol === 'in' && (/[.;)]/.test(text[end] ?? ' ') || isInchOfHeight(text, at, end))
  const isHectare = symbol === 'ha' && DECIMAL_BEFORE.test(textBefore(text, at, 6)) // "2 ha" may be a laugh
  const isAcre = symbol === 'ac' && ACRE_AFTER.test(text.slice(end, end + 9))
  const isScreen = gap === '-' && symbol === 'in' && isMeasured(text, end) // "a 27-in screen"
  const isSpaced = gap === ' ' || (gap === '-' && symbol === 'in') // "3-in-1"
  if (isSpaced && ATTACHED_ONLY.has(symbol!) && !isInch && !isScreen && !isAcre && !isHectare)
    return undefined
  const per = divisor === undefined || hasWord ? '' : (UNITS[withCaret(divisor)] ?? DIVISORS[divisor])
  if (per === undefined) return undefined
  if (symbol === 'U' && per === '') return undefined // only in "U/L"
  const stop = isAbbreviated ? end + 1 : end
  const isSingle =
    isOne || gap === '-' || isMeasured(text, stop) || /^-[a-z]/.test(text.slice(stop, stop + 2)) // "60W-equivalent"
  const single = isSingle ? unit : pluralUnit(unit)
  const words = per === '' ? single : `${single} per ${per}${kelvin === '' ? '' : ' kelvin'}`
  return { end: stop, at: gap === ' ' ? at + 1 : at, words }
}

/** Whether letters directly after a number belong to a name: "gate 12L", "b^2 - 4ac". */
function isLetterOfName(text: string, end: number, symbol: string): boolean {
  const before = textBefore(text, end, MAX_FACTOR_LENGTH)
  if (symbol === 'ac') return FACTOR_BEFORE.test(before)
  if (/^[A-Z]$/.test(symbol) && /(?<![A-Za-z])[A-Z]{1,5}-\d{1,4}$/.test(before)) return true // "C-130J"
  const digits = /(?<!\.)\d{1,4}$/.exec(before)?.[0]
  return digits !== undefined && /^[A-Z]$/.test(symbol) && isPlaceBefore(text, end - digits.length)
}

/** The degrees of a number without their sign: "350F", "set it to 72F". */
function temperatureAt(text: string, at: number, degree: string): MeasurementUnit | undefined {
  const named = matchAt(DEGREES, text, at)
  if (named) {
    const scale = named[1] === undefined ? '' : named[1] === 'F' ? ' fahrenheit' : ' celsius'
    return { end: at + named[0].length, at: text[at] === ' ' ? at + 1 : at, words: degree + scale }
  }
  const match = matchAt(SCALE, text, at)
  if (!match) return undefined
  const number = /\d{1,3}$/.exec(textBefore(text, at, 3))![0]
  const start = at - number.length
  const isHot = number.length === 3 && match[0] === 'F' && isWordEnd(text, start - 1)
  const isBody = match[0].length === 1 && /\d\d\.\d$/.test(textBefore(text, at, 4)) // "98.6F"
  const isNamed = isBody || TEMPERATURE.test(text.slice(Math.max(0, start - MAX_CUE_LENGTH), at + 10))
  if (!isNamed && (!isHot || isNumberedPlace(wordBefore(text, start)))) return undefined
  const end = at + match[0].length
  return { end, at: end - 1, words: `${degree} ${match[1] === 'F' ? 'fahrenheit' : 'celsius'}` }
}

/** The name of a unit in the singular, if it is one: "kg", "sq. ft". */
export function unitName(symbol: string): string | undefined {
  return UNITS[withCaret(symbol)] ?? TWO_WORD_UNITS[symbol.toLowerCase().replace(/[-. ]/g, '')]
}

/** "m^2" for "m2". */
function withCaret(symbol: string): string {
  return symbol.replace(/(?<=[a-z])(?=[23]$)/, '^')
}

/** Reads a unit without a number before it: "per sq. ft" is "per square foot", "how many mg" "how many milligrams". */
export const readBareUnit: Reader = ({ text }, at) => {
  const match = matchAt(BARE, text, at) ?? matchAt(BARE_SYMBOL, text, at)
  if (!match) return undefined
  const cue = wordBefore(text, at).toLowerCase()
  if (!isCued(match, cue)) return undefined
  const [whole, symbol, divisor] = match
  const unit = unitName(symbol!)!
  const isSingle = /^(?:per|an?|each|every)$/.test(cue)
  const per = divisor === undefined ? '' : ` per ${unitName(divisor)}`
  return reading(at, whole.length, (isSingle ? unit : pluralUnit(unit)) + per)
}

/** Two words and a quotient ("mg/dL") are units without a cue; others after one, and some only after "per". */
function isCued([, symbol, divisor]: RegExpExecArray, cue: string): boolean {
  if (divisor !== undefined || UNITS[symbol!] === undefined) return true
  if (MEASURES.test(symbol!) && /^(?:to|into|an?)$/.test(cue)) return true
  return AFTER_PER.test(symbol!) ? /^(?:per|every)$/.test(cue) : BARE_CUES.has(cue)
}

/** Whether a symbol is a unit wherever it stands, and no word or name. */
export function isUnmistakable(symbol: string): boolean {
  return UNMISTAKABLE.test(symbol)
}

/** Whether what begins after a unit is measured by it, so that the unit is singular: "27" screen". */
export function isMeasured(text: string, end: number): boolean {
  return MEASURED.test(text.slice(end, end + MAX_MEASURED_LENGTH))
}

/** Whether the name of a unit is one of length, in which the sides of something are measured. */
export function isLength(unit: string): boolean {
  return LENGTH.test(unit)
}

/** Whether "in" is a unit, as in "5 ft 10 in" and "36 in wide". `at` is the end of the number, `end` the end of the unit. */
function isInchOfHeight(text: string, at: number, end: number): boolean {
  const after = text.slice(end, end + 12)
  if (SIDE_AFTER.test(after)) return true
  if (DECIMAL_SIDE_AFTER.test(after) && DECIMAL_BEFORE.test(textBefore(text, at, 6))) return true
  const closes = CLOSES_MEASURE.test(after)
  return closes && FEET_BEFORE.test(textBefore(text, at, 14))
}

/** "miles per hour", "square feet", "kilowatt hours", "millimeters of mercury" */
function pluralUnit(unit: string): string {
  const [head, ...rest] = unit.split(/ (?=per |of )/)
  const start = head!.lastIndexOf(' ') + 1
  const last = head!.slice(start)
  const many = INVARIABLE.test(last) ? last : (IRREGULAR[last] ?? `${last}s`)
  return [head!.slice(0, start) + many, ...rest].join(' ')
}
