import { endsGroup, FEWEST_IN_GROUPS } from './digit-groups.ts'
import { matchAt, type Reader, type Said } from './reading.ts'

/** Single digits with spaces between; one that begins something else ("6.5", "6th") is not taken. */
const RUN = /\d(?: \d(?![A-Za-z0-9%]|[.,:/-]\d))+/y

/** Gives what reads digits that are dictated one by one: "4 8 2 1 9 0" is "four eight two, one nine zero". */
export const digitRunReader =
  (digitName: (digit: string) => string): Reader =>
  ({ text }, at) => {
    const run = matchAt(RUN, text, at)?.[0] ?? ''
    const count = (run.length + 1) / 2
    if (count < FEWEST_IN_GROUPS) return undefined
    const said: Said[] = []
    for (let index = 0; index < count; index++) {
      const place = at + 2 * index
      said.push({ at: place, words: digitName(text[place]!) })
      if (endsGroup(index, count)) said.push({ at: place, words: ',' })
    }
    return { end: at + run.length, said, isNumber: true }
  }
