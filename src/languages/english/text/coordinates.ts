import { matchAt, numberReading, type Reader, type Verbalization } from '../../shared/text/reading.ts'
import { DIRECTIONS } from './directions.ts'
import { cardinal, decimal } from './number-words.ts'

/** Degrees with minutes, with seconds, with a direction, in this order; one of the three has to be there. */
const COORDINATE =
  /(\d{1,3})(?:\.(\d{1,12}))? ?°(?: ?(\d{1,2})(?:\.(\d{1,6}))?'(?: ?(\d{1,2})(?:\.(\d{1,6}))?")?)?(?: ?([NSEW])(?![A-Za-z0-9]))?/y

/** Decimal degrees without their sign, in pairs: "18.4N 65.2W". */
const DECIMAL_PAIR =
  /(\d{1,3})\.(\d{1,6})(?:([NS])(?=,? \d{1,3}\.\d{1,6}[EW](?![A-Za-z\d]))|(?<=\d[NS],? [\d.]{3,10})([EW])(?![A-Za-z\d]))/y

/** Reads places on the globe: "40°42'46\"N", "37.7749° N", "18.4N 65.2W". */
export const readCoordinate: Reader = ({ text, locale }, at) => {
  const pair = matchAt(DECIMAL_PAIR, text, at)
  if (pair) {
    const [whole, degrees, fraction, latitude, longitude] = pair
    const direction = DIRECTIONS[(latitude ?? longitude)!]!
    return numberReading(at, whole.length, `${decimal(degrees!, fraction!, locale)} ${direction}`)
  }
  const match = matchAt(COORDINATE, text, at)
  if (!match) return undefined
  const [whole, degrees, degreesFraction, minutes, minutesFraction, seconds, secondsFraction, direction] =
    match
  if (minutes === undefined && direction === undefined) return undefined
  const minutesAt = at + whole.indexOf('°') + (whole.includes('° ') ? 2 : 1)
  const said: Verbalization[] = [{ at, words: counted(degrees!, degreesFraction, 'degree') }]
  if (minutes !== undefined) said.push({ at: minutesAt, words: counted(minutes, minutesFraction, 'minute') })
  if (seconds !== undefined) {
    const secondsAt = at + whole.indexOf(seconds, minutesAt - at + minutes!.length)
    said.push({ at: secondsAt, words: counted(seconds, secondsFraction, 'second') })
  }
  const end = at + whole.length
  if (direction !== undefined) said.push({ at: end - 1, words: DIRECTIONS[direction]! })
  return { end, said, isNumber: true }

  function counted(digits: string, fraction: string | undefined, unit: string): string {
    const whole = String(Number(digits))
    const count = fraction === undefined ? cardinal(whole, locale) : decimal(whole, fraction, locale)
    return `${count} ${count === 'one' ? unit : `${unit}s`}`
  }
}
