import {
  markedNumberReading,
  matchAt,
  numberReading,
  type Reader,
  type Reading,
  rangeSaid,
  textBefore,
} from '../../shared/text/reading.ts'
import { clockWords, countWords, DURATION_CUE, EVENTS, hourWords } from './times.ts'

/** "2h30", and with the minutes named, as only durations have them, "1h 30m". */
const WITH_MINUTES = /(\d{1,3})h(?:(\d{2})| ?(\d{1,2})m(?:in)?)(?![A-Za-z\d:'/])/y
const HOUR = /(\d{1,2}) ?h(?![A-Za-z\d'/])/y
/** Hours after noon, which are hardly counted: "13–15h". */
const AFTERNOON = /(1[3-9]|2[0-3])( ?[-–] ?)(1[4-9]|2[0-4]) ?h(?![A-Za-z\d'/])/y
/** The start of a range, up to its end. */
const TO = '\\d{1,2}(?::\\d\\d)? ?h? ?(?:[-–]|bis|und|u\\.) ?'
/**
 * Text before an hour of the day, also at the end of a range ("von 10h-18h", "Mo 9-17h"): a preposition, what begins then, a day
 * or a date. What is daily is a time only in a range ("tgl. 9–20 h").
 */
const CUE = new RegExp(
  `(?<!\\p{L})(?:(?:[Uu]m|[Gg]egen|[Aa]b|[Vv]on|[Zz]wischen|[Zz]w\\.|[Hh]eute|(?:[Üü]ber)?[Mm]orgen|(?:verschoben|verlegt) auf|(?:[Ss]tart|[Ee]nde|[Bb]is|${EVENTS}):?|` +
    '(?:Mo|Di|Mi|Do|Fr|Sa|So)[.,:]{0,2}|\\p{L}{2,8}tags?[,:]?|\\d{1,2}\\.(?:\\d{1,2}\\.(?:\\d{2}){0,2}| ?\\p{L}{3,9}\\.?),?) ' +
    `(?:${TO})?|(?:[Tt]äglich|[Tt]äg?l\\.|[Tt]gl\\.|[Gg]eöffnet) ${TO})$`,
  'u',
)
/** The start of a range with minutes: "13:30–17 h". */
const CLOCK_BEFORE = /\d:\d\d ?[-–] ?$/
const MAX_CUE_LENGTH = 36
/** Up to this number, "h" counts hours: "2h30" is a duration, "14h30" a time, "um 5h30" as well. */
const MAX_DURATION = 5
const MAX_DURATION_AFTER_CUE = 2

/** Reads hours with "h": times of day ("14h30", "um 16h") and durations ("2h30", "1h 30m"). */
export const readHours: Reader = ({ text }, at) => {
  const before = textBefore(text, at, MAX_CUE_LENGTH)
  const [match, hours, clockMinutes, minutes] = matchAt(WITH_MINUTES, text, at) ?? []
  if (minutes !== undefined) return durationReading(at, match!, hours!, minutes)
  if (clockMinutes !== undefined && Number(clockMinutes) < 60) {
    const longest = CUE.test(before) ? MAX_DURATION_AFTER_CUE : MAX_DURATION
    if (!isOfDay(hours!, longest) || DURATION_CUE.test(before))
      return durationReading(at, match!, hours!, clockMinutes)
    return numberReading(at, match!.length, clockWords(hours!, clockMinutes, undefined))
  }
  const range = matchAt(AFTERNOON, text, at)
  if (range) {
    const [whole, from, dash, to] = range
    const words = [hourWords(from!), 'bis', `${hourWords(to!)} uhr`] as const
    return { end: at + whole.length, said: rangeSaid(at, [from!, dash!], words), isNumber: true }
  }
  const hour = matchAt(HOUR, text, at)
  if (!hour || !isOfDay(hour[1]!, MAX_DURATION) || !(CUE.test(before) || CLOCK_BEFORE.test(before)))
    return undefined
  return markedNumberReading(at, at + hour[0].length, hourWords(hour[1]!), 'uhr')
}

function isOfDay(hour: string, longest: number): boolean {
  return Number(hour) > longest && Number(hour) <= 24
}

/** "eine stunde dreißig minuten", each part at its number */
function durationReading(at: number, match: string, hours: string, minutes: string): Reading {
  const said = [
    { at, words: countWords(hours, 'stunde', 'stunden') },
    { at: at + match.lastIndexOf(minutes), words: countWords(minutes, 'minute', 'minuten') },
  ]
  return { end: at + match.length, said, isNumber: true }
}
