import { isWordStart, matchAt, type Reader, reading } from '../../shared/text/reading.ts'
import { spell } from './capitals.ts'
import { cardinal, digitByDigit } from './number-words.ts'

/** A letter, two digits, and what stands after the point, which may end with letters: "E11.9", "S72.001A". */
const CODE = /([A-Z])(\d)(\d)\.(\d{1,4})([A-Z]?)(?![A-Za-z\d]|[.-]\d)/y

/** Reads the code of a diagnosis (ICD-10): "E11.9" is "E eleven point nine". */
export const readDiagnosisCode: Reader = ({ text, locale }, at) => {
  const match = isWordStart(text, at) ? matchAt(CODE, text, at) : null
  if (!match) return undefined
  const [whole, letter, first, second, digits, last] = match
  const number = first === '0' ? digitByDigit(first + second!) : cardinal(first! + second, locale)
  return reading(
    at,
    whole.length,
    `${letter} ${number} point ${digitByDigit(digits!)} ${spell(last!)}`.trim(),
  )
}
