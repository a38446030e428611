import { LETTERS, matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'

const SHORT = '(?:ma|di|wo|do|vr|za|zo)'
const LONG = '(?:maan|dins|woens|donder|vrij|zater|zon)dag'
/** The end of a day's name before a dash, and the dash and the day after it: short as the first one, as "zo" is also a word. */
const RANGES = [SHORT, LONG].flatMap((day) => [
  {
    before: new RegExp(`(?<![${LETTERS}])${day}\\.? ?$`, 'i'),
    dash: new RegExp(`[-–](?= ?${day}(?![${LETTERS}]))`, 'iy'),
  },
  // "vr. 11/12 - zo. 13/12"
  {
    before: new RegExp(`(?<![${LETTERS}])${day}\\.? \\d{1,2}[./-]\\d{1,2} ?$`, 'i'),
    dash: new RegExp(`[-–](?= ?${day}\\.? \\d{1,2}[./-]\\d)`, 'iy'),
  },
])
const MAX_DAY_LENGTH = 18

/** Whether "zo" is one half of "zo-zo", which is no range. */
export function isSoSo(text: string, at: number): boolean {
  return (
    /^zo-zo(?![a-z])/i.test(text.slice(at, at + 6)) ||
    /^zo-zo$/i.test(text.slice(Math.max(0, at - 3), at + 2))
  )
}

/** Reads the dash between two days of the week, the second of which belongs to the range: "ma-vr". */
export const readWeekdayRange: Reader = ({ text }, at) => {
  const start = textBefore(text, at, MAX_DAY_LENGTH)
  const isRange =
    !isSoSo(text, at - 2) && RANGES.some(({ before, dash }) => matchAt(dash, text, at) && before.test(start))
  return isRange ? reading(at, 1, 'tot en met') : undefined
}
