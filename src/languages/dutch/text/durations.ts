import { chunkAfter, matchAt, numberReading, type Reader } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'
import { fullStopEndsSentence } from './sentence-end.ts'

const DURATION = /(\d{1,3}) ?([uh]) ?(\d{1,2}) ?m(in)?(?![A-Za-z\d'/])/y

/** The time of a race: "4u12'35\"", "42'30\"". */
const RACE = /(?:(\d{1,2})[uh])?(\d{1,3})'(\d{2})(?:"|'')(?!\d)/y

/** Reads hours and minutes: "1h 30m" and "1 u 30 min." are "één uur dertig minuten". */
export const readDuration: Reader = ({ text }, at) => {
  const race = matchAt(RACE, text, at)
  if (race) {
    const [whole, hours, minutes, seconds] = race
    const start = hours === undefined ? '' : `${cardinal(hours)} uur `
    const words = `${start}${cardinal(minutes!)} minuten en ${cardinal(seconds!)} seconden`
    return numberReading(at, whole.length, words)
  }
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
