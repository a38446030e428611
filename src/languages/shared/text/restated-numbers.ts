import { matchAt, type Reader, reading, wordBefore } from './reading.ts'

const DIGITS = /\((\d{1,3})\)/y
const NUMERAL = /\((\p{Ll}{3,30})\)/uy
const SHORT_NUMBER = /^\d{1,3}$/

/**
 * Makes the reader of what stands in brackets behind a number and says it again, as contracts have it: "zes (6) weken", "14
 * (vierzehn) Tage". It is silent.
 *
 * @param cardinal the numeral of digits
 * @param one whether a word, in small letters, is a form of the numeral 1
 */
export const restatedNumberReader =
  (cardinal: (digits: string) => string, one: (word: string) => boolean): Reader =>
  ({ text }, at) => {
    const match = matchAt(DIGITS, text, at) ?? matchAt(NUMERAL, text, at)
    if (!match) return undefined
    const before = wordBefore(text, at).toLowerCase()
    const [digits, word] = SHORT_NUMBER.test(before) ? [before, match[1]!] : [match[1]!, before]
    if (!SHORT_NUMBER.test(digits)) return undefined
    const isOne = digits === '1' && word === before && one(word)
    return isOne || word === cardinal(digits) ? reading(at, match[0].length, '') : undefined
  }
