import { matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'

const MINUS = /-(?=$|[\s.,;:!?)])(?! (?:and|or)(?![a-z]))/y
const GRADE_BEFORE = /(?:^|[^A-Za-z0-9'-])(?:[A-DO]|AB)$/

/** Reads the minus of a mark at school and of a blood type: "a B-". */
export const readGradeMinus: Reader = ({ text }, at) => {
  const isGrade = matchAt(MINUS, text, at) !== null && GRADE_BEFORE.test(textBefore(text, at, 3))
  return isGrade ? reading(at, 1, 'minus') : undefined
}
