import { matchAt, type Reader, reading } from '../../shared/text/reading.ts'

const MINUS = /-(?=$|[\s.,;:!?)])(?! (?:and|or)(?![a-z]))/y
const GRADE_BEFORE = /(?:^|[^A-Za-z0-9'-])(?:[A-DO]|AB)$/

/** Reads the minus of a mark at school and of a blood type: "a B-". */
export const readGradeMinus: Reader = ({ text }, at) => {
  const isGrade = matchAt(MINUS, text, at) !== null && GRADE_BEFORE.test(text.slice(Math.max(0, at - 3), at))
  return isGrade ? reading(at, 1, 'minus') : undefined
}
