import { isWordEnd, matchAt, type Reader, reading, wordBefore } from '../../shared/text/reading.ts'
import { ROMAN_NUMERAL, romanValue } from '../../shared/text/roman-numerals.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { cardinal, ordinal } from './number-words.ts'

const NUMERAL = new RegExp(`(${ROMAN_NUMERAL})(?:'s)?`, 'y')

/** Names of rulers and popes. A numeral after one is an ordinal. */
const RULERS =
  wordList(`Henry Louis Edward George Charles James Richard William Elizabeth Mary Paul Benedict Pius Leo
  Gregory Clement Innocent Urban Philip Napoleon Catherine Nicholas Alexander Ivan Peter Frederick Wilhelm Ferdinand
  Francis Ramses Ramesses Ptolemy Cleopatra Darius Xerxes Emmanuel Carlos Felipe Juan Harald Olav Haakon Gustav
  Gustaf Adolf Christian Margrethe Constantine Leopold Otto Heinrich Friedrich Thutmose Amenhotep Robert David Malcolm
  Rama Joseph Maximilian Umberto Alfonso Isabella Pedro Mehmed Murad Selim Suleiman Boniface Celestine Julius Sixtus`)

/** Nouns that are numbered. After one, even a single letter is a numeral. */
const NUMBERED =
  wordList(`Chapter Part Section Volume Book Act Scene Article Phase Level Type Class Title Appendix
  Figure Table Stage Episode Season War Bowl Unit Grade Category Tier Schedule Annex Canto Lesson Module Step Round
  chapter part section volume book act scene article phase level type class title appendix figure table stage
  episode season unit grade category tier schedule annex lesson module step round`)

/** Reads Roman numerals after a name ("Louis XIV") or a numbered noun ("Chapter IV"). */
export const readRoman: Reader = ({ text, locale }, at) => {
  const match = matchAt(NUMERAL, text, at)
  if (!match || match[0] === '' || !isWordEnd(text, at + match[0].length)) return undefined
  const before = wordBefore(text, at)
  const numeral = match[1]!
  const possessive = match[0].endsWith("'s") ? "'s" : ''
  const value = String(romanValue(numeral))
  if (RULERS.has(before) && (numeral.length > 1 || (numeral === 'V' && !/[A-Z]/.test(text[at + 2] ?? '')))) {
    return reading(at, match[0].length, `the ${ordinal(value, locale)}${possessive}`)
  }
  const isNumbered = NUMBERED.has(before) || (numeral.length > 1 && /^[A-Z][a-z]/.test(before))
  if (!isNumbered || /^(?:X{2,3}|XL|LX*|XC)$/.test(numeral)) return undefined
  return reading(at, match[0].length, cardinal(value, locale) + possessive)
}
