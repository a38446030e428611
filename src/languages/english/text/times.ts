import {
  chunkAfter,
  isWordEnd,
  matchAt,
  numberReading,
  type Reader,
  type Reading,
  textBefore,
  type Verbalization,
} from '../../shared/text/reading.ts'
import { CALENDAR_NAME } from './calendar.ts'
import { cardinal, decimal, digitByDigit } from './number-words.ts'
import { endsSentenceAt } from './sentence-end.ts'

/** A zone may be written without its space: "5 p.m.EST". */
const HALF =
  /(?: ?([AaPp])(?:\.[Mm]\.(?=[ECMPecmp][SDsd]?[Tt](?![A-Za-z]))|(?:\.[Mm]\.?|[Mm])(?![A-Za-z0-9])))/.source
/** A full stop is a colon where a half of the day follows, maybe after another time: "7.30pm", "7.30–9.30pm". */
const STOP = '\\.(?=[0-5]\\d(?: ?[-–] ?\\d{1,2}[.:][0-5]\\d)? ?[AaPp]\\.?[Mm](?![A-Za-z0-9]))'
const CLOCK = new RegExp(
  `(\\d{1,2})(?::|${STOP})(\\d{2})(?::(\\d{2})(?:\\.\\d{1,6})?)?(?![\\d:])(?:${HALF}|([ap])(?!'?[A-Za-z0-9]))?`,
  'y',
)
/** A time with a full stop, as the British write it: "at 9.30", "the 10.15 from King's Cross", "10.00–11.30". */
const STOPPED =
  /(\d{1,2})\.([0-5]\d)(?![\d%]|\.\d| (?:per|percent|million|billion|against|to the)(?![a-z])| ?[A-Z$€£])/y
/** When a train goes, to the minute: "leaves at 17.52". */
const GOES_AT = /\b(?:leaves?|left|departs?|departed|departing|arrives?|arriving|due|train|bus) at $/i
/** Where a train goes: "the 10.32 from Paddington". */
const PLACE_AFTER = /^ (?:from|to) [A-Z]/
const STOPPED_AT = /\b(?:at|by|until|till|before|after) $/i
const TRAIN_AFTER = /^ (?:from|to|train|bus|service|ferry|departure)(?![a-z])/
/** A train that is caught, at the end of a clause: "change for the 18.05". */
const CAUGHT_BEFORE = /\b(?:catch|caught|take|get|miss|missed|for|on) the $/i
const CAUGHT_AFTER = /^(?:$|[.,;!?)](?!\d))/
const STOPPED_RANGE = /^\d{1,2}\.(?:00|15|30|45) ?[-–] ?\d{1,2}\.(?:00|15|30|45)(?!\d|[%.]|[A-Za-z])/
const STOPPED_RANGE_BEFORE = /(?<![\d.£$€])\d{1,2}\.(?:00|15|30|45) ?[-–] ?$/
const MAX_STOPPED_LENGTH = 14

/** The time in the east and in the middle of America: "8/7c", "7:30/6:30c". */
const TWO_ZONES = /(\d{1,2})(?::([0-5]\d))?\/(\d{1,2})(?::([0-5]\d))?c(?![A-Za-z0-9])/y
const HOUR = new RegExp(`(\\d{1,2})${HALF}`, 'y')
/** A time without its colon, before its half of the day: "830pm", "0730 p.m.". With a space, capitals may be of a radio station. */
const COMPACT = /(0?[1-9]|1[0-2])([0-5]\d)(?:([AaPp])(?:\.[Mm]\.?|[Mm])| ([ap])(?:\.m\.?|m))(?![A-Za-z0-9])/y
const TO = '(?: ?[-–] ?| to )'
/**
 * An hour with the first letter of its half of the day, at one end of a range ("8a–5p") or after a word that announces a time
 * ("at 7p", "Mon 7p", "between 10a and 2p"), or after others ("6:30a, 9a and 12p").
 */
const BRIEF_HOUR = new RegExp(
  `(\\d{1,2})([ap])(?!'?[A-Za-z0-9])(?:(?=${TO}(?:\\d{1,2}(?::\\d\\d)?[ap]|noon|midnight))|(?<=(?:(?:\\d[ap]|noon|midnight)${TO}|(?:\\b(?:at|by|until|till|after|before|around|(?:${CALENDAR_NAME})\\.?)|@) ?)\\d{1,2}[ap])|(?<=:\\d\\d ?[ap](?:, \\d{1,2}[ap]){0,3},? (?:(?:and|&|or) )?\\d{1,2}[ap])|(?= [ECMP][DS]?T(?![A-Za-z]))|(?<=\\b(?:between|b/w) (?:\\d{1,2}(?::\\d\\d)?[ap] and )?\\d{1,2}[ap]))`,
  'y',
)
/** Minutes and seconds with decimals ("4:05.3"). */
const STOPWATCH = /(\d{1,2}):([0-5]\d)\.(\d{1,3})(?!\d|\.\d)/y
/** Less than a minute, which is no time of day of twelve hours: "0:42". */
const UNDER_A_MINUTE = /0:(0[2-9]|[1-5]\d)(?![\d:]|\.\d| ?[ap]\.?m)/y
const DURATION =
  /(?:\d{1,2}w ?\dd|\d{1,3}d ?\d{1,2}h(?: ?\d{1,2}m)?|\d{1,3}h ?\d{1,2}m(?: ?\d{1,2}s)?|\d{1,3}m ?\d{1,2}s)(?![A-Za-z0-9^]|\/(?!(?:mo|month|wk|week|day|yr|year)(?![a-z])))/y
/** Hours and minutes with one letter: "took 2h05", but "at 14h30". */
const HOURS_MINUTES = /(\d{1,2})h([0-5]\d)(?![\w/^:]|\.\d)/y
const CLOCK_BEFORE = /(?:\b(?:at|by|from|until|till|check-(?:in|out)):? |[-–] ?)$/i
const TIME_UNITS: Readonly<Record<string, string>> = {
  w: 'week',
  d: 'day',
  h: 'hour',
  m: 'minute',
  s: 'second',
}
/** Meetings of two: "our 1:1s". */
const MEETINGS_OF_TWO = /1:1s(?![A-Za-z0-9])/y
const RATIO = /(\d{1,9}):(\d{1,9})(?!\d|:\d)/y
/** A ratio to one: "2.39:1". */
const RATIO_TO_ONE = /(\d{1,3})\.(\d{1,3}):1(?![\w:.]|,\d)/y

/** Reads times of day ("5:30 p.m.", "17:45", "5pm", "8a–5p") and, if the time is impossible, a ratio ("16:9"). */
export const readTime: Reader = (input, at) => {
  const { text, locale } = input
  const stopwatch = matchAt(STOPWATCH, text, at)
  if (stopwatch) {
    const [match, minutes, seconds, fraction] = stopwatch
    const whole =
      seconds === '00'
        ? `${cardinal(String(Number(minutes)), locale)} oh oh`
        : clockWords(minutes!, seconds!, undefined, true, locale)
    const words = `${whole} point ${digitByDigit(fraction!)}`
    return numberReading(at, match.length, words)
  }
  const zones = matchAt(TWO_ZONES, text, at)
  if (zones) {
    const [match, hour, minute = '00', central, centralMinute = '00'] = zones
    const words = [
      clockWords(hour!, minute, undefined, true, locale),
      clockWords(central!, centralMinute, undefined, true, locale),
    ]
    return numberReading(at, match.length, `${words.join(' , ')} central`)
  }
  const short = locale === 'en-US' ? matchAt(UNDER_A_MINUTE, text, at) : null
  if (short) return numberReading(at, short[0].length, counted(short[1]!, 'second', locale))
  const clock = matchAt(CLOCK, text, at)
  if (clock && isTime(Number(clock[1]), Number(clock[2]))) {
    const [match, hour, minute, second, half = clock[5]] = clock
    const next = chunkAfter(text, at + match.length)
    const isNamed = half !== undefined || /^(?:noon|midnight|o'clock)/.test(next)
    const words = clockWords(hour!, minute!, second, isNamed, locale)
    return withHalf(text, at, match, words, half)
  }
  const compact = readCompactTime(input, at)
  if (compact) return compact
  const stopped = locale === 'en-GB' ? matchAt(STOPPED, text, at) : null
  if (stopped && Number(stopped[1]) < 24 && isStoppedTime(text, at, at + stopped[0].length))
    return numberReading(
      at,
      stopped[0].length,
      clockWords(stopped[1]!, stopped[2]!, undefined, false, locale),
    )
  const hour = matchAt(HOUR, text, at) ?? matchAt(BRIEF_HOUR, text, at)
  if (hour && Number(hour[1]) >= 1 && Number(hour[1]) <= 12) {
    return withHalf(text, at, hour[0], cardinal(String(Number(hour[1])), locale), hour[2])
  }
  if (matchAt(MEETINGS_OF_TWO, text, at)) return numberReading(at, 4, 'one on ones')
  const toOne = matchAt(RATIO_TO_ONE, text, at)
  if (toOne) return numberReading(at, toOne[0].length, `${decimal(toOne[1]!, toOne[2]!, locale)} to one`)
  const ratio = matchAt(RATIO, text, at)
  if (!ratio || !isWordEnd(text, at + ratio[0].length)) return undefined
  const words = `${cardinal(ratio[1]!, locale)} to ${cardinal(ratio[2]!, locale)}`
  return numberReading(at, ratio[0].length, words)
}

/** Reads a time without its colon: "830pm". */
const readCompactTime: Reader = ({ text, locale }, at) => {
  const match = /\d/.test(text[at - 1] ?? ' ') ? null : matchAt(COMPACT, text, at)
  if (!match) return undefined
  const [written, hour, minute, glued, spaced] = match
  return withHalf(text, at, written, clockWords(hour!, minute!, undefined, true, locale), glued ?? spaced)
}

/** Whether the words around a number with decimals say that it is a time. */
function isStoppedTime(text: string, at: number, end: number): boolean {
  const before = textBefore(text, at, MAX_STOPPED_LENGTH)
  if (!/[05]$/.test(text.slice(at, end)))
    return GOES_AT.test(before) || (/\bthe $/i.test(before) && PLACE_AFTER.test(text.slice(end, end + 7)))
  return (
    STOPPED_AT.test(before) ||
    (CAUGHT_BEFORE.test(before) && CAUGHT_AFTER.test(text.slice(end, end + 2))) ||
    (/\bthe $/i.test(before) && TRAIN_AFTER.test(text.slice(end, end + MAX_STOPPED_LENGTH))) ||
    (STOPPED_RANGE.test(text.slice(at, at + MAX_STOPPED_LENGTH)) && !/[£$€]$/.test(before)) ||
    STOPPED_RANGE_BEFORE.test(before)
  )
}

/** Whether two numbers are a time of day, or minutes and seconds ("42:15") and no shares ("55:45"). */
function isTime(first: number, second: number): boolean {
  return second < 60 && (first <= 24 || (first < 60 && second > 0 && first + second !== 100))
}

/** Reads hours, minutes and seconds by their letters, where "m" is no meter: "1h 30m", "2m30s", "3d 4h". */
export const readDuration: Reader = ({ text, locale }, at) => {
  const match = matchAt(DURATION, text, at)
  if (!match) return readHoursMinutes(text, at, locale)
  const said: Verbalization[] = []
  for (const { 1: number, 2: letter, index } of match[0].matchAll(/(\d{1,3})([wdhms])/g)) {
    said.push({ at: at + index, words: counted(number!, TIME_UNITS[letter!]!, locale) })
  }
  return { end: at + match[0].length, said, isNumber: true }
}

/** "two hours five minutes", or the time of day after "at". */
function readHoursMinutes(text: string, at: number, locale: string): Reading | undefined {
  const match = matchAt(HOURS_MINUTES, text, at)
  if (!match) return undefined
  const [whole, hours, minutes] = match
  if (CLOCK_BEFORE.test(textBefore(text, at, 12)))
    return Number(hours) < 24
      ? numberReading(at, whole.length, clockWords(hours!, minutes!, undefined, false, locale))
      : undefined
  const rest = minutes === '00' ? '' : ` ${counted(minutes!, 'minute', locale)}`
  return numberReading(at, whole.length, counted(hours!, 'hour', locale) + rest)
}

/** "one hour", "thirty seconds" */
function counted(number: string, unit: string, locale: string): string {
  return `${cardinal(String(Number(number)), locale)} ${unit}${Number(number) === 1 ? '' : 's'}`
}

/** "five thirty", "five oh five", "five o'clock", "seventeen hundred" */
export function clockWords(
  hour: string,
  minute: string,
  second: string | undefined,
  isNamed: boolean,
  locale: string,
): string {
  const hours = Number(hour)
  const spoken = cardinal(String(hours), locale)
  const seconds = second === undefined || second === '00' ? '' : ` and ${counted(second, 'second', locale)}`
  if (minute === '00') {
    if (hours === 0 && seconds === '') return 'midnight'
    if (isNamed) return spoken + seconds
    return (hours > 12 || hours === 0 ? `${spoken} hundred` : `${spoken} o'clock`) + seconds
  }
  const minutes = cardinal(String(Number(minute)), locale)
  return `${spoken} ${minute.startsWith('0') ? 'oh ' : ''}${minutes}${seconds}`
}

function withHalf(text: string, at: number, match: string, words: string, half: string | undefined) {
  const end = at + match.length
  const said: Verbalization[] = [{ at, words }]
  if (half !== undefined) {
    said.push({ at: end - 1, words: `${half.toUpperCase()} M` })
    const ends = match.endsWith('.') && endsSentenceAt(text, end, `${half}.m.`)
    if (ends) said.push({ at: end - 1, words: '.' })
  }
  return { end, said, isNumber: true }
}
