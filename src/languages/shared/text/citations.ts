import { matchAt, type Reader, reading } from './reading.ts'

const NUMBERS = '\\[[1-9]\\d{0,2}(?:(?:, ?|[-–])\\d{1,3}){0,8}\\]'
/**
 * The number of a source, after a mark ("in 1889.[1]") or attached to a word before one ("is 330 m tall[2][3]."): elsewhere it may
 * be an index ("argv[1] is").
 */
const CITATION = new RegExp(
  `(?<=[.,;:!?)"'\\]])${NUMBERS}(?=$|[\\s.,;:!?)"'[])|(?<=\\p{L}{2}|[\\d%])${NUMBERS}(?=$|[.,;:!?)\\n[])`,
  'uy',
)
/** The same as a link: "[1](https://…)", "[[1]](https://…)". Its target is read as that of other links. */
const LINKED = /\[{1,2}[1-9]\d{0,2}(?=\]{1,2}\()/y

/** Leaves out the numbers of sources, which nobody reads aloud. */
export const readCitation: Reader = ({ text }, at) => {
  const match = matchAt(CITATION, text, at) ?? matchAt(LINKED, text, at)
  return match ? reading(at, match[0].length, '') : undefined
}
