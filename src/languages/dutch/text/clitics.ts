import { LETTERS, matchAt, type Reader, reading } from '../../shared/text/reading.ts'

const CLITIC = new RegExp(`'(?:s|t|n|m|k|r|ie|em|er|ns)(?![${LETTERS}'])`, 'iy')
const LETTER_BEFORE = new RegExp(`[${LETTERS}0-9]`)

/** Reads words that begin with an apostrophe: "'s avonds", "'t", "'n", "'s-Gravenhage". */
export const readClitic: Reader = ({ text }, at) => {
  const clitic = matchAt(CLITIC, text, at)
  return clitic && !LETTER_BEFORE.test(text[at - 1] ?? ' ')
    ? reading(at, clitic[0].length, clitic[0].toLowerCase())
    : undefined
}
