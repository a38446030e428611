import {
  chunkAfter,
  markedNumberReading,
  matchAt,
  numberReading,
  type Reader,
  type ReaderInput,
  reading,
  textBefore,
  type Verbalization,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { ROMAN_NUMERAL, romanValue } from '../../shared/text/roman-numerals.ts'
import { wordList } from '../../shared/text/word-list.ts'
import {
  adjectiveBefore,
  endingAt,
  isDeterminer,
  mayBeAdjective,
  nounAfter,
  sharedStart,
} from './adjectives.ts'
import { isMonth } from './calendar.ts'
import { cardinal, ordinal } from './number-words.ts'
import { fullStopEndsSentence, RANKING } from './sentence-end.ts'

const NUMBER = /(\d{1,3}|(?!19|20)[1-9]\d00|\d{1,3}\.\d{3})\.(?![\d.])/y
const RANGE = /(\d{1,3})\.? ?([-–/]) ?(\d{1,3})\.(?![\d.]) ?(?=[A-ZÄÖÜ]|d\. ?[MJ]\.)/y
const ROMAN = new RegExp(`(${ROMAN_NUMERAL})\\. (?=[A-ZÄÖÜ])`, 'y')
/** Another ordinal of the same noun, with an article, a day or neither: "am 1. und 15.", "der 1. oder der 2. Versuch", "3. bis Fr., 7.". */
const SHARED =
  /(?:, ?| ?& ?|,? (?:und|oder|bis|sowie|u\.|o\.|od\.) (?:(?:Mo|Di|Mi|Do|Fr|Sa|So)[.,]{1,2} )?)((?:de[mnr]|die|das|zu[mr]|am) )?\d{1,3}\./y
/** The dash of a range before a day of the week ("Di., 18. – Do., 20. März"). */
const TO_WEEKDAY =
  / [-–](?= (?:Mo|Di|Mi|Do|Fr|Sa|So|\p{L}{2,6}tag|Mittwoch|Sonnabend)[.,]{0,2} (?:den )?\d{1,2}\. ?(?:\d|\p{Lu}))/uy
const DASH = /^[–—-]/
/**
 * The minutes of a match in brackets, with what was done in them: "(51.)", "(24., 57.)", "(40./Elfmeter)", and the time added
 * to one: "45.+2".
 */
const MINUTE_BEFORE = /\((?:\d{1,3}\.(?:\+\d{1,2})?(?:\/\p{L}[\p{L}-]{0,15})?(?:, ?|\/| und )){0,8}$/u
const MINUTE_AFTER = /^(?:\+\d{1,2})?(?:\/[\p{L}\d.-]{1,16})?(?:[,)]| und \d{1,3}\.)/u
const RANKED_BEFORE = new RegExp(`${RANKING}$`, 'u')
const ADDED_AFTER = /^\+\d{1,2}(?!\d)/
const MAX_MINUTES_LENGTH = 64
const MAX_SHARED = 3
const MAX_BESIDE_LENGTH = 24
/** Characters on either side in which another item of a list is looked for. */
const MAX_LIST_LENGTH = 120
const MAX_AHEAD_LENGTH = 32

/** Numbered nouns, in small letters. A number after one is not an ordinal ("Kapitel 3. Einleitung"). */
export const NUMBERED =
  wordList(`kapitel nummer nr seite platz raum teil band artikel version paragraf paragraph absatz abbildung
  tabelle klasse note kanal station stat schritt punkt frage stufe level gruppe gleis zimmer tor gate linie halle haus rang nein ja
  kw heft ausgabe abschnitt ziffer`)
/**
 * Verbs before an ordinal ("ist 1. Vorsitzende"), but also before an age or a count. Only small numbers are ordinals
 * here.
 */
const STATED = wordList('ist sind war waren bin bist')
const MAX_STATED = 3
/** Another such number: "Kapitel 3. und 4. lesen". */
const NUMBER_BESIDE = /\d\. (?:und|oder|bis) $/
/** Words before a rank ("wurde 2. bei der WM"). */
const OUTCOME = wordList('als wurde wurden wird werden')
/** Words that show that a number at the start of a line is an ordinal and not a list number. */
const NOT_LISTED =
  wordList(`Bundesliga Liga FC Weltkrieg Advent Klasse Platz Stock Stockwerk Obergeschoss Etage Jahrhundert Jh WK Rd Std Kapitel
  Runde Halbzeit Spieltag Halbfinale Viertelfinale Preis Semester Quartal Halbjahr Auflage Lesung Staffel Folge Senat Kammer
  Geburtstag Hälfte Person Generation Weihnachtsfeiertag Weihnachtstag Reihe Etappe Akt Satz Strophe Ausgabe Lektion OG UG DG KW HJ Hj Kl
  Dosis Rate Mahnung Wahlperiode Hand Wahl Versuch Termin Bezirk Gehalt Monatsgehalt Tür Ampel Ausfahrt Kreuzung Querstraße Eingang
  Hinterhof Hof Hinterhaus Aufgang Tag Woche Impfung Lauf Durchgang`)

/** The key of a telephone ends its sentence whatever follows: "Drücken Sie 1. For English". */
const PRESSED_BEFORE = /(?<!\p{L})(?:drücken|wählen|tippen|drücke|wähle) (?:Sie )?(?:bitte )?$/iu
/** What says so in another language after "die 1.", which elsewhere is an ordinal ("die 1. Taste"). */
const OTHER_LANGUAGE = /^(?:For|Pour|Per|Para)(?!\p{L})/u

/** Reads ordinals, with the ending that their context requires: "am 3. Mai", "der 2. Weltkrieg". */
export const readOrdinal: Reader = (input, at) => {
  const { text } = input
  const before = textBefore(text, at, MAX_BESIDE_LENGTH)
  const ranking = RANKED_BEFORE.exec(before)
  if (!ranking && /[\d.,:-]$|(?<!\d\.)\/$/.test(before)) return undefined
  const range = matchAt(RANGE, text, at)
  const isSpaced = range?.[0].includes(' ') && !range[0].startsWith(`${range[1]}.`)
  if (range && Number(range[1]) > 0 && Number(range[3]) > (isSpaced ? Number(range[1]) : 0)) {
    const [match, from, mark, to] = range
    const ending = endingAt(text, at, nounAfter(text, at + match.length))
    const said: Verbalization[] = [
      { at, words: ordinal(from!, ending) },
      { at: at + match.lastIndexOf(to!), words: `${mark === '/' ? 'und' : 'bis'} ${ordinal(to!, ending)}` },
    ]
    return { end: at + match.trimEnd().length, said, isNumber: true }
  }
  const match = matchAt(NUMBER, text, at)
  if (!match || !(Number(match[1]) > 0)) return undefined
  const end = at + match[0].length
  if (isMinute(text, at, end)) {
    const ending = endingAt(text, at, 'Minute')
    return numberReading(at, match[0].length, ordinal(match[1]!, ending))
  }
  const to = matchAt(TO_WEEKDAY, text, end)
  if (to)
    return markedNumberReading(at, end + to[0].length, ordinal(match[1]!, endingAt(text, at, 'Mai')), 'bis')
  const next = chunkAfter(text, end)
  if (ranking) {
    const rank = ordinal(match[1]!, endingAt(text, at - ranking[0].length, ''))
    return { end, said: [{ at, words: fullStopEndsSentence(match[0], next) ? `${rank} .` : rank }] }
  }
  const isPressed = PRESSED_BEFORE.test(before) || (before.endsWith(' die ') && OTHER_LANGUAGE.test(next))
  if (isPressed && /^\p{Lu}/u.test(next) && !isOrdinalNoun(text, end))
    return { end, said: [{ at, words: `${cardinal(match[1]!)} .` }] }
  const ends = fullStopEndsSentence(match[0], next)
  if (!isOrdinal(text, at, end, next, ends)) {
    if (/^\p{Ll}/u.test(next) && isNumbered(text, at))
      return { end, said: [{ at, words: cardinal(match[1]!) }] }
    const item = !ends && /^\p{Lu}/u.test(next) && isItem(text, at, end)
    return item ? { end, said: [{ at, words: `${cardinal(match[1]!)} ,` }] } : undefined
  }
  const isRank = OUTCOME.has(wordBefore(text, at)) && !/^\p{Lu}/u.test(next)
  const noun = isRank ? '' : nounOf(text, end)
  const nth = ordinal(match[1]!.replace('.', ''), endingAt(text, at, noun))
  return { end, said: [{ at, words: ends ? `${nth} .` : nth }], isNumber: !ends }
}

/** Whether a number with a full stop is the minute of a match, which has no noun. */
function isMinute(text: string, at: number, end: number): boolean {
  const after = text.slice(end, end + MAX_MINUTES_LENGTH)
  if (ADDED_AFTER.test(after)) return true
  return MINUTE_AFTER.test(after) && MINUTE_BEFORE.test(textBefore(text, at, MAX_MINUTES_LENGTH))
}

/** Whether a number with a full stop is that of somebody or something before it: "der Beklagte zu 2. haftet", "Punkt 3. und 4. sind". */
function isNumbered(text: string, at: number): boolean {
  const before = wordBefore(text, at)
  if (before === 'zu' || NUMBERED.has(before.toLowerCase())) return true
  return NUMBER_BESIDE.test(textBefore(text, at, MAX_BESIDE_LENGTH))
}

/** The noun of an ordinal; '' when it has none ("der 12. wäre frei", "der 17., 10 Uhr"). */
function nounOf(text: string, end: number): string {
  let after = end
  for (let shared = 0; shared < MAX_SHARED; shared++) after += matchAt(SHARED, text, after)?.[0].length ?? 0
  const next = /^ ?(?:(?:und|oder|sowie) )?(\p{L}{1,20})/u.exec(
    text.slice(after, after + MAX_AHEAD_LENGTH),
  )?.[1]
  if (next === undefined) return /^ ?["']/.test(text.slice(after, after + 2)) ? nounAfter(text, after) : ''
  return /^\p{Lu}/u.test(next) || isMonth(next) || mayBeAdjective(next) ? nounAfter(text, after) : ''
}

function isOrdinal(text: string, at: number, end: number, next: string, ends: boolean): boolean {
  const before = wordBefore(text, at)
  const shared = matchAt(SHARED, text, end)
  const isShared = shared !== null && shared[1] === undefined
  // At the end of a sentence or a clause, "die 3" is more likely the key of a telephone.
  const isKey = (ends || DASH.test(next)) && /^die$/i.test(before)
  if (!isKey && isDeterminer(before) && (/^[\p{L}\d,(?!;:–—-]/u.test(next) || next === '')) return true
  const article = wordBefore(text, sharedStart(text, at))
  if (article !== before && isDeterminer(article)) return true
  if (ends || NUMBERED.has(before.toLowerCase()) || isItem(text, at, end)) return false
  if (
    adjectiveBefore(text, at) !== undefined &&
    /^(?:und|oder|bis|sowie) /.test(text.slice(end + 1, end + 8))
  )
    return true
  if (STATED.has(before) && Number.parseInt(text.slice(at, end), 10) > MAX_STATED) return false
  if (OUTCOME.has(before)) return true
  return /^\p{Lu}/u.test(next) || isMonth(next) || isShared
}

/** Whether it is a list number inside a sentence, beside the one before it or after it ("1. Warten, 2. Gehen"). */
function isItem(text: string, at: number, end: number): boolean {
  const before = textBefore(text, at, MAX_LIST_LENGTH)
  if (!/[,;:] $/.test(before) || /\d\., $/.test(before) || isOrdinalNoun(text, end)) return false
  const number = Number.parseInt(text.slice(at, end), 10)
  const after = text.slice(end, end + MAX_LIST_LENGTH)
  if (/^ (?:und|u\.|oder|bis) \d/.test(after)) return false // "EG, 1. und 2. OG"
  return ` ${before}`.includes(` ${number - 1}. `) || after.includes(` ${number + 1}. `)
}

/** A dash before the next rank of a list ("1. Weber 262,8 – 2. Lang 252,8"), and a lower number before it, which begins a range. */
const RANK_DASH = /[-–](?= (\d{1,3})\. (\p{Lu}\p{L}+))/uy
const LOWER_BEFORE = /(?<![\d.,:])(\d{1,3})\.? $/

/** Reads the dash between the ranks of a list as a pause. */
export const readRankDash: Reader = ({ text, afterNumber }, at) => {
  const match = afterNumber && text[at - 1] === ' ' ? matchAt(RANK_DASH, text, at) : null
  if (!match || isMonth(match[2]!)) return undefined
  const before = LOWER_BEFORE.exec(textBefore(text, at, MAX_BESIDE_LENGTH))?.[1]
  return before !== undefined && Number(before) < Number(match[1]) ? undefined : reading(at, 1, ',')
}

/** Reads Roman ordinals before a noun: "im II. Weltkrieg". */
export const readRomanOrdinal: Reader = ({ text }, at) => {
  const match = matchAt(ROMAN, text, at)
  const numeral = match?.[1] ?? ''
  if (numeral === '') return undefined
  const before = wordBefore(text, at)
  if (fullStopEndsSentence(`${numeral}.`, chunkAfter(text, at + numeral.length + 1))) return undefined
  // A single letter is more likely an initial. After a name, a numeral is that of a ruler.
  const isOrdinal = isDeterminer(before) || (before === '' && isOrdinalNoun(text, at + 2))
  if ((/^\p{Lu}/u.test(before) || numeral.length === 1) && !isOrdinal) return undefined
  const noun = nounAfter(text, at + numeral.length + 1)
  const words = ordinal(String(romanValue(numeral)), endingAt(text, at, noun))
  return { end: at + numeral.length + 1, said: [{ at, words }] }
}

/** Whether a number with a full stop at the start of a line is an ordinal and not a list number. */
export function opensWithOrdinal({ text }: ReaderInput, end: number): boolean {
  const isDated = /^(?: ?[-–/] ?| (?:und|u\.|bis|oder) )\d{1,3}\.|^ \d{1,2}\. \d{4}/.test(
    text.slice(end, end + MAX_BESIDE_LENGTH),
  )
  return text[end - 1] === '.' && (isDated || isOrdinalNoun(text, end))
}

/** Whether a noun that ordinals count stands behind a position ("Weltkrieg"). */
export function isOrdinalNoun(text: string, end: number): boolean {
  const next = wordAfter(text, end)
  return isMonth(next) || NOT_LISTED.has(next)
}
