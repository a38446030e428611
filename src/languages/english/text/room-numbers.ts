import { matchAt, numberReading, type Reader } from '../../shared/text/reading.ts'
import { cardinal, inTwoParts } from './number-words.ts'

/** A building or a floor, and a room on it. */
const ROOM = /([1-9]\d?)-([1-9]\d\d)(?![\w%]|[-.,/:]\d)/y
const ROOM_BEFORE = /\b(?:room|rm\.?|suite|ste\.?|unit|apt\.?|apartment|office|classroom) #?$/i
/** A chapter, and a figure in it. */
const FIGURE = /(\d{1,2})-(\d{1,2})(?![\w%-]|[.,/:]\d)/y
const FIGURE_BEFORE = /\b(?:fig\.?|figure|table|exhibit) $/i
const MAX_BEFORE_LENGTH = 12

/**
 * Reads the numbers of rooms and figures that have two parts and are no range: "Room 2-104" is "room two one oh four", "Fig. 3-2"
 * "figure three two".
 */
export const readRoomNumber: Reader = ({ text, locale }, at) => {
  const before = text.slice(Math.max(0, at - MAX_BEFORE_LENGTH), at)
  const figure = FIGURE_BEFORE.test(before) ? matchAt(FIGURE, text, at) : null
  if (figure) {
    const [whole, chapter, number] = figure
    return numberReading(at, whole.length, `${cardinal(chapter!, locale)} ${cardinal(number!, locale)}`)
  }
  const room = ROOM_BEFORE.test(before) ? matchAt(ROOM, text, at) : null
  if (!room) return undefined
  const [whole, building, number] = room
  return numberReading(at, whole.length, `${cardinal(building!, locale)} ${inTwoParts(number!, locale)}`)
}
