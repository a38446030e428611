import { matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'

/** The number of an equation, a figure or a source in brackets, maybe after others: "Eq. (5)", "Eqs. (5) and (6)", "Ref. [12]". */
const BEFORE =
  /\b(?:[Ee]q(?:s\.?|n?\.|uations?)|[Ff]ig(?:s?\.|ures?)|[Tt]ab(?:\.|les?)|[Rr]ef(?:s?\.|erences?)) (?:[([]\d{1,3}[a-z]?[)\]](?:, | and | to |, and |[-–])){0,3}$/
const OPENING = /[([](?=\d{1,3}[a-z]?[)\]])/y
const CLOSING = /(?<=[([]\d{1,3}[a-z]?)[)\]]/y
const MAX_BEFORE_LENGTH = 44

/** Leaves out the brackets around the number of an equation, a figure or a source, where they are no pause: "see Eq. (5)". */
export const readPaperReference: Reader = ({ text }, at) => {
  if (!'()[]'.includes(text[at]!)) return undefined
  const isOpening = matchAt(OPENING, text, at) !== null
  if (!isOpening && !matchAt(CLOSING, text, at)) return undefined
  const start = isOpening ? at : Math.max(text.lastIndexOf('(', at), text.lastIndexOf('[', at))
  return BEFORE.test(textBefore(text, start, MAX_BEFORE_LENGTH)) ? reading(at, 1, '') : undefined
}
