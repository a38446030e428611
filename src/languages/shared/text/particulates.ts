import { matchAt, type Reader, reading } from './reading.ts'

const FINE_DUST = /PM ?2[.,]5(?!\d)/y

/** Makes the reader of the name of fine dust, "PM2.5", whose decimal mark divides no sentence. */
export const particulateReader =
  (words: string): Reader =>
  ({ text }, at) => {
    const match = matchAt(FINE_DUST, text, at)
    return match ? reading(at, match[0].length, `P M ${words}`) : undefined
  }
