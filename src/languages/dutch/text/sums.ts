import { textBefore } from '../../shared/text/reading.ts'

const ASKING = /\b(?:(?:wat|hoeveel) is|bereken) $/i
const MAX_ASKING_LENGTH = 12

/** Whether the words before a number ask what it comes to with what follows: "Hoeveel is 15-8?", "Bereken 20-6." */
export function isResultAsked(text: string, at: number): boolean {
  return ASKING.test(textBefore(text, at, MAX_ASKING_LENGTH))
}
