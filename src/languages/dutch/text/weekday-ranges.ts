import { LETTERS, matchAt, type Reader, reading } from '../../shared/text/reading.ts'

const DAY = '(?:ma|di|wo|do|vr|za|zo|(?:maan|dins|woens|donder|vrij|zater|zon)dag)'
const BEFORE = new RegExp(`(?<![${LETTERS}])${DAY}\\.? ?$`, 'i')
const DASH = new RegExp(`[-–](?= ?${DAY}(?![${LETTERS}]))`, 'iy')
const MAX_DAY_LENGTH = 12

/** Reads the dash between two days of the week, the second of which belongs to the range: "ma-vr". */
export const readWeekdayRange: Reader = ({ text }, at) =>
  matchAt(DASH, text, at) && BEFORE.test(text.slice(Math.max(0, at - MAX_DAY_LENGTH), at))
    ? reading(at, 1, 'tot en met')
    : undefined
