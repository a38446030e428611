import { matchAt, type Reader, type Verbalization } from './reading.ts'

/** How a date is to be written: "TT.MM.JJJJ", "dd-mm-jjjj", "DD/MM/YYYY". */
const FORMAT = /(?:dd|tt|mm)([-./ ])(?:mm|dd)\1(?:jjjj|jj|yyyy|yy)(?![a-z\d])/iy

/** Makes the reader of formats of dates: its letters by their names, in the three groups. */
export const dateFormatReader =
  (spell: (letters: string) => string): Reader =>
  ({ text }, at) => {
    const format = matchAt(FORMAT, text, at)?.[0]
    if (format === undefined) return undefined
    const said: Verbalization[] = []
    for (const { 0: group, index } of format.matchAll(/[a-z]+/gi)) {
      if (said.length > 0) said.push({ at: at + index - 1, words: ',' })
      said.push({ at: at + index, words: spell(group) })
    }
    return { end: at + format.length, said }
  }
