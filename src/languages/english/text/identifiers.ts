import { isWordStart, matchAt, type Reader, type Reading } from '../../shared/text/reading.ts'
import { digitByDigit } from './number-words.ts'

/** A universally unique identifier: five groups of hexadecimal digits. */
const UUID = /[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}(?![\w-])/y
const GROUP = 4

/** Reads a universally unique identifier character by character, with a pause after four. */
export const readIdentifier: Reader = ({ text }, at): Reading | undefined => {
  if (text[at + 8] !== '-' || !isWordStart(text, at)) return undefined
  const written = matchAt(UUID, text, at)?.[0]
  if (written === undefined) return undefined
  const groups = written.replaceAll('-', '').match(new RegExp(`.{${GROUP}}`, 'g'))!
  const words = groups.map((group) =>
    Array.from(group, (each) => (/\d/.test(each) ? digitByDigit(each) : each.toUpperCase())).join(' '),
  )
  return { end: at + written.length, said: [{ at, words: words.join(' , ') }], isNumber: true }
}
