import { matchAt, numberReading, type Reader, textBefore } from '../../shared/text/reading.ts'

/** Followed by the end of what is answered: "10-4, over", "10-4!" */
const TEN_FOUR =
  /10-4(?=,?$|[.!]+(?:$|[ \n"])|,? (?:over|copy|good buddy|roger|dispatch|base|boss|captain|thanks|thank you|got it|understood|will do)(?![a-z]))/iy
const ANSWER_BEFORE = /(?:^|[.!?\n"] ?|\b(?:copy|roger|that's a|big)(?: that)?,? )$/i
const MAX_BEFORE_LENGTH = 14

/** Reads "10-4" of radio, where it is an answer: "ten four". Elsewhere it is a range or a score ("We won 10-4."). */
export const readTenCode: Reader = ({ text }, at) => {
  if (!matchAt(TEN_FOUR, text, at)) return undefined
  if (!ANSWER_BEFORE.test(textBefore(text, at, MAX_BEFORE_LENGTH))) return undefined
  return numberReading(at, 4, 'ten four')
}
