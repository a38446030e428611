import { matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'
import { spell } from './capitals.ts'
import { digitByDigit } from './number-words.ts'

const BANK_CODE = /[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?(?![A-Za-z\d])/y
/** The code of a head office, which opens a segment: what announces it may be in the one before. */
const HEAD_OFFICE = /[A-Z]{6}[A-Z\d]{2}XXX(?![A-Za-z\d])/y
const ANNOUNCED = /\b(?:BIC|SWIFT|Swift|swift)(?:\/(?:BIC|SWIFT))?(?: code)?(?: is|:)? $/
const MAX_ANNOUNCEMENT_LENGTH = 24

/** Reads the code of a bank after "BIC" or "SWIFT" by its letters and digits: "CHASUS33". */
export const readBankCode: Reader = ({ text }, at) => {
  const code = matchAt(BANK_CODE, text, at)?.[0]
  if (code === undefined) return undefined
  const isAnnounced = ANNOUNCED.test(textBefore(text, at, MAX_ANNOUNCEMENT_LENGTH))
  if (!isAnnounced && !(at === 0 && matchAt(HEAD_OFFICE, text, at))) return undefined
  const parts = code.match(/[A-Z]+|\d+/g)!.map((part) => (/\d/.test(part) ? digitByDigit(part) : spell(part)))
  return reading(at, code.length, parts.join(' '))
}
