import { isPause, type Pause, type Token } from './text/token.ts'

/**
 * Seconds of English, by least squares over 700 utterances of all voices (median of prediction / speech 1.00, 90 % of them within
 * 8 %), then 8 % less, so that 900 characters of ordinary prose just fit into a turn (spec 8).
 */
const WORD = 0.0525
const LETTER = 0.0432
const LETTER_NAME = 0.166
const COMMA = 0.27
const PAUSE = 0.318
/** The silence at a segment's ends, and what is added after a sentence. */
const SEGMENT = 0.159
const SENTENCE = 0.148

/**
 * Predicted length of a segment's speech in seconds, with the pause after it, from the words as they are spoken: a
 * digit therefore counts as the word that is said for it. The last token must be a pause. It is for the
 * pace at which the shared voices all speak.
 *
 * @param relativeDuration of the language: see `Language.relativeDuration`
 */
export function estimateSeconds(tokens: readonly Token[], relativeDuration: number): number {
  let seconds = SEGMENT + (tokens.at(-1) === ',' ? 0 : SENTENCE)
  for (const token of tokens.slice(0, -1)) {
    if (typeof token === 'string') seconds += pauseSeconds(token)
    else
      for (const spoken of token.spoken)
        seconds += isPause(spoken) ? pauseSeconds(spoken) : wordSeconds(spoken)
  }
  return seconds * relativeDuration
}

function wordSeconds(word: string): number {
  const isLetterName = word.length === 1 && word !== word.toLowerCase()
  return isLetterName ? LETTER_NAME : WORD + LETTER * word.length
}

function pauseSeconds(mark: Pause): number {
  return mark === ',' ? COMMA : PAUSE
}
