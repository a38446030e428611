import { LETTERS, matchAt, type Reader, reading, textBefore } from './reading.ts'

const MAX_DAY_LENGTH = 5

/**
 * Makes the reader of a plus between days of the week: "ma+wo", "Mo + Mi".
 *
 * @param days the short names of the days, as the source of a regular expression
 * @param and the word for the plus
 */
export function joinedDaysReader(days: string, and: string): Reader {
  const before = new RegExp(`(?<![${LETTERS}])(?:${days})\\.? ?$`)
  const plus = new RegExp(`\\+(?= ?(?:${days})(?![${LETTERS}]))`, 'y')
  return ({ text }, at) =>
    matchAt(plus, text, at) && before.test(textBefore(text, at, MAX_DAY_LENGTH))
      ? reading(at, 1, and)
      : undefined
}
