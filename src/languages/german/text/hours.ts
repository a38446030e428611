import {
  markedNumberReading,
  matchAt,
  numberReading,
  type Reader,
  type Reading,
} from '../../shared/text/reading.ts'
import { clockWords, countWords, hourWords } from './times.ts'

const WITH_MINUTES = /(\d{1,3})h(\d{2})(?![A-Za-z\d:'/])/y
const AND_MINUTES = /(\d{1,3})h ?(\d{1,2})m(?:in)?(?![A-Za-z\d'/])/y
const HOUR = /(\d{1,2}) ?h(?![A-Za-z\d'/])/y
/** Text before an hour of the day, also at the end of a range ("von 10h-18h", "Mo 9-17h"). */
const CUE =
  /(?<!\p{L})(?:[Uu]m|[Gg]egen|[Aa]b|[Vv]on|(?:Mo|Di|Mi|Do|Fr|Sa|So)[.,:]{0,2}|\p{L}{2,6}tag,?) (?:\d{1,2} ?h? ?(?:[-–]|bis) ?)?$/u
const MAX_CUE_LENGTH = 20
/** Up to this number, "h" counts hours: "2h30" is a duration, "14h30" a time. */
const MAX_DURATION = 5

/** Reads hours with "h": times of day ("14h30", "um 16h") and durations ("2h30", "1h 30m"). */
export const readHours: Reader = ({ text }, at) => {
  const duration = matchAt(AND_MINUTES, text, at)
  if (duration) return durationReading(at, duration)
  const clock = matchAt(WITH_MINUTES, text, at)
  if (clock && Number(clock[2]) < 60) {
    if (!isOfDay(clock[1]!)) return durationReading(at, clock)
    return numberReading(at, clock[0].length, clockWords(clock[1]!, clock[2]!, undefined))
  }
  const hour = matchAt(HOUR, text, at)
  if (!hour || !isOfDay(hour[1]!) || !CUE.test(text.slice(Math.max(0, at - MAX_CUE_LENGTH), at)))
    return undefined
  return markedNumberReading(at, at + hour[0].length, hourWords(hour[1]!), 'uhr')
}

function isOfDay(hour: string): boolean {
  return Number(hour) > MAX_DURATION && Number(hour) <= 24
}

/** "eine stunde dreißig minuten", each part at its number */
function durationReading(at: number, [match, hours, minutes]: RegExpExecArray): Reading {
  const said = [
    { at, words: countWords(hours!, 'stunde', 'stunden') },
    { at: at + match.lastIndexOf(minutes!), words: countWords(minutes!, 'minute', 'minuten') },
  ]
  return { end: at + match.length, said, isNumber: true }
}
