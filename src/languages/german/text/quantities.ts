import { readHeight } from '../../shared/text/heights.ts'
import {
  LETTERS,
  matchAt,
  numberReading,
  type Reader,
  type ReaderInput,
  type Reading,
  textBefore,
  wordBefore,
} from '../../shared/text/reading.ts'
import { scientificReader } from '../../shared/text/scientific.ts'
import { endingAt, isDativeAt, nounAfter, oneAt } from './adjectives.ts'
import { bareNumber, counted } from './bare-numbers.ts'
import { MAGNITUDE, scaledWords } from './currency.ts'
import {
  cardinal,
  decimal,
  digitByDigit,
  type Ending,
  ordinal,
  prefix,
  versionWords,
  year,
} from './number-words.ts'
import { NUMBERED } from './ordinals.ts'
import { DASH_WORDS, SYMBOL_WORDS } from './symbol-words.ts'
import { type MeasurementUnit, unitAt } from './units.ts'

/** An IPv4 address. "1.000.000.000" is a number. */
const ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}(?<!\.000)(?!\.?\d)/y
const GROUPED =
  /\d{1,3}(?:\.\d{3}(?!\d))+(?!\.\d)|\d{1,3}(?:'\d{3}(?!\d))+|\d{1,3}(?: \d{3}(?!\d|[.:/]\d))+(?! ?\d)/y
const VERSION = /\d{1,6}(?:\.\d{1,6}){1,8}(?!\d)/y
const WHOLE = /\d+/y
const FRACTION = /,(\d+)(?![.,]\d)/y
const MAGNITUDE_AFTER = new RegExp(
  `${MAGNITUDE}| (Million(?:en)?|Milliarden?|Billion(?:en)?)(?= \\p{L})`,
  'uy',
)
const THOUSAND = /(?<![A-Z]-\d{1,3})[kK](?![A-Za-z0-9'&]|-[A-Z]\d)/y
/** "90er", "1990er", "80ern" */
const DECADE = new RegExp(`er(n|s)?(?![${LETTERS}0-9])`, 'y')
/** A price without its currency, the words before it, and after it nothing that it could measure. */
const PRICE = /^([1-9]\d{0,3}|[1-9]\d{0,2}\.\d{3}),(\d[05]|9[89]|[1-8]9)$/
const PRICE_BEFORE =
  /(?<!\p{L})(?:(?<=\d ?)(?:k?g|m?l)|kostet|kosten|gekostet|macht(?: zusammen)?|gesamt:?|summe:?|zusammen|statt|à|für|(?:jetzt|statt [\d.,]{1,8}) nur|nur|jetzt|UVP:?|kostet nur|\p{L}{0,16}(?:preis|rate|betrag|gebühr|limit|miete|pauschale|honorar|saldo|guthaben):?) $/iu
/** What costs that much, in a list of prices: "Salat 12,90, Pizza Funghi 9,50". */
const PRICED_BEFORE =
  /(?:^|[,;:|\n]|(?<!\p{L})und|\d ?(?:[cm]?l|k?g)) ?(?:[-*•] )?(?!\p{L}{0,16}(?:[Ww]ert|[Nn]ote|[Ff]aktor|[Ii]ndex|[Vv]ersion|[Ss]chnitt|[Qq]uote|[Zz]ahl|Pi) )\p{Lu}\p{Ll}[\p{L}-]{1,16}(?: (?:mit |und |in |vom |à la |auf )?\p{Lu}[\p{L}-]{2,16}){0,2} $/u
const PRICED_AFTER = /^(?:[,;](?!\d)|\.?(?:$|\n)| und \p{Lu}| \|)/u
const PRICE_AFTER =
  /^(?:[;!?)]|[.,](?!\d)|$| (?:pro|je|statt|nur|jetzt|mtl|monatlich|jährlich|inkl|zzgl|im|und|oder|bis)(?!\p{L}))/u
const MAX_PRICE_LENGTH = 60
/** Stems that form one word with a number: "10-jährig", "4-mal", "3fach", "der 30-Jährige". */
/** "10-j. Zinsbindung", with the ending that its noun asks for. */
const YEARS = /-j\.(?= \p{Lu})/uy
const STEMS =
  'mal|fach|jährig|stündig|tägig|tägl|wöchig|monatig|minütig|sekündig|köpfig|teilig|stellig|stöckig|stufig|seitig|' +
  'türig|prozentig|gradig|zeilig|spaltig|sprachig|geschossig|sitzig|beinig|bändig|strahlig|silbig|dimensional|zöllig|' +
  'lagig|phasig|adrig|flammig|armig|spurig|gängig|zylindrig|tausend|hundert'
const SUFFIX = new RegExp(`-?((?:${STEMS})[${LETTERS}]{0,12})(?:(?<=tägl)\\.)?`, 'iy')
/** "3te", "20ste" */
const ORDINAL_SUFFIX = new RegExp(`-?s?t(e[nrsm]?)(?![${LETTERS}0-9])`, 'y')
const PERCENT_SUFFIX = /-? ?%-?(ig(?:e[mnrs]?)?)(?![A-Za-z])/y
/** "2x", "2 x täglich", but not the variable of "2x + 5 = 17" */
const TIMES =
  /[xX](?![A-Za-z0-9^]| ?[+=*·×]| ?- ?\d{1,4}(?:[a-z]?(?:$|[ .,;!?=+])))| [xX](?= [A-Za-zÄÖÜäöüß]{2})/y
const MAX_TERM_LENGTH = 10
/** Text before a term that is no first one: "x^2 - 4x". */
const TERM_BEFORE = /(?:[+=]|(?:(?<![A-Za-z\d])\d{0,3}[a-z]?(?:\^\d)?|\)) -) ?$/
const LETTER = / ?[A-Z](?![A-Za-zÄÖÜäöüß0-9])/y
const SMALL_LETTER = / ?[a-g](?![A-Za-zÄÖÜäöüß0-9.])/y
/** Text before the number of a section or an item, after which a letter is no unit ("§ 312g BGB", "Art. 7 g", "Rn. 34 m. w. N."). */
const SECTION_BEFORE =
  /(?:§ ?(?:\d{1,4} ?[a-z]?(?:,| und| bis) ){0,3}|(?<!\p{L})(?:(?:Art|Nr|Rn|Rz|Tz|Abs|Ziff)\.? ?|(?:Artikel|Paragra[fp]h?|Nummer) ))$/u
const SECTION_LETTER = / ?[a-z](?![A-Za-zÄÖÜäöüß0-9])/y
const MAX_SECTION_LENGTH = 36
/** What ends the names of streets, seats and doors. A letter after their number is no unit ("Hauptstr. 6 A", "Sitz 12 A"). */
const STREET = /(?:str|straße|strasse|gasse|allee|platz|weg)$/i
const PLACE = /(?:ring|damm|ufer|chaussee|hof|steig|markt|promenade|sitz|tür|^top|^gl|stellplatz|stiege)$/i
/** A postcode after the number of a house. */
const POSTCODE_AFTER = /^ ?[A-Z], ?\d{5} \p{Lu}/u
/** The rim of a tire, after which the letter behind a number says how fast it may roll ("205/55 R16 91V"). */
const RIM_BEFORE = /R ?\d\d $/
/** The stars of a hotel ("4*-Hotel", "5*S-Resort"). */
const STARS = /([2-7])\*S?(?:-(?=\p{Lu})| ?(?=Hotel))/uy
/** The feet of a container: "40'-Container", "20' HC-Container". */
const FEET = /'(?=[- ](?:\p{Lu}{2}-)?Container)/uy
const INCHES = /"(?![A-Za-z0-9])/y
/** Minutes with a prime, after what lasts or recurs: "alle 20'", "fertig in 20'". */
const PRIME = /'(?![A-Za-z0-9'])/y
const LASTING_BEFORE =
  /(?<!\p{L})(?:alle|in|nach|ca\.|dauert|noch|nur|mind\.|max\.) $|(?<!\d ?)\+$|\d'(?:,| u\.| und| oder) $/iu
const MAX_LASTING_LENGTH = 8

/** A number and its words, before any unit or magnitude after it is read. */
interface Quantity {
  readonly at: number
  readonly end: number
  readonly words: string
  /** The digits of a whole number. */
  readonly whole?: string
  /** Whether it has thousands separators. Then it is neither a year nor a code. */
  readonly isGrouped?: boolean
}

/**
 * Reads numbers with their units, endings and magnitudes: "3,14", "1.000", "90er", "50 %", "10-jährig", "1,5 Mio.", "5
 * km".
 */
export const readQuantity: Reader = (input, at) => {
  const { text } = input
  const address = matchAt(ADDRESS, text, at)
  if (address)
    return numberReading(at, address[0].length, address[0].split('.').map(digitByDigit).join(' punkt '))
  const height = readHeight(text, at, { metres: prefix, cardinal })
  if (height) return height
  const stars = matchAt(STARS, text, at)
  if (stars) return wordReading(at, at + stars[0].length, `${prefix(stars[1]!)} sterne`)
  const grouped = matchAt(GROUPED, text, at)
  const version = grouped ? null : matchAt(VERSION, text, at)
  if (version) return withUnit(input, { at, end: at + version[0].length, words: versionWords(version[0]) })
  const match = grouped ?? matchAt(WHOLE, text, at)
  if (!match) return undefined
  const whole = match[0].replace(/[.' ]/g, '')
  const end = at + match[0].length
  const fraction = matchAt(FRACTION, text, end)
  if (fraction)
    return withFraction(input, { at, end: end + fraction[0].length, words: decimal(whole, fraction[1]!) })
  const isGrouped = grouped !== null
  const words = isGrouped ? cardinal(whole) : counted(whole)
  return withEnding(input, at, end, whole) ?? withUnit(input, { at, end, words, whole, isGrouped })
}

/** Reads "1e-7" and "1,5E3". */
export const readScientific = scientificReader(SYMBOL_WORDS, DASH_WORDS, {
  points: '.,',
  cardinal,
  decimal,
  unitAt(text, at) {
    const unit = unitAt(text, at)
    return unit && { end: unit.end, at: unit.at, words: unit.many }
  },
})

function withFraction(input: ReaderInput, quantity: Quantity): Reading {
  const percent = matchAt(PERCENT_SUFFIX, input.text, quantity.end)
  if (percent)
    return wordReading(
      quantity.at,
      quantity.end + percent[0].length,
      `${quantity.words} prozent${percent[1]}`,
    )
  const decade = matchAt(DECADE, input.text, quantity.end) // "eine 0,5er Cola"
  if (decade) return wordReading(quantity.at, quantity.end + decade[0].length, quantity.words + decade[0])
  const price = priceWords(input.text, quantity)
  if (price !== undefined) return numberReading(quantity.at, quantity.end - quantity.at, price)
  const times = matchAt(TIMES, input.text, quantity.end)
  if (times) return wordReading(quantity.at, quantity.end + times[0].length, `${quantity.words} mal`)
  const suffix = matchAt(SUFFIX, input.text, quantity.end)
  return suffix
    ? wordReading(quantity.at, quantity.end + suffix[0].length, joined(quantity.words, suffix[1]!))
    : withUnit(input, quantity)
}

/** The words of a price without a currency, after what something costs: "kostet 14,90" is "vierzehn neunzig". */
function priceWords(text: string, { at, end }: Quantity): string | undefined {
  const [, whole, cents] = PRICE.exec(text.slice(at, end)) ?? []
  const before = textBefore(text, at, MAX_PRICE_LENGTH)
  const after = text.slice(end, end + 8)
  const isPrice =
    (PRICE_BEFORE.test(before) && PRICE_AFTER.test(after)) ||
    (PRICED_BEFORE.test(before) && PRICED_AFTER.test(after))
  if (cents === undefined || !isPrice) return undefined
  const amount = cardinal(whole!.replace('.', ''))
  if (cents === '00') return amount
  return `${amount} ${cents.startsWith('0') ? digitByDigit(cents) : cardinal(cents)}`
}

/** Reads an ending that forms one word with the number. */
function withEnding({ text }: ReaderInput, at: number, end: number, whole: string): Reading | undefined {
  const decade = matchAt(DECADE, text, end)
  if (decade) {
    const number = /^[12]\d{3}$/.test(whole) ? year(whole) : prefix(whole)
    return numberReading(at, end + decade[0].length - at, `${number}${decade[0]}`)
  }
  const percent = matchAt(PERCENT_SUFFIX, text, end)
  if (percent) return wordReading(at, end + percent[0].length, `${prefix(whole)}prozent${percent[1]}`)
  const suffix = matchAt(SUFFIX, text, end)
  if (suffix) return wordReading(at, end + suffix[0].length, joined(prefix(whole), suffix[1]!))
  const years = matchAt(YEARS, text, end)
  if (years) {
    const ending = endingAt(text, at, nounAfter(text, end + years[0].length))
    return wordReading(at, end + years[0].length, `${prefix(whole)}jährig${ending}`)
  }
  const nth = Number(whole) > 0 ? matchAt(ORDINAL_SUFFIX, text, end) : null
  if (nth) return wordReading(at, end + nth[0].length, ordinal(whole, nth[1] as Ending))
  const isTerm = TERM_BEFORE.test(textBefore(text, at, MAX_TERM_LENGTH))
  const times = isTerm ? null : matchAt(TIMES, text, end)
  if (times) return wordReading(at, end + times[0].length, `${prefix(whole)}mal`)
  return undefined
}

/** "zehnjährig", "vierzehntäglich", from the words of a number */
function joined(number: string, suffix: string): string {
  return number + suffix.toLowerCase().replace(/tägl$/, 'täglich')
}

/** The reading of a word that begins with a number but is not a number. */
function wordReading(at: number, end: number, word: string): Reading {
  return { end, said: [{ at, words: word }] }
}

/** Reads a number and the magnitude or unit after it, if there is one. */
function withUnit(input: ReaderInput, { at, end, words, whole, isGrouped }: Quantity): Reading {
  const { text } = input
  const magnitude = matchAt(MAGNITUDE_AFTER, text, end)
  if (magnitude) {
    const scaled = withMagnitude(
      at,
      end,
      magnitude[0],
      scaledWords(words, (magnitude[1] ?? magnitude[2])!, oneAt(text, at, 'f')),
    )
    const unit = unitAt(text, scaled.end)
    return unit
      ? { ...scaled, end: unit.end, said: [...scaled.said, { at: unit.at, words: unit.many }] }
      : scaled
  }
  // but "4K" and "i7-13700K"
  const isThousands =
    whole !== undefined && !/^[48]$/.test(whole) && whole.length < 7 && !/\d-$/.test(text.slice(at - 2, at))
  if (isThousands && matchAt(THOUSAND, text, end))
    return numberReading(at, end + 1 - at, cardinal(`${whole}000`))
  const unit = isPlace(text, at, end) ? undefined : unitAt(text, end)
  if (unit) {
    const said = [
      { at, words: whole === '1' ? oneAt(text, at, unit.gender) : words },
      { at: unit.at, words: whole === '1' ? unit.one : pluralAt(text, at, unit) },
    ]
    return { end: unit.end, said, isNumber: true }
  }
  if (!input.inQuote && !NUMBERED.has(wordBefore(text, at).toLowerCase()) && matchAt(INCHES, text, end)) {
    return numberReading(at, end + 1 - at, `${whole === '1' ? 'ein' : words} zoll`)
  }
  if (matchAt(FEET, text, end)) return numberReading(at, end + 1 - at, `${words} fuß`)
  if (matchAt(PRIME, text, end) && LASTING_BEFORE.test(textBefore(text, at, MAX_LASTING_LENGTH)))
    return numberReading(at, end + 1 - at, `${words} minuten`)
  const isBare = whole !== undefined && !isGrouped
  return numberReading(at, end - at, isBare ? bareNumber(input, at, end, whole) : words)
}

/** Whether a number and a letter name a place or a section, and the letter is no unit: "Gleis 7 A", "§ 7g". */
function isPlace(text: string, at: number, end: number): boolean {
  if (RIM_BEFORE.test(textBefore(text, at, 4))) return true
  if (POSTCODE_AFTER.test(text.slice(end, end + 12))) return true
  if (matchAt(SECTION_LETTER, text, end) && SECTION_BEFORE.test(textBefore(text, at, MAX_SECTION_LENGTH)))
    return true
  const name = wordBefore(text, at)
  if (STREET.test(name) && matchAt(SMALL_LETTER, text, end)) return true
  const isNamed = NUMBERED.has(name.toLowerCase()) || STREET.test(name) || PLACE.test(name)
  return isNamed && matchAt(LETTER, text, end) !== null
}

/** "monate", after a preposition "monaten"; "metern" too, unless what is measured follows */
function pluralAt(text: string, at: number, { one, many, end }: MeasurementUnit): string {
  const isLength = /^(?:kilo)?meter$/.test(many) && !/^ ?\p{Lu}/u.test(text.slice(end, end + 2))
  return (isLength || many === `${one}e`) && isDativeAt(text, at) ? `${many}n` : many
}

/** Aligns "eins komma fünf" with the written number, and "millionen" with the written magnitude. */
function withMagnitude(at: number, end: number, magnitude: string, words: string): Reading {
  const length = end + magnitude.length - at
  if (!magnitude.startsWith(' ')) return numberReading(at, length, words)
  const space = words.lastIndexOf(' ')
  const said = [
    { at, words: words.slice(0, space) },
    { at: end + 1, words: words.slice(space + 1) },
  ]
  return { end: at + length, said, isNumber: true }
}
