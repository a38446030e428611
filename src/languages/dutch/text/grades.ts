import { matchAt, numberReading, type Reader, textBefore } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'

/** A grade of a school with a minus, and no first part of a compound ("een 8- tot 10-jarige"). */
const GRADE = /(10|\d)-(?=$|[\s.,;:!?)])(?!,? (?:tot|en|of|à|t\/m)|,? ?\d)/y
const CUE = /(?<!\p{L})(?:cijfer|een)(?: is| was)?:? $/iu
const MAX_CUE_LENGTH = 12

/** Reads "een 8-" and "cijfer: 6-". */
export const readGrade: Reader = ({ text }, at) => {
  const grade = matchAt(GRADE, text, at)
  if (!grade || !CUE.test(textBefore(text, at, MAX_CUE_LENGTH))) return undefined
  return numberReading(at, grade[0].length, `${cardinal(grade[1]!)} min`)
}
