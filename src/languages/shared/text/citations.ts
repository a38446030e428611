import { matchAt, type Reader, reading, wordBefore } from './reading.ts'

const NUMBERS = '\\[[1-9]\\d{0,2}(?:(?:, ?|[-–])\\d{1,3}){0,8}\\]'
/**
 * The number of a source, after a mark ("in 1889.[1]") or attached to a word before one ("is 330 m tall[2][3]."): elsewhere it may
 * be an index ("argv[1] is").
 */
const CITATION = new RegExp(
  `(?<=[.,;:!?)"'\\]])${NUMBERS}(?=$|[\\s.,;:!?)"'[])|(?<=\\p{L}{2}|[\\d%])${NUMBERS}(?=$|[.,;:!?)\\n[])`,
  'uy',
)
/** The same between a word and a mark: "is true [1], as". */
const SPACED = /(?<=\p{Ll}{2} )\[[1-9]\d{0,2}\](?:(?:, ?)?\[[1-9]\d{0,2}\]){0,4}(?=[.,;](?:\s|$))/uy
/** The same as a link: "[1](https://…)", "[[1]](https://…)". Its target is read as that of other links. */
const LINKED = /\[{1,2}[1-9]\d{0,2}(?=\]{1,2}\()/y

/** Leaves out the numbers of sources, which nobody reads aloud. */
export const readCitation: Reader = ({ text }, at) => {
  const match = matchAt(CITATION, text, at) ?? matchAt(LINKED, text, at)
  return match ? reading(at, match[0].length, '') : undefined
}

/**
 * Makes the reader that leaves out those after a space, too.
 *
 * @param saidAfter words, in small letters, after which a number in brackets is meant: "press [1]."
 */
export const citationReader =
  (saidAfter: ReadonlySet<string>): Reader =>
  (input, at) => {
    const citation = readCitation(input, at)
    if (citation || saidAfter.has(wordBefore(input.text, at).toLowerCase())) return citation
    const match = matchAt(SPACED, input.text, at)
    return match ? reading(at, match[0].length, '') : undefined
  }
