import { groupsSaid } from '../../shared/text/digit-groups.ts'
import { matchAt, type Reader, textBefore } from '../../shared/text/reading.ts'
import { code } from './number-words.ts'
import { SYMBOL_WORDS } from './symbol-words.ts'

/** The office that has granted a patent, before its number. */
const OFFICE_BEFORE = /(?<!\p{L})(?:AT|CH|DE|EP|US|WO) $/u
/** The number, and the kind of document after it: "10 2004 012 345 A1", "1 234 567 B1". */
const NUMBER = /\d{1,4}(?:[ /]\d{3,6}){1,3}(?= ?[ABCTU]\d(?![A-Za-z\d]))/y

/** Reads the numbers of patents digit by digit: "eins null , zwei null null vier , null eins zwei , drei vier fünf". */
export const readPatent: Reader = ({ text }, at) => {
  const number = matchAt(NUMBER, text, at)?.[0]
  if (number === undefined || !OFFICE_BEFORE.test(textBefore(text, at, 4))) return undefined
  return { end: at + number.length, said: groupsSaid(number, at, code, SYMBOL_WORDS.plus) }
}
