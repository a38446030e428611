import { readHeight } from '../../shared/text/heights.ts'
import {
  LETTERS,
  matchAt,
  numberReading,
  type Reader,
  type ReaderInput,
  type Reading,
  reading,
  textBefore,
  type Verbalization,
  wordBefore,
} from '../../shared/text/reading.ts'
import { scientificReader } from '../../shared/text/scientific.ts'
import { bareNumber, counted } from './bare-numbers.ts'
import { magnitudeAt, scaledSaid } from './magnitudes.ts'
import { cardinal, decimal, digitByDigit, ORDINAL_ENDING, ordinal, versionWords } from './number-words.ts'
import { DASH_WORDS, SYMBOL_WORDS } from './symbol-words.ts'
import { INCHES, spacedHoursAt, unitAt } from './units.ts'

const ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)/y
const VERSION = /(?!\d{1,3}(?:\.\d{3}){1,6}(?!\.?\d))\d{1,6}(?:\.\d{1,6}){2,8}(?!\d)/y
/** The English number format, if it is unambiguous: "1,234.56", "1,000,000". */
const ENGLISH = /(\d{1,3}(?:,\d{3}){1,5})\.(\d{1,9})(?![\d.,]\d)|(\d{1,3}(?:,\d{3}){2,5})(?![\d.,]\d|\d)/y
/** Thousands with points ("1.000") or spaces ("10 000", but not "100 200 300"). */
const NUMBER =
  /(\d{1,3}(?:\.\d{3}){1,6}(?!\d)|(?:\d{1,2}(?: \d{3}){1,5}|\d{3}(?: \d{3}){0,4} 000)(?! ?\d)|\d+)(?:,(\d+))?/y
const POINT = /(\d+)\.(\d+)(?![\d.])/y
const BARE_FRACTION = /[.,](\d+)/y
const ORDINAL = new RegExp(`${ORDINAL_ENDING}(?![${LETTERS}0-9])`, 'y')
/** Endings that form one word with a number: "10-jarige" is "tienjarige", "10'tje" is "tientje". */
const COMPOUND = new RegExp(
  `(?:-?((?:jarig|cijferig|wekelijks|maandelijks|daags|uurs|voudig|urig|delig|maal|tal|persoons|jaars|koppig|hoek|laags)[a-z]{0,10})|[-'](ers?|tjes?))(?![${LETTERS}0-9])`,
  'y',
)
const DECADE = /'?s(?![A-Za-z0-9])/y
const PERCENT = / ?([%‰])/y
const LETTER = new RegExp(` ?[A-Zd](?![${LETTERS}0-9])`, 'y')
/** What ends the names of streets, seats and numbers. */
const PLACE =
  /(?:^rij|straat|str|weg|laan|plein|kade|gracht|singel|dijk|dreef|hof|steeg|(?<!i)pad|markt|stoel|zitplaats|plaats|spoor|perron|deur|kamer|lokaal|zaal|gate|^nr|nummer|^art|artikel|^lid)$/i
/** A postcode after the number of a house. */
const POSTCODE_AFTER = /^ ?[A-Z], ?\d{4} ?[A-Z]{2}/
/** How often a day a medicine is taken, before how much of it: "3dd1". */
const DAILY = /([1-9])dd(?=\d)/y
/** The stars of a hotel ("4*-hotel", "5* hotel"). */
const STARS = new RegExp(`([2-7])\\*(?:-(?=[${LETTERS}])| ?(?=[Hh]otel))`, 'y')
/** The minutes of a delay or a goal ("12' vertraging"), after no quote that the apostrophe would close. */
const MINUTES = /'(?![A-Za-z\d']| minu)/y
const QUOTE_BEFORE = /(?:^|[\s(])'[^']{0,60}$/
/** What has a number, after which a quote ends ("‘Dune: deel 2’"), and a decade. */
const NO_MINUTES = /^(?:jaren|deel|hoofdstuk|aflevering|seizoen|nummer|nr|versie|stap)$/i
const MAX_QUOTE_LENGTH = 60
/** The seconds of a race ("3\" voorsprong"). */
const SECONDS = /"(?= (?:voorsprong|achterstand|straftijd))/y

/** Reads numbers with their units, endings and magnitudes: "3,14", "1.000", "22e", "50%", "10K", "5 km", "2 mln.". */
export const readQuantity: Reader = (input, at) => {
  const { text } = input
  const height = readHeight(text, at, { metres: cardinal, cardinal })
  if (height) return height
  const daily = matchAt(DAILY, text, at)
  if (daily) return reading(at, daily[0].length, `${cardinal(daily[1]!)} keer daags`)
  const stars = matchAt(STARS, text, at)
  if (stars) return reading(at, stars[0].length, `${cardinal(stars[1]!)} sterren`)
  const address = matchAt(ADDRESS, text, at)
  if (address && !/^\d{1,3}(?:\.\d{3}){3}$/.test(address[0]))
    return numberReading(at, address[0].length, address[0].split('.').map(digitByDigit).join(' punt '))
  const version = matchAt(VERSION, text, at)
  if (version) return numberReading(at, version[0].length, versionWords(version[0]))
  const english = matchAt(ENGLISH, text, at)
  if (english) {
    const [match, whole, fraction, plain] = english
    const words = plain === undefined ? decimal(digitsOf(whole!), fraction!) : cardinal(digitsOf(plain))
    return plainOrMeasured(input, at, at + match.length, words)
  }
  const number = matchAt(NUMBER, text, at)
  if (!number) return undefined
  const [match, grouped, fraction] = number
  const point = /\D/.test(match) ? null : matchAt(POINT, text, at)
  if (point) {
    const words = decimal(point[1]!, point[2]!, 'punt')
    return plainOrMeasured(input, at, at + point[0].length, words)
  }
  const end = at + match.length
  const whole = digitsOf(grouped!)
  if (fraction !== undefined) return plainOrMeasured(input, at, end, decimal(whole, fraction))
  const isGrouped = grouped!.length > whole.length
  return (
    withEnding(text, at, end, whole) ??
    withUnit(input, at, end, isGrouped ? cardinal(whole) : counted(whole), whole === '1') ??
    numberReading(at, end - at, isGrouped ? cardinal(whole) : bareNumber(text, at, whole))
  )
}

/** Reads "1e-7" and "1,5E3". */
export const readScientific = scientificReader(SYMBOL_WORDS, DASH_WORDS, {
  points: '.,',
  cardinal,
  decimal: (whole, fraction) => decimal(whole, fraction),
  unitAt: (text, at) => unitAt(text, at, false),
})

/** Reads a number without an integer part (".5", ",5"). */
export const readBareFraction: Reader = ({ text }, at) => {
  const match = /[\s(]/.test(text[at - 1] ?? ' ') ? matchAt(BARE_FRACTION, text, at) : null
  if (!match) return undefined
  return numberReading(
    at,
    match[0].length,
    `${text[at] === '.' ? 'punt' : 'komma'} ${digitByDigit(match[1]!)}`,
  )
}

function plainOrMeasured(input: ReaderInput, at: number, end: number, value: string): Reading {
  return withUnit(input, at, end, value, false) ?? numberReading(at, end - at, value)
}

function digitsOf(grouped: string): string {
  return grouped.replace(/\D/g, '')
}

/** Reads a number with the ending of an ordinal, compound or decade. */
function withEnding(text: string, at: number, end: number, whole: string): Reading | undefined {
  const nth = matchAt(ORDINAL, text, end)
  if (nth && Number(whole) > 0)
    return numberReading(at, end + nth[0].length - at, ordinal(String(BigInt(whole))))
  const compound = matchAt(COMPOUND, text, end)
  if (compound) {
    const number = counted(whole).replace(/^één$/, 'een')
    return reading(at, end + compound[0].length - at, number + (compound[1] ?? compound[2]!))
  }
  const years = matchAt(DECADE, text, end)
  if (years && /^(?:[12]\d)?[1-9]0$/.test(whole) && (years[0] === "'s" || /^(?:[5-9]|[12]\d)/.test(whole)))
    return numberReading(at, end + years[0].length - at, `jaren ${cardinal(whole.slice(-2))}`)
  return undefined
}

/** Reads a number and the percent sign, magnitude or unit after it. */
function withUnit(
  { text, locale, inQuote }: ReaderInput,
  at: number,
  end: number,
  value: string,
  isOne: boolean,
): Reading | undefined {
  const percent = matchAt(PERCENT, text, end)
  if (percent) {
    const percentEnd = end + percent[0].length
    return measured(percentEnd, [
      { at, words: value },
      { at: percentEnd - 1, words: percent[1] === '%' ? 'procent' : 'promille' },
    ])
  }
  const magnitude = isName(text, at, end) || isPlace(text, at, end) ? undefined : magnitudeAt(text, end)
  if (magnitude) return measured(magnitude.end, scaledSaid(value, at, magnitude))
  const isDecimal = value.includes(' komma ')
  // In the Netherlands, "u" also means "you" after a whole number.
  const hours = spacedHoursAt(text, end, isDecimal || locale === 'nl-BE')
  const unit = hours ?? (isPlace(text, at, end) ? undefined : unitAt(text, end, isOne))
  if (unit) {
    return measured(unit.end, [
      { at, words: value },
      { at: unit.at, words: unit.words },
    ])
  }
  if (isMinutes(text, at, end))
    return numberReading(at, end + 1 - at, `${value} ${isOne ? 'minuut' : 'minuten'}`)
  if (matchAt(SECONDS, text, end))
    return numberReading(at, end + 1 - at, `${value} ${isOne ? 'seconde' : 'seconden'}`)
  return !inQuote && matchAt(INCHES, text, end) ? numberReading(at, end + 1 - at, `${value} inch`) : undefined
}

/** Whether a number and a letter name a place, and the letter is no unit: "Kerkweg 4 A", "stoel 12 A". */
function isPlace(text: string, at: number, end: number): boolean {
  if (matchAt(LETTER, text, end) === null) return false
  return PLACE.test(wordBefore(text, at)) || POSTCODE_AFTER.test(text.slice(end, end + 12))
}

/** Whether an apostrophe after a number is that of minutes ("12' vertraging"), not of a decade or of a quote's end. */
function isMinutes(text: string, at: number, end: number): boolean {
  if (end - at > 3 || matchAt(MINUTES, text, end) === null || NO_MINUTES.test(wordBefore(text, at)))
    return false
  return !QUOTE_BEFORE.test(textBefore(text, at, MAX_QUOTE_LENGTH))
}

function measured(end: number, said: readonly Verbalization[]): Reading {
  return { end, said, isNumber: true }
}

/** Whether a number with "K" is a name: "4K", "8K", "i7-9700K". */
function isName(text: string, at: number, end: number): boolean {
  if (!/[kK]/.test(text[end] ?? ' ')) return false
  return /^[48]$/.test(text.slice(at, end)) || /[A-Za-z]\d?-$/.test(textBefore(text, at, 3))
}
