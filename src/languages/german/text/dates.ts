import {
  chunkAfter,
  markedNumberReading,
  matchAt,
  numberReading,
  type Reader,
  type Reading,
  rangeSaid,
  textBefore,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { endingAt } from './adjectives.ts'
import { monthByNumber } from './calendar.ts'
import { cardinal, type Ending, ordinal, year } from './number-words.ts'
import { NUMBERED } from './ordinals.ts'
import { fullStopEndsSentence } from './sentence-end.ts'
import { clockWords } from './times.ts'

const ISO =
  /(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?!\d|[-/.]\d)(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/y
const NUMERIC = /(\d{1,2})([-/.]|\. )(\d{1,2})\2(\d{4}|\d{2})(?!\d|[-/.]\d)/y
/**
 * A day and month with full stops: without a year ("03.05."), or with the year at the end of a range ("3.5.-7.5.2024").
 */
const DAY_MONTH = /(\d{1,2})\. ?(\d{1,2})\.(?!\d)/y
/** Two dates with their years: "1.1.2026-31.12.2026". */
const PERIOD =
  /((\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2}))( ?[-–] ?)(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})(?!\d|[-/.]\d)/y
/** Two days of one month: "3.-5.5.2024", "3./4.5."; of three, the first before two others: "24./25./26.12." */
const DAYS = /(\d{1,2})\.? ?([-–/]) ?(?=(\d{1,2}\.?\/)?\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})?(?!\d|\.\d))/y
/** A year and a month, as computers write it ("2026-03"), but not two years ("2005-06"). */
const YEAR_MONTH = /((?:19|20)(\d\d))-(0[1-9]|1[0-2])(?![\d/-]|[.,]\d)/y
const MONTH_OF_YEAR = /(\d{1,2})\/((?:19|20)\d{2})(?![\d/])|(0[1-9]|1[0-2])\.((?:19|20)\d{2})(?!\d|\.\d)/y
/** The month of what is valid up to it, with two digits of the year ("gültig bis 12/27", "haltbar bis 08.25"). */
const MONTH_OF_SHORT_YEAR = /(0?[1-9]|1[0-2])[./](\d\d)(?![\d/]|[.,]\d)/y
const VALID_BEFORE =
  /(?<!\p{L})(?:gültig(?: bis)?|haltbar bis|(?:ablauf(?:datum)?|verfallsdatum)(?: ist|,? zum beispiel|,? z\. ?B\.)?|(?:hu|tüv)(?: neu| fällig| bis)?|ez|erstzulassung|baujahr|bj\.|läuft(?: am| im)?)(?: ende)?:? $/iu
const MAX_VALID_LENGTH = 32
/** A month with its zero, which says that it is none of the parts of a fraction ("Miete 03/25"). */
const ZERO_MONTH = /^0[1-9]\/[1-3]\d$/
/** What of a month is said before it, with a slash: "Ende 9/25". With a full stop it would be a time. */
const PART_BEFORE = /(?<!\p{L})(?:anfang|mitte|ende|ab|seit) $/iu

/** A dash with spaces around it, before the last date of a range ("23.12. - 2.1."). */
const TO_DATE = / [-–](?= \d{1,2}\.\d{1,2}\.)/y
/** A day and month without the last full stop, as people type them ("am 12.6 um 10 Uhr"), and what is before them. */
const SHORT_DATE = /(\d{1,2})\.(\d{1,2})(?![\d.–-]|[,:]\d| ?(?:Uhr|h)(?!\p{L})| ?[€%°])/uy
const SHORT_DATE_BEFORE =
  /(?<!\p{L})(?:[Aa]m|(?:Mo|Di|Mi|Do|Fr|Sa|So|\p{L}{2,6}tag|Mittwoch|Sonnabend)\.?,(?: de[mnr])?) $/u
/** A day and month with a slash, after a day of the week ("Di 12/3"). */
const AFTER_WEEKDAY = /(\d{1,2})\/(\d{1,2})(?![\d/])/y
const WEEKDAY = /(?<!\p{L})(?:Mo|Di|Mi|Do|Fr|Sa|So|\p{L}{2,6}tag|Mittwoch|Sonnabend)[.,]{0,2} $/u
const MAX_WEEKDAY_LENGTH = 16

/**
 * Text before a part of a longer number or of a name ("GPT-3.5"). A dash after the full stop of a day marks a range instead.
 */
const INSIDE_NUMBER = /[\d.,:/]$|(?:^|[\dA-Za-z])-$/
/** The first of two days of a month before the second ("24./25.12.", "3/4.5."). */
const DAY_BEFORE = /(?<![\d.,:/-])(?:\d{1,2}\.?\/)?\d{1,2}\.? ?\/ ?$/
/** Names of what has versions, in small letters ("Python 3.11."). */
const VERSIONED =
  wordList(`python ios ipados macos android windows php java ubuntu debian node gpt claude gemini llama firmware
  software bluetooth usb`)

/** Rooms whose numbers look like dates ("Saal 3.07."). */
const ROOMS = wordList('r saal hörsaal sitzungssaal büro seminarraum besprechungsraum')

/** Reads dates in digits: "3.5.2024", "03.05.", "2024-05-03". */
export const readNumericDate: Reader = ({ text }, at) => {
  const isSecondDay = DAY_BEFORE.test(textBefore(text, at, 9))
  if (!isSecondDay && INSIDE_NUMBER.test(textBefore(text, at, 2))) return undefined
  const iso = matchAt(ISO, text, at)
  if (iso) {
    const [match, years, , month, day, hour, minute, second] = iso
    const date = dateWords(text, at, day!, month!, years!)
    if (date === undefined) return undefined
    const time = hour === undefined ? '' : ` um ${clockWords(hour, minute!, second)}`
    return { end: at + match.length, said: [{ at, words: date + time }] }
  }
  const period = periodAt(text, at)
  if (period) return period
  const name = wordBefore(text, at).toLowerCase()
  const isNumbered = NUMBERED.has(name) || ROOMS.has(name)
  const monthYear =
    isNumbered || VERSIONED.has(name) ? null : (matchAt(MONTH_OF_YEAR, text, at) ?? lastMonth(text, at))
  if (monthYear) {
    const month = monthByNumber(Number(monthYear[1] ?? monthYear[3]))
    const words = `${month} ${year(fullYear((monthYear[2] ?? monthYear[4])!))}`
    if (month !== undefined) return { end: at + monthYear[0].length, said: [{ at, words }] }
  }
  const yearMonth = isNumbered ? null : matchAt(YEAR_MONTH, text, at)
  if (yearMonth && Number(yearMonth[3]) <= Number(yearMonth[2]))
    return {
      end: at + yearMonth[0].length,
      said: [{ at, words: `${monthByNumber(Number(yearMonth[3]))} ${year(yearMonth[1]!)}` }],
    }
  const days = matchAt(DAYS, text, at)
  if (days && isDay(days[1]!)) {
    const said = [{ at, words: ordinal(String(Number(days[1])), datedEnding(text, at)) }]
    const to = days[3] !== undefined ? ',' : days[2] === '/' ? 'und' : 'bis'
    return { end: at + days[0].length, said: [...said, { at: at + days[0].indexOf(days[2]!), words: to }] }
  }
  const numeric = matchAt(NUMERIC, text, at)
  if (numeric) {
    const [match, day, separator, second, years] = numeric
    if (!separator!.startsWith('.') && years!.length === 2) return undefined
    const words = dateWords(text, at, day!, second!, fullYear(years!))
    return words === undefined ? undefined : { end: at + match.length, said: [{ at, words }] }
  }
  const isAfterWeekday = WEEKDAY.test(textBefore(text, at, MAX_WEEKDAY_LENGTH))
  const slashed = isAfterWeekday ? matchAt(AFTER_WEEKDAY, text, at) : null
  const short = slashed && !isShare(text, at, slashed) ? slashed : shortDateAt(text, at)
  const date = short ? dateWords(text, at, short[1]!, short[2]!, '') : undefined
  if (date !== undefined) return numberReading(at, short![0].length, date)
  const noYear = isNumbered || VERSIONED.has(name) ? null : matchAt(DAY_MONTH, text, at)
  const words = noYear ? dateWords(text, at, noYear[1]!, noYear[2]!, '') : undefined
  if (words === undefined) return undefined
  const end = at + noYear![0].length
  const ends = fullStopEndsSentence(`${noYear![2]}.`, chunkAfter(text, end))
  const to = matchAt(TO_DATE, text, end)
  if (to) return markedNumberReading(at, end + to[0].length, words, 'bis')
  return { end, said: [{ at, words: ends ? `${words} .` : words }], isNumber: !ends }
}

/** Two dates with a dash between, each with its year. */
function periodAt(text: string, at: number): Reading | undefined {
  const match = matchAt(PERIOD, text, at)
  if (!match) return undefined
  const [period, first, day, month, years, gap, lastDay, lastMonth, lastYears] = match
  const lastAt = at + first!.length + gap!.length
  const from = dateWords(text, at, day!, month!, fullYear(years!))
  const to = dateWords(text, lastAt, lastDay!, lastMonth!, fullYear(lastYears!))
  if (from === undefined || to === undefined) return undefined
  return { end: at + period.length, said: rangeSaid(at, [first!, gap!], [from, 'bis', to]) }
}

/** A day and month without their last full stop, after words that say that they are a date. */
function shortDateAt(text: string, at: number): RegExpExecArray | null {
  const before = textBefore(text, at, MAX_WEEKDAY_LENGTH)
  return SHORT_DATE_BEFORE.test(before) ? matchAt(SHORT_DATE, text, at) : null
}

/** "dritter mai zweitausendvierundzwanzig". Undefined if there is no such day. */
function dateWords(text: string, at: number, day: string, month: string, years: string): string | undefined {
  const name = monthByNumber(Number(month))
  if (name === undefined || !isDay(day)) return undefined
  const ending = datedEnding(text, at)
  return `${ordinal(String(Number(day)), ending)} ${name} ${years === '' ? '' : yearWords(years)}`.trimEnd()
}

/** The ending of a day of a month, which it may share with an earlier one. */
function datedEnding(text: string, at: number): Ending {
  const isShared =
    /\d\.?(?: ?[-–/] ?|, )$/.test(textBefore(text, at, 6)) ||
    /^(?:bis|b|und|oder|u)$/i.test(wordBefore(text, at))
  return isShared ? sharedEnding(text, at) : endingAt(text, at, 'Mai')
}

/** Characters before the last of up to six dates that share an ending. */
const MAX_SHARED_LENGTH = 64

/** The ending that a date shares with an earlier one ("vom 3.5. bis 7.5."). It looks back a bounded distance. */
function sharedEnding(text: string, at: number): Ending {
  return /(?<!\p{L})(?:vom|v\.|zum|am|dem|den) (?:[\d./]{1,10}(?:,| ?(?:bis|b\.|und|oder|u\.|[-–/])) ?){1,5}$/iu.test(
    textBefore(text, at, MAX_SHARED_LENGTH),
  )
    ? 'en'
    : endingAt(text, at, 'Mai')
}

/** Whether a pair after a day of the week is none the less no date: "Montag 1/2 Tag", "Freitag 24/7". */
function isShare(text: string, at: number, [pair, above, below]: RegExpExecArray): boolean {
  return (
    pair === '24/7' ||
    (Number(above) < Number(below) && /^ \p{Lu}/u.test(text.slice(at + pair.length, at + pair.length + 2)))
  )
}

function fullYear(years: string): string {
  if (years.length === 4) return years
  return (Number(years) < 50 ? '20' : '19') + years
}

function yearWords(years: string): string {
  return /^[12]/.test(years) ? year(years) : cardinal(years)
}

function isDay(day: string): boolean {
  return Number(day) >= 1 && Number(day) <= 31
}

/** The month until or from which something is valid. */
function lastMonth(text: string, at: number): RegExpExecArray | null {
  const month = matchAt(MONTH_OF_SHORT_YEAR, text, at)
  const before = textBefore(text, at, MAX_VALID_LENGTH)
  const isMonthOfYear =
    VALID_BEFORE.test(before) ||
    (month?.[0].includes('/') && month[0] !== '9/11' && PART_BEFORE.test(before)) ||
    (ZERO_MONTH.test(month?.[0] ?? '') && month?.[0] !== '08/15')
  return isMonthOfYear ? month : null
}
