import { textBefore } from '../../shared/text/reading.ts'

const ASKING = /\b(?:what(?: is|'s)|calculate|compute|evaluate|solve) $/i
const MAX_ASKING_LENGTH = 12

/** Whether the words before a number ask what it comes to with what follows: "What is 15-8?", "Compute 7x8." */
export function isResultAsked(text: string, at: number): boolean {
  return ASKING.test(textBefore(text, at, MAX_ASKING_LENGTH))
}
