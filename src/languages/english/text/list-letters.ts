import { isLineStart, matchAt, type Reader, reading } from '../../shared/text/reading.ts'
import { ROMAN_NUMERAL, romanValue } from '../../shared/text/roman-numerals.ts'
import { cardinal } from './number-words.ts'

const LETTER = /(?:([a-z])\.(?= [A-Z])|([A-D])\.(?= ["(]?[A-Z\d](?!\.)))/y
/** What follows the initial of a person: "A. Johnson will see you", "D. Trump's speech", but not "A. It is free". */
const SURNAME =
  / (?!(?:It|This|That|There|Here|He|She|What|Who|One|Each|Let)\b)[A-Z][a-z]+(?:['’]s| (?:will|would|can|is|was|has|had|says|said|called|wrote|won|lost))(?![A-Za-z])/y
const NUMERAL = new RegExp(`(?=[IVX])(${ROMAN_NUMERAL})\\.(?= [A-Z])`, 'y')

/** Reads what opens the item of a list in place of a number: "a. Checking", "B. Savings", "II. Scope". */
export const readListLetter: Reader = ({ text, locale }, at) => {
  if (!isLineStart(text, at)) return undefined
  const letter = matchAt(LETTER, text, at)
  if (letter?.[2] && matchAt(SURNAME, text, at + 2)) return undefined
  if (letter) return reading(at, letter[0].length, `${(letter[1] ?? letter[2]!).toUpperCase()} ,`)
  const numeral = matchAt(NUMERAL, text, at)
  if (!numeral || numeral[1]!.length === 1) return undefined // "V. Putin"
  return reading(at, numeral[0].length, `${cardinal(String(romanValue(numeral[1]!)), locale)} ,`)
}
