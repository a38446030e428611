import { dosesAt } from '../../shared/text/doses.ts'
import { FRACTION, isCommonFraction, isSplit, MIXED, RATING, SEASON } from '../../shared/text/fractions.ts'
import {
  isWordEnd,
  matchAt,
  numberReading,
  type Reader,
  type ReaderInput,
  type Reading,
  textBefore,
  type Verbalization,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { counted } from './bare-numbers.ts'
import { cardinal, decimal, ORDINAL_ENDING, ordinal } from './number-words.ts'
import { INCHES, spacedHoursAt, unitAt } from './units.ts'

/** A fraction with the ending of its ordinal ("4/5e van de stemmen"). */
const NTH = new RegExp(String.raw`(\d{1,3})\/(\d{1,3})${ORDINAL_ENDING}(?![A-Za-z\d])`, 'y')

/** What two numbers belong to that are named one after the other ("groep 7/8", "maat 38/40", "jaren 50/60"). */
const PAIRED = wordList('groep groepen gr klas klassen leerjaar maat maten jaren schooljaar seizoen winter')

/** The score of a set before that of its tie-break: "7-6 (7/5)". */
const TIE_BREAK_BEFORE = /(?<!\d)[67]-[67] \($/
const MAX_SCORE_LENGTH = 6
/** Words before a position in a series ("stap 2/3"). */
const PAGED = wordList('stap pagina blad deel aflevering afl dag vraag pakket zending poging')

/** The letter of a case at the courts of the European Union: "C-311/18". */
const EU_CASE_BEFORE = /(?<![A-Za-z])[CT]-$/

/** The names of streets and tracks. */
const PLACE =
  /(?:\p{Ll}(?:straat|str|laan|plein|kade|gracht|singel|dijk|dreef|steeg|weg)|^(?:sporen|spoor|perrons?))$/iu

/** Pairs of numbers with a fixed reading. */
const NAMES = wordList('24/7 9/11')

/** Neuter nouns ("het"). Before them it is "half", before others "halve". */
const NEUTER =
  wordList(`uur jaar kwartier etmaal brood kilo kilogram gram pond ons glas blik pakje blikje kopje zakje dozijn
  procent miljoen miljard seizoen euro woord punt`)
/** Words after a fraction that are not its noun. */
const FUNCTION_WORDS = wordList('van en of is was in op aan te tot met voor bij om als dan over')

/** Reads "1/2", "3 1/2", "8/10" and "120/80". */
export const readFraction: Reader = (input, at) => {
  const { text } = input
  const reading = mixedAt(input, at) ?? ratingAt(text, at) ?? dosesAt(text, at, 'een half', cardinal)
  if (reading) return reading
  return text[at - 1] === '/' ? undefined : (seasonAt(input, at) ?? nthAt(text, at) ?? pairAt(input, at))
}

/** "drieënhalf", "twee en drie kwart" */
function mixedAt(input: ReaderInput, at: number): Reading | undefined {
  const { text } = input
  const mixed = matchAt(MIXED, text, at)
  if (!mixed || !isCommonFraction(mixed[2]!, mixed[3]!) || !isWordEnd(text, at + mixed[0].length))
    return undefined
  const [match, whole, above, below] = mixed
  const end = at + match.length
  if (above === '1' && below === '2') return withUnit(input, end, [{ at, words: halves(whole!, input, end) }])
  return withUnit(input, end, [
    { at, words: cardinal(whole!) },
    { at: at + whole!.length + 1, words: `en ${fraction(above!, below!)}` },
  ])
}

/** "vier komma vijf op vijf" */
function ratingAt(text: string, at: number): Reading | undefined {
  const rating = matchAt(RATING, text, at)
  if (!rating) return undefined
  return numberReading(at, rating[0].length, `${decimal(rating[1]!, rating[2]!)} op ${cardinal(rating[3]!)}`)
}

/** "tweeduizend drieëntwintig vierentwintig" */
function seasonAt(input: ReaderInput, at: number): Reading | undefined {
  const years = matchAt(SEASON, input.text, at)
  const end = at + (years?.[0].length ?? 0)
  if (!years || !isWordEnd(input.text, end)) return undefined
  return withUnit(input, end, [{ at, words: `${cardinal(years[1]!)} ${cardinal(years[2]!)}` }])
}

/** "vier vijfde", from "4/5e" */
function nthAt(text: string, at: number): Reading | undefined {
  const nth = matchAt(NTH, text, at)
  return nth && isCommonFraction(nth[1]!, nth[2]!)
    ? numberReading(at, nth[0].length, fraction(nth[1]!, nth[2]!))
    : undefined
}

/** A pair of numbers with a slash, by the word before it and what follows. */
function pairAt(input: ReaderInput, at: number): Reading | undefined {
  const { text } = input
  const match = matchAt(FRACTION, text, at)
  if (!match || !isWordEnd(text, at + match[0].length)) return undefined
  const [pair, above, below] = match
  const end = at + pair!.length
  const before = wordBefore(text, at)
  if (PAGED.has(before.toLowerCase()) && wordAfter(text, end) !== 'van')
    return numberReading(at, pair!.length, `${cardinal(above!)} van ${cardinal(below!)}`)
  if (/^0\d{2}/.test(below!) || EU_CASE_BEFORE.test(textBefore(text, at, 3)))
    return numberReading(at, pair!.length, `${cardinal(above!)} slash ${counted(below!)}`)
  const isPlace = isPlaceBefore(text, at)
  const isTieBreak = TIE_BREAK_BEFORE.test(textBefore(text, at, MAX_SCORE_LENGTH))
  if (isPlace || isTieBreak || PAIRED.has(before.toLowerCase()))
    return numberReading(
      at,
      pair!.length,
      `${cardinal(above!)} ${isPlace ? 'slash ' : ''}${cardinal(below!)}`,
    )
  if (text[end] === '°' && Number(below) - Number(above) === 1 && above !== '1')
    return withUnit(input, end, [{ at, words: `${cardinal(above!)} tot ${cardinal(below!)}` }], false) // "5/6°"
  const words = ratio(pair!, above!, below!, input, end)
  return withUnit(input, end, [{ at, words }], isCommonFraction(above!, below!))
}

/** Whether a street or a track stands before, so that two numbers are those of houses or tracks ("Kerkstraat 7/9"). */
export function isPlaceBefore(text: string, at: number): boolean {
  return PLACE.test(wordBefore(text, at))
}

function withUnit(input: ReaderInput, end: number, said: Verbalization[], isOne = true): Reading {
  if (isInches(input, end))
    return { end: end + 1, said: [...said, { at: end, words: 'inch' }], isNumber: true }
  const unit = unitAt(input.text, end, isOne) ?? spacedHoursAt(input.text, end, true)
  if (!unit) return { end, said, isNumber: true }
  return { end: unit.end, said: [...said, { at: unit.at, words: unit.words }], isNumber: true }
}

/** Whether the mark of inches follows, and no quote ends (`3/4"`). */
function isInches({ text, inQuote }: ReaderInput, at: number): boolean {
  return !inQuote && matchAt(INCHES, text, at) !== null
}

function ratio(pair: string, above: string, below: string, input: ReaderInput, end: number): string {
  if (NAMES.has(pair) || isSplit(above, below)) return `${cardinal(above)} ${cardinal(below)}`
  const isMark = below === '10' || (below === '20' && above !== '1') // of a school in Belgium: "14/20"
  if (isMark && wordAfter(input.text, end) !== 'van') return `${cardinal(above)} op ${cardinal(below)}`
  if (pair === '1/2') return `een ${half(input, end)}`
  if (isCommonFraction(above, below)) return fraction(above, below)
  // Of four digits, it is the number of a case or a regulation ("2016/679").
  return `${cardinal(above)} ${/\d{4}/.test(pair) ? 'slash' : 'op'} ${cardinal(below)}`
}

/** "half" alone and before a neuter noun, "halve" before other nouns. The noun is expected at `end`. */
function half(input: ReaderInput, end: number): string {
  const { text } = input
  if (isInches(input, end)) return 'halve'
  const unit = unitAt(text, end, true)
  const next = unit === undefined ? wordAfter(text, end).toLowerCase() : unit.words.split(' ')[0]!
  const isNoun = /^[a-zà-ý]{2,}/.test(next) && text[end] === ' ' && !FUNCTION_WORDS.has(next)
  return (isNoun || unit !== undefined) && !NEUTER.has(next) && !next.endsWith('je') ? 'halve' : 'half'
}

/** "anderhalf", "tweeënhalve" */
function halves(whole: string, input: ReaderInput, end: number): string {
  if (whole === '1') return `ander${half(input, end)}`
  const number = cardinal(whole)
  return number + (number.endsWith('e') ? 'ën' : 'en') + half(input, end)
}

/** "twee derde", "drie kwart", "één achtste" */
function fraction(above: string, below: string): string {
  const part = below === '2' ? 'half' : below === '4' ? 'kwart' : ordinal(below)
  return `${cardinal(above)} ${part}`
}
