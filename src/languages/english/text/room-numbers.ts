import { matchAt, numberReading, type Reader, textBefore } from '../../shared/text/reading.ts'
import { afterHundreds, cardinal, inTwoParts } from './number-words.ts'
import { endsHouseNumber } from './streets.ts'

/** A building or a floor, and a room on it. */
const ROOM = /([1-9]\d?)-([1-9]\d\d)(?![\w%]|[-.,/:]\d)/y
const ROOM_BEFORE = /\b(?:room|rm\.?|suite|ste\.?|unit|apt\.?|apartment|office|classroom) #?$/i
/** A chapter, and a figure in it. */
const FIGURE = /(\d{1,2})-(\d{1,2})(?![\w%-]|[.,/:]\d)/y
const FIGURE_BEFORE = /\b(?:fig\.?|figure|table|exhibit) $/i
const MAX_BEFORE_LENGTH = 12
/** A block and a house in it, which is no range: "123-01 Roosevelt Avenue" in Queens. */
const HOUSE = /([1-9]\d{1,2})-(0[1-9]|[1-9]\d)(?= )/y

/**
 * Reads the numbers of rooms, figures and houses that have two parts and are no range: "Room 2-104" is "room two one oh four",
 * "Fig. 3-2" "figure three two", "123-01 Roosevelt Avenue" "one twenty three oh one".
 */
export const readRoomNumber: Reader = ({ text, locale }, at) => {
  const before = textBefore(text, at, MAX_BEFORE_LENGTH)
  const figure = FIGURE_BEFORE.test(before) ? matchAt(FIGURE, text, at) : null
  if (figure) {
    const [whole, chapter, number] = figure
    return numberReading(at, whole.length, `${cardinal(chapter!, locale)} ${cardinal(number!, locale)}`)
  }
  const house = matchAt(HOUSE, text, at)
  if (house && endsHouseNumber(text, at + house[0].length)) {
    const [whole, block, number] = house
    const first = block!.length > 2 ? inTwoParts(block!, locale) : cardinal(block!, locale)
    if (Number(block) > Number(number))
      return numberReading(at, whole.length, `${first} ${afterHundreds(number!, locale)}`)
  }
  const room = ROOM_BEFORE.test(before) ? matchAt(ROOM, text, at) : null
  if (!room) return undefined
  const [whole, building, number] = room
  return numberReading(at, whole.length, `${cardinal(building!, locale)} ${inTwoParts(number!, locale)}`)
}
