import { isWordStart, matchAt, type Reader, reading } from './reading.ts'

/**
 * A reader of the short name of a book before a verse: "Rom. 8:28" begins with "romans".
 *
 * @param books by the short name of each, what is said
 */
export function shortBookReader(books: Readonly<Record<string, string>>): Reader {
  const short = new RegExp(`(${Object.keys(books).join('|')})\\.?(?= \\d{1,3}:\\d)`, 'y')
  return ({ text }, at) => {
    const match = isWordStart(text, at) ? matchAt(short, text, at) : null
    return match ? reading(at, match[0].length, books[match[1]!]!) : undefined
  }
}
