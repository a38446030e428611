import { matchAt } from './reading.ts'

/** A ratio or a score, where groups of digits have full stops: "16:9", "1:50.000". */
export const RATIO = /(\d{1,9}):(\d{1,3}(?:\.\d{3}){1,2}|\d{1,9})(?!\d|:\d)/y
/** What is divided, up to what it comes to. */
const DIVISION = /\d[\d :.,]{4,19}=/y

/** Whether the colon after a number divides, and is none of a ratio: "10 : 2 = 5". */
export function isDivision(text: string, at: number): boolean {
  return matchAt(DIVISION, text, at) !== null
}
