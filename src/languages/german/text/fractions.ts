import { dosesAt } from '../../shared/text/doses.ts'
import { FRACTION, isCommonFraction, isSplit, MIXED, RATING, SEASON } from '../../shared/text/fractions.ts'
import {
  isWordEnd,
  matchAt,
  numberReading,
  type Reader,
  type Reading,
  textBefore,
  type Verbalization,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { halfAt, nounAfter } from './adjectives.ts'
import { genderOf } from './gender.ts'
import { cardinal, code, decimal, ordinal, prefix, year } from './number-words.ts'
import { unitAt } from './units.ts'

/** Words before a position in a series ("Seite 1/3"). */
const PAGED = wordList('Seite Teil Folge Blatt Schritt Bild Etappe Tag Paket Sendung Folie Versuch Frage')

/** The names of streets and tracks, after which two numbers are those of houses or tracks ("Hauptstr. 7/9", "Gleis 3/4"). */
const PLACE =
  /(?:\p{Ll}(?:str|straße|strasse|gasse|allee|ring|damm|ufer|platz|weg)|^(?:gleise?n?|bahnsteige?))$/iu

/** What two numbers belong to that are named one after the other ("Klasse 7/8", "Gr. 38/40", "Std. 1/2", "Heft 1/13"). */
const PAIRED = wordList(
  'Klasse Klassen Jahrgang Jahrgangsstufe Jahrgangsstufen Stufe Jg Gr Größe Größen Platz Plätze Pl Sitz Sitze Sitzplatz Sitzplätze Zimmer Wintersemester Semester WiSe WS Schuljahr Saison Spielzeit Winter KW Kalenderwoche Std Stunde Stunden Heft Ausgabe',
)

/** Half an hour before the full one ("um ½ 8", "gegen 1/2 9 Uhr"), and what is before it. */
const HALF_HOUR = /1\/2 (1[0-2]|[1-9])(?: Uhr(?!\p{L})|(?!\d|[.,:/]\d| \p{Lu}))/uy
const HALF_HOUR_CUE = /(?<!\p{L})(?:um|gegen|ab|bis|vor|nach|seit) $/iu
const MAX_CUE_LENGTH = 8
/** A quarter past or to the hour: "1/4 nach 9". */
const QUARTER_PAST = /1\/4(?= (?:vor|nach) (?:1[0-2]|[1-9])(?!\d|[.,:/]\d))/y

/** Pairs of numbers with a fixed reading. */
const NAMES: Readonly<Record<string, string>> = {
  '24/7': 'vierundzwanzig sieben',
  '9/11': 'neun elf',
  '08/15': 'null acht fünfzehn',
}

/** Reads "1/2", "3 1/2", "8/10", "4,5/5", "2023/24" and "um ½ 8". */
export const readFraction: Reader = ({ text }, at) => {
  const reading = mixedAt(text, at) ?? ratingAt(text, at) ?? dosesAt(text, at, 'ein halb', cardinal)
  if (reading) return reading
  return text[at - 1] === '/' ? undefined : (partOfHourAt(text, at) ?? seasonAt(text, at) ?? pairAt(text, at))
}

/** "dreieinhalb", "zwei drei viertel" */
function mixedAt(text: string, at: number): Reading | undefined {
  const mixed = matchAt(MIXED, text, at)
  if (!mixed || !isCommonFraction(mixed[2]!, mixed[3]!) || !endsAmount(text, at + mixed[0].length))
    return undefined
  const [match, whole, above, below] = mixed
  const end = at + match.length
  if (above === '1' && below === '2') return withUnit(text, end, [{ at, words: `${prefix(whole!)}einhalb` }])
  return withUnit(text, end, [
    { at, words: prefix(whole!) },
    { at: at + whole!.length + 1, words: `${prefix(above!)} ${partName(below!)}` },
  ])
}

/** "vier komma fünf von fünf" */
function ratingAt(text: string, at: number): Reading | undefined {
  const rating = matchAt(RATING, text, at)
  const end = at + (rating?.[0].length ?? 0)
  if (!rating || !isWordEnd(text, end) || /^[.,]\d/.test(text.slice(end, end + 2))) return undefined
  const words = `${decimal(rating[1]!, rating[2]!)} von ${cardinal(rating[3]!)}`
  return numberReading(at, rating[0].length, words)
}

/** "halb acht" after "um", "viertel" before "nach neun" */
function partOfHourAt(text: string, at: number): Reading | undefined {
  const hour = matchAt(HALF_HOUR, text, at)
  if (hour && HALF_HOUR_CUE.test(textBefore(text, at, MAX_CUE_LENGTH)))
    return numberReading(at, hour[0].length, `halb ${cardinal(hour[1]!)}`)
  return matchAt(QUARTER_PAST, text, at) ? numberReading(at, 3, 'viertel') : undefined
}

/** "zweitausenddreiundzwanzig vierundzwanzig" */
function seasonAt(text: string, at: number): Reading | undefined {
  const years = matchAt(SEASON, text, at)
  if (!years) return undefined
  const [match, first, second] = years
  const words = `${year(first!)} ${second!.length === 4 ? year(second!) : cardinal(String(Number(second)))}`
  return numberReading(at, match.length, words)
}

/** A pair of numbers with a slash, by the word before it and what follows. */
function pairAt(text: string, at: number): Reading | undefined {
  const match = matchAt(FRACTION, text, at)
  if (!match || !endsAmount(text, at + match[0].length)) return undefined
  const [pair, above, below] = match
  const end = at + pair!.length
  const said = (words: string) => numberReading(at, pair!.length, words)
  if (text.startsWith('-Takt', end)) return said(`${prefix(above!)} ${partName(below!)}`) // "4/4-Takt"
  const before = wordBefore(text, at)
  if (PAGED.has(before)) return said(`${cardinal(above!)} von ${cardinal(below!)}`)
  if (PAIRED.has(before) && Number(above) < Number(below))
    return said(`${cardinal(above!)} ${cardinal(below!)}`)
  if (PLACE.test(before)) return said(pairWords(above!, below!))
  if (text[end] === '°' && Number(below) - Number(above) === 1 && above !== '1')
    return withUnit(text, end, [{ at, words: `${cardinal(above!)} bis ${cardinal(below!)}` }]) // "5/6°"
  if (above === '1' && below === '2') return half(text, at, end)
  return withUnit(text, end, [{ at, words: NAMES[pair!] ?? ratio(above!, below!, wordAfter(text, end)) }])
}

/** Whether a number ends at a position, maybe with a unit directly after it: "1/2h". */
function endsAmount(text: string, end: number): boolean {
  return isWordEnd(text, end) || unitAt(text, end) !== undefined
}

/** "eine halbe Tasse", "ein halber Liter", "ein halb" before nothing. */
function half(text: string, at: number, end: number): Reading {
  const unit = unitAt(text, end)
  const noun = /^ \p{Lu}/u.test(text.slice(end, end + 3)) ? nounAfter(text, end) : ''
  const gender = unit?.gender ?? (noun === '' ? undefined : noun === 'Bund' ? 'n' : genderOf(noun))
  const said: Verbalization[] = [{ at, words: gender === undefined ? 'ein halb' : halfAt(text, at, gender) }]
  if (!unit) return { end, said, isNumber: true }
  return { end: unit.end, said: [...said, { at: unit.at, words: unit.one }], isNumber: true }
}

function withUnit(text: string, end: number, said: readonly Verbalization[]): Reading {
  const unit = unitAt(text, end)
  if (!unit) return { end, said, isNumber: true }
  return { end: unit.end, said: [...said, { at: unit.at, words: unit.many }], isNumber: true }
}

function ratio(above: string, below: string, next: string): string {
  const isShare = /^(?:de[rs]|aller)$/.test(next) // "1/10 des Preises"
  if (isSplit(above, below)) return `${cardinal(above)} ${cardinal(below)}`
  if (above === below) return `${cardinal(above)} von ${cardinal(below)}` // "20/20 Treffer"
  if (below === '10' && !isShare) return `${cardinal(above)} von ${cardinal(below)}`
  if (isCommonFraction(above, below)) return `${prefix(String(Number(above)))} ${partName(below)}`
  // A higher or lower pair is the number of a case ("12 O 345/23").
  const isPressure =
    /^[12]\d\d$/.test(above) && /^(?:[3-9]|1[0-4])\d$/.test(below) && Number(above) > Number(below)
  return isPressure ? `${cardinal(above)} zu ${cardinal(below)}` : pairWords(above, below)
}

/** "zwölf schrägstrich dreizehn" */
function pairWords(above: string, below: string): string {
  // The zero of a number like "2024/0815" is part of it, that of a month is not.
  return `${cardinal(above)} schrägstrich ${/^0\d\d/.test(below) ? code(below) : cardinal(below)}`
}

/** "drittel", "achtel", "zwanzigstel" */
function partName(below: string): string {
  return below === '2' ? 'halbe' : `${ordinal(String(Number(below)), 'e')}l`
}
