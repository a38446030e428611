import type { Pause, Token } from './text/token.ts'

/** Seconds, fitted to what the engine really takes (`bun run bench:length` prints the fit). */
const WORD = 0.06
const LETTER = 0.045
const LETTER_NAME = 0.25
const PAUSE: Readonly<Record<Pause, number>> = { ',': 0.2, ';': 0.3, ':': 0.3, '.': 0.4, '?': 0.4, '!': 0.4 }

/**
 * Predicted length of a segment's speech in seconds, from the words as they are spoken: a digit therefore counts as
 * the word that is said for it.
 */
export function estimateSeconds(tokens: readonly Token[]): number {
  let seconds = 0
  for (const token of tokens) {
    if (typeof token === 'string') seconds += PAUSE[token]
    else
      for (const word of token.spoken)
        seconds += isLetterName(word) ? LETTER_NAME : WORD + LETTER * word.length
  }
  return seconds
}

function isLetterName(word: string): boolean {
  return word.length === 1 && word !== word.toLowerCase()
}
