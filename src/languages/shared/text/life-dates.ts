import { matchAt, type Reader, reading } from './reading.ts'

/** The star or the dagger before the day or the year of a birth or a death, in brackets: "(* 3. Mai 1901; † um 1980)". */
const MARK =
  /(?:(?<=[(;,] ?)\*|†) ?(?=(\d{1,2}\.? ?\p{L}{3}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})|(?:(?:um|vor|nach|ca\.|circa|rond|na|voor) )?(?:1?\d\d\d|20\d\d)(?!\d))/uy

/** What a language says for the marks of births and deaths. */
export interface LifeWords {
  readonly born: string
  readonly died: string
  /** Before a day ("geboren am dritten Mai"). */
  readonly on: string
}

/** Makes the reader of the marks of births and deaths. A dagger elsewhere is silent. */
export function lifeDateReader({ born, died, on }: LifeWords): Reader {
  return ({ text }, at) => {
    const isDagger = text[at] === '†'
    if (!isDagger && text[at] !== '*') return undefined
    const match = matchAt(MARK, text, at)
    if (!match) return isDagger ? reading(at, 1, '') : undefined
    const words = isDagger ? died : born
    return reading(at, match[0].length, match[1] === undefined ? words : `${words} ${on}`)
  }
}
