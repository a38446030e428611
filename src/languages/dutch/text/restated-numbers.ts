import { matchAt, type Reader, reading, wordBefore } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'

const RESTATED = /\((\d{1,3})\)/y

/** Leaves out a number in brackets that the word before it says already, as contracts have it: "zes (6) weken". */
export const readRestatedNumber: Reader = ({ text }, at) => {
  const match = matchAt(RESTATED, text, at)
  if (!match) return undefined
  const word = wordBefore(text, at).toLowerCase().replace(/^een$/, 'één')
  return word === cardinal(match[1]!) ? reading(at, match[0].length, '') : undefined
}
