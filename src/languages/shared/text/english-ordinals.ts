import { matchAt, type Reader, reading } from './reading.ts'

const ORDINAL = /(?:1st|2nd|3rd)(?![A-Za-z\d])/y
const WORDS: Readonly<Record<string, string>> = { '1st': 'first', '2nd': 'second', '3rd': 'third' }

/** Reads the ordinals of English terms within another language: "2nd-Level-Support". */
export const readEnglishOrdinal: Reader = ({ text }, at) => {
  const match = matchAt(ORDINAL, text, at)?.[0]
  return match === undefined ? undefined : reading(at, match.length, WORDS[match]!)
}
