import { matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'
import { digitByDigit } from './number-words.ts'

const PORT = /:(\d{2,5})(?!\d|[:.]\d)/y
/** The end of the name or the number of a computer. */
const HOST_BEFORE = /(?:\blocalhost|\d\.\d{1,3}\.\d{1,3}|[a-z0-9-]\.(?:com|org|net|io|dev|local|internal))$/i
const MAX_HOST_LENGTH = 12

/** Reads the port after a host: "localhost:8080", "10.0.0.1:443". */
export const readPort: Reader = ({ text }, at) => {
  const match = matchAt(PORT, text, at)
  if (!match || !HOST_BEFORE.test(textBefore(text, at, MAX_HOST_LENGTH))) return undefined
  return reading(at, match[0].length, `colon ${digitByDigit(match[1]!)}`)
}
