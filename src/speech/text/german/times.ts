import { isWordEnd, matchAt, numberReading, type Passage, type Reader, wordBefore } from '../reading.ts'
import { cardinal } from './number-words.ts'

const CLOCK =
  /(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,6})?)?(?![\d:]|[.,]\d)( ?(?:Uhr|h)(?![A-Za-zÄÖÜäöüß]))?/y
/** With a full stop it is a time only before "Uhr", or after a word that times stand after. */
const DOTTED = /(\d{1,2})\.(\d{2})(?![\d:]|[.,]\d)( ?(?:Uhr|h)(?![A-Za-zÄÖÜäöüß]))?/y
const TO_DOTTED = /^ ?(?:[-–]|bis|und) ?\d{1,2}\.\d{2} ?Uhr/
const LONGEST_RANGE = 20
/** Hours of a clock, or of a duration. */
const HOUR = /(\d{1,2})( ?Uhr)(?![A-Za-zÄÖÜäöüß])/y
const DURATION =
  /(\d{1,3}):(\d{2})(?::(\d{2}))? (Std\.?|Stunden?|h|Min\.?|min\.?|Minuten?)(?![A-Za-zÄÖÜäöüß.])/y
const RATIO = /(\d{1,9}):(\d{1,9})(?!\d|:\d)/y
const CUE = /^(?:um|gegen|ab)$/i

/** Reads times of day ("14:30 Uhr", "14.30 Uhr", "9 Uhr"), durations and, where it can be neither, a ratio ("16:9"). */
export const readTime: Reader = (passage, at) => {
  const { text } = passage
  const duration = matchAt(DURATION, text, at)
  if (duration) return numberReading(at, duration[0].length, durationWords(duration))
  const clock = matchAt(CLOCK, text, at) ?? dotted(passage, at)
  if (clock && Number(clock[1]) <= 24 && Number(clock[2]) < 60) {
    return numberReading(at, clock[0].length, clockWords(clock[1]!, clock[2]!, clock[3]))
  }
  const hour = matchAt(HOUR, text, at)
  if (hour && Number(hour[1]) <= 24) {
    const said = [
      { at, words: hourWords(hour[1]!) },
      { at: at + hour[0].length - 1, words: 'uhr' },
    ]
    return { end: at + hour[0].length, said, isNumber: true }
  }
  const ratio = matchAt(RATIO, text, at)
  if (!ratio || !isWordEnd(text, at + ratio[0].length)) return undefined
  return numberReading(at, ratio[0].length, `${cardinal(ratio[1]!)} zu ${cardinal(ratio[2]!)}`)
}

function dotted(
  { text }: Passage,
  at: number,
): (readonly (string | undefined)[] & { 0: string }) | undefined {
  const match = matchAt(DOTTED, text, at)
  if (!match) return undefined
  const end = at + match[0].length
  const isTime =
    match[3] !== undefined ||
    TO_DOTTED.test(text.slice(end, end + LONGEST_RANGE)) ||
    CUE.test(wordBefore(text, at))
  return isTime ? [match[0], match[1], match[2]] : undefined
}

/** "vierzehn uhr dreißig", "null uhr fünf", "neun uhr und zehn sekunden" */
export function clockWords(hour: string, minute: string, second: string | undefined): string {
  const minutes = minute === '00' ? '' : ` ${cardinal(String(Number(minute)))}`
  const seconds =
    second === undefined || second === '00' ? '' : ` und ${countWords(second, 'sekunde', 'sekunden')}`
  return `${hourWords(hour)} uhr${minutes}${seconds}`
}

function hourWords(hour: string): string {
  const hours = String(Number(hour))
  return hours === '1' ? 'ein' : cardinal(hours)
}

/** "eine stunde dreißig minuten", with seconds "zwei minuten fünf sekunden" */
function durationWords([, first, second, third, unit]: readonly (string | undefined)[]): string {
  const parts = [first!, second!, ...(third === undefined ? [] : [third])]
  const isHours = third !== undefined || /^(?:S|h)/.test(unit!)
  const names = isHours ? ['stunde', 'minute', 'sekunde'] : ['minute', 'sekunde']
  return parts
    .flatMap((part, index) => (Number(part) === 0 ? [] : countWords(part, names[index]!, `${names[index]}n`)))
    .join(' ')
}

function countWords(digits: string, one: string, many: string): string {
  const number = String(Number(digits))
  return number === '1' ? `eine ${one}` : `${cardinal(number)} ${many}`
}
