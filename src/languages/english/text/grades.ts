import { matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'

const MINUS = /-(?=$|[\s.,;:!?)/])(?! (?:and|or)(?![a-z]))/y
const GRADE_BEFORE = /(?:^|[^A-Za-z0-9'-])(?:[A-DO]|AB)$/
/** What a test is for: "ER-/PR-", "HER2-", "Rh-". */
const TESTED_BEFORE = /(?:^|[^A-Za-z0-9'-])(?:ER|PR|HER2|Rh|HIV|HPV)$/
const MAX_BEFORE_LENGTH = 5
/** The stars of the best marks at a British school: "three A*s". */
const STARS = /\*s(?=$|[\s.,;:!?)])/y
const STARRED_BEFORE = /(?:^|[^A-Za-z0-9'*-])A$/

/** Reads the minus of a mark at school, of a blood type and of a test ("a B-", "HER2-"), and the stars of British marks. */
export const readGradeMark: Reader = ({ text, locale }, at) => {
  const before = textBefore(text, at, MAX_BEFORE_LENGTH)
  if (matchAt(MINUS, text, at))
    return GRADE_BEFORE.test(before) || TESTED_BEFORE.test(before) ? reading(at, 1, 'minus') : undefined
  if (locale !== 'en-GB' || !STARRED_BEFORE.test(before)) return undefined
  return matchAt(STARS, text, at) ? reading(at, 2, 'stars') : undefined
}
