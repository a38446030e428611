import { matchAt, type Reader, reading } from '../../shared/text/reading.ts'

const CONTRACTED = /'(?:tis|twas|em|til|cause|bout)(?![A-Za-z])/iy
const AND = /'n'(?![A-Za-z])/iy

/** Reads words that begin with an apostrophe: "'tis", and "'n'" as "and". */
export const readContraction: Reader = ({ text }, at) => {
  const and = matchAt(AND, text, at)
  if (and) return reading(at, and[0].length, 'and')
  const contracted = matchAt(CONTRACTED, text, at)
  return contracted && !/[A-Za-z]/.test(text[at - 1] ?? '')
    ? reading(at, contracted[0].length, contracted[0].toLowerCase())
    : undefined
}
