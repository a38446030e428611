import { matchAt, type Reader, reading, wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { isNumberedPlace } from './places.ts'

const NUMBER_SIGN = /#(?=[A-Z\d-]{0,11}\d)/y
/** What has a number, beside places. */
const NUMBERED =
  wordList(`order ticket case confirmation conf invoice reference ref booking reservation account acct
  claim part item model serial tracking policy member po`)

/** Reads the sign before the number of a place or an order as "number", where it is no tag and no colour: "room #B12". */
export const readItemNumber: Reader = ({ text }, at) => {
  if (!matchAt(NUMBER_SIGN, text, at)) return undefined
  const before = wordBefore(text, at)
  return isNumberedPlace(before) || NUMBERED.has(before.toLowerCase()) ? reading(at, 1, 'number') : undefined
}
