import { matchAt, numberReading, type Reader } from '../../shared/text/reading.ts'
import { afterHundreds, cardinal } from './number-words.ts'

/** A building or a floor, and a room on it. */
const ROOM = /([1-9]\d?)-([1-9])(\d\d)(?![\w%]|[-.,/:]\d)/y
const ROOM_BEFORE = /\b(?:room|rm\.?|suite|ste\.?|unit|apt\.?|apartment|office|classroom) #?$/i
const MAX_BEFORE_LENGTH = 12

/** Reads the number of a room in two parts, which is no range: "Room 2-104" is "room two one oh four". */
export const readRoomNumber: Reader = ({ text, locale }, at) => {
  const match = matchAt(ROOM, text, at)
  if (!match || !ROOM_BEFORE.test(text.slice(Math.max(0, at - MAX_BEFORE_LENGTH), at))) return undefined
  const [whole, building, hundreds, rest] = match
  const words = [cardinal(building!, locale), cardinal(hundreds!, locale), afterHundreds(rest!, locale)]
  return numberReading(at, whole.length, words.join(' '))
}
