import { textBefore } from '../../shared/text/reading.ts'

const ASKING = /(?<!\p{L})(?:(?:was|wie ?viel) (?:ist|sind|gibt|ergibt|macht)|berechne|rechne) $/iu
const MAX_ASKING_LENGTH = 18

/** Whether the words before a number ask what it comes to with what follows: "Was ist 15-8?", "Berechne 20-6." */
export function isResultAsked(text: string, at: number): boolean {
  return ASKING.test(textBefore(text, at, MAX_ASKING_LENGTH))
}
