import { groupsSaid } from '../../shared/text/digit-groups.ts'
import { matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'
import { code } from './number-words.ts'
import { SYMBOL_WORDS } from './symbol-words.ts'

/** The office that has granted a patent, before its number. */
const OFFICE_BEFORE = /(?<!\p{L})(?:AT|CH|DE|EP|US|WO) $/u
/** The number, and the kind of document after it: "10 2004 012 345 A1", "1 234 567 B1". */
const NUMBER = /\d{1,4}(?:[ /]\d{3,6}){1,3}(?= ?[ABCTU]\d(?![A-Za-z\d]))/y

/** The number of an international application, after its office ("WO 2019/123456"), in a regular expression. */
const APPLICATION = String.raw`(?:19|20)\d\d/\d{5,6}(?![\d/])`
const INTERNATIONAL = new RegExp(APPLICATION, 'y')
const WORLD = new RegExp(`WO(?= ?${APPLICATION})`, 'y')

/** Reads the letters of the office that international applications have, which elsewhere are a word: "WO 2019/123456". */
export const readPatentOffice: Reader = ({ text }, at) =>
  matchAt(WORLD, text, at) ? reading(at, 2, 'W O') : undefined

/** Reads the numbers of patents digit by digit: "eins null , zwei null null vier , null eins zwei , drei vier fünf". */
export const readPatent: Reader = ({ text }, at) => {
  const before = textBefore(text, at, 4)
  const isInternational = /(?<!\p{L})WO ?$/u.test(before)
  const number =
    matchAt(NUMBER, text, at)?.[0] ?? (isInternational ? matchAt(INTERNATIONAL, text, at)?.[0] : undefined)
  if (number === undefined || !(isInternational || OFFICE_BEFORE.test(before))) return undefined
  return { end: at + number.length, said: groupsSaid(number, at, code, SYMBOL_WORDS.plus) }
}
