import { isWordEnd, matchAt, numberReading, type Reader, textBefore } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'

const RUNWAY = /(\d{1,2})([LRC])/y
const RUNWAYS_BEFORE = /\b(?:runways?|rwys?\.?) (?:\d{1,2}[LRC]?(?:,? (?:and|or) |, ?|\/)){0,3}$/i
const MAX_RUNWAYS_LENGTH = 32
const SIDES: Readonly<Record<string, string>> = { L: 'left', R: 'right', C: 'center' }

/** Reads the number of a runway and which of parallel ones it is: "runway 27L" is "runway twenty seven left". */
export const readRunway: Reader = ({ text, locale }, at) => {
  const match = matchAt(RUNWAY, text, at)
  if (!match || !isWordEnd(text, at + match[0].length)) return undefined
  if (!RUNWAYS_BEFORE.test(textBefore(text, at, MAX_RUNWAYS_LENGTH))) return undefined
  const [whole, number, side] = match
  return numberReading(at, whole.length, `${cardinal(String(Number(number)), locale)} ${SIDES[side!]}`)
}
