import { chunkAfter, matchAt, numberReading, type Reader, textBefore } from '../../shared/text/reading.ts'
import { cardinal, decimal } from './number-words.ts'
import { fullStopEndsSentence } from './sentence-end.ts'

const DURATION = /(\d{1,3}) ?([uh]) ?(\d{1,2}) ?m(in)?(?![A-Za-z\d'/])/y

/** Days before hours: "2d 4u". */
const DAYS = /(\d{1,3}) ?d(?= \d{1,2} ?[uh](?![A-Za-z]))/y

/** The time of a race: "4u12'35\"", "42'30\"". */
const RACE = /(?:(\d{1,2})[uh])?(\d{1,3})'(\d{2})(?:"|'')(?!\d)/y
/** Minutes, seconds and parts of a second: "1:43,21", "6.07,85". */
const TIMED = /(\d{1,2})[.:]([0-5]\d),(\d{1,3})(?!\d|[.,:]\d)/y
/** Minutes and seconds with their unit: "22:30 min". */
const MEASURED = /(\d{1,3}):([0-5]\d) ?min(?:uten)?(?![A-Za-z])/y
/** Hours, minutes and seconds of a race, and the text before: "in 2:04:12", "eindtijd 3:42:18". */
const ELAPSED = /(\d{1,2}):([0-5]\d):([0-5]\d)(?!\d|[.,:]\d)/y
const ELAPSED_BEFORE = /(?<!\p{L})(?:in|na|\p{L}{0,8}(?:tijd|duur)):? $/iu
/** Minutes and seconds that something plays or a race takes, and the text before: "spraakbericht (0:47)", "10 km in 48:12". */
const PLAYED = /(\d{1,2}):([0-5]\d)(?!\d|[.,:]\d| ?(?:uur|[uh])(?!\p{L}))/uy
const PLAYED_BEFORE = /(?:bericht|video|clip|audio|track|song)(?: \(|:? )$|\d (?:km|kilometer) in $/iu
const MAX_BEFORE_LENGTH = 16
/** The minutes and seconds for a kilometre: "4:58/km". */
const PACE = /(\d{1,2}):([0-5]\d)(?= ?\/ ?km(?![A-Za-z])| per (?:km|kilometer)(?![a-z]))/y

/** Reads hours and minutes: "1h 30m" and "1 u 30 min." are "één uur dertig minuten". */
export const readDuration: Reader = ({ text }, at) => {
  const race = matchAt(RACE, text, at)
  if (race) {
    const [whole, hours, minutes, seconds] = race
    const start = hours === undefined ? '' : `${cardinal(hours)} uur `
    return numberReading(at, whole.length, `${start}${minutesAndSeconds(minutes!, seconds!)}`)
  }
  const before = textBefore(text, at, MAX_BEFORE_LENGTH)
  const elapsed = ELAPSED_BEFORE.test(before) ? matchAt(ELAPSED, text, at) : null
  if (elapsed) {
    const [whole, hours, minutes, seconds] = elapsed
    return numberReading(at, whole.length, `${cardinal(hours!)} uur ${minutesAndSeconds(minutes!, seconds!)}`)
  }
  const played = PLAYED_BEFORE.test(before) ? matchAt(PLAYED, text, at) : null
  if (played) return numberReading(at, played[0].length, minutesAndSeconds(played[1]!, played[2]!))
  const timed = matchAt(TIMED, text, at)
  if (timed) {
    const [whole, minutes, seconds, parts] = timed
    const words = `${counted(minutes!, 'minuut', 'minuten')} en ${decimal(String(Number(seconds)), parts!)} seconden`
    return numberReading(at, whole.length, words)
  }
  const measured = matchAt(MEASURED, text, at)
  if (measured) return numberReading(at, measured[0].length, minutesAndSeconds(measured[1]!, measured[2]!))
  const pace = matchAt(PACE, text, at)
  if (pace) return numberReading(at, pace[0].length, minutesAndSeconds(pace[1]!, pace[2]!))
  const days = matchAt(DAYS, text, at)
  if (days) return numberReading(at, days[0].length, counted(days[1]!, 'dag', 'dagen'))
  const match = matchAt(DURATION, text, at)
  if (!match) return undefined
  const [whole, hours, letter, minutes, rest] = match
  const end = at + whole.length
  const takesStop =
    rest !== undefined && text[end] === '.' && !fullStopEndsSentence('min.', chunkAfter(text, end + 1))
  const hourAt = at + whole.indexOf(letter!)
  const said = [
    { at, words: cardinal(hours!) },
    { at: hourAt, words: 'uur' },
    { at: at + whole.indexOf(minutes!, hourAt - at), words: cardinal(minutes!) },
    { at: at + whole.lastIndexOf('m'), words: Number(minutes) === 1 ? 'minuut' : 'minuten' },
  ]
  return { end: takesStop ? end + 1 : end, said, isNumber: true }
}

/** "één minuut en drieëntwintig seconden", "vijfenveertig seconden" */
function minutesAndSeconds(minutes: string, seconds: string): string {
  if (Number(seconds) === 0) return counted(minutes, 'minuut', 'minuten')
  const rest = counted(seconds, 'seconde', 'seconden')
  return Number(minutes) === 0 ? rest : `${counted(minutes, 'minuut', 'minuten')} en ${rest}`
}

function counted(number: string, one: string, many: string): string {
  return `${cardinal(String(Number(number)))} ${Number(number) === 1 ? one : many}`
}
