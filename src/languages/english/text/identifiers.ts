import { hexDigits } from '../../shared/text/hex.ts'
import { isWordStart, matchAt, numberReading, type Reader } from '../../shared/text/reading.ts'
import { digitByDigit } from './number-words.ts'

/** A universally unique identifier: five groups of hexadecimal digits. */
const UUID = /[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}(?![\w-])/y
const FOUR = /.{4}/g

/** Reads a universally unique identifier character by character, with a pause after four. */
export const readIdentifier: Reader = ({ text }, at) => {
  if (text[at + 8] !== '-' || !isWordStart(text, at)) return undefined
  const written = matchAt(UUID, text, at)?.[0]
  if (written === undefined) return undefined
  const groups = written.replaceAll('-', '').match(FOUR)!
  const words = groups.map((group) => hexDigits(group, digitByDigit))
  return numberReading(at, written.length, words.join(' , '))
}
