import { matchAt, numberReading, type Reader, textBefore } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'

/** A grade of a school with a minus, and no first part of a compound ("eine 2- bis 3-stündige Pause"). */
const GRADE = /([1-6])-(?=$|[\s.,;:!?)])(?!,? (?:bis|und|oder|u\.)|,? ?\d)/y
const CUE = /(?<!\p{L})(?:(?:schul)?note|zensur|eine)(?: ist| war)?:? $/iu
const MAX_CUE_LENGTH = 16

/** Reads "Note 2-" and "eine 1-". */
export const readGrade: Reader = ({ text }, at) => {
  const grade = matchAt(GRADE, text, at)
  if (!grade || !CUE.test(textBefore(text, at, MAX_CUE_LENGTH))) return undefined
  return numberReading(at, 2, `${cardinal(grade[1]!)} minus`)
}
