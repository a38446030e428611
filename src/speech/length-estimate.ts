import type { Language } from './language.ts'
import { isPause, type Pause, type Token } from './text/token.ts'

/** Seconds that parts of a segment take. */
interface Pace {
  readonly word: number
  readonly letter: number
  readonly letterName: number
  readonly comma: number
  readonly pause: number
  /** The silence at a segment's ends. */
  readonly segment: number
}

/**
 * English by least squares over 700 utterances of all voices (median of prediction / speech 1.00, 90 % of them within
 * 8 %), then 8 % less, so that 900 characters of ordinary prose just fit into a turn (spec 8).
 */
const PACES: Readonly<Record<Language, Pace>> = {
  en: { word: 0.0525, letter: 0.0432, letterName: 0.166, comma: 0.27, pause: 0.318, segment: 0.159 },
  de: { word: 0.0525, letter: 0.0432, letterName: 0.166, comma: 0.27, pause: 0.318, segment: 0.159 },
  nl: { word: 0.0525, letter: 0.0432, letterName: 0.166, comma: 0.27, pause: 0.318, segment: 0.159 },
}
/** What is added after a sentence. */
const SENTENCE = 0.148

/**
 * Predicted length of a segment's speech in seconds, with the pause after it, from the words as they are spoken: a
 * digit therefore counts as the word that is said for it. The last token must be a pause. It is for the
 * pace at which the shared voices all speak.
 */
export function estimateSeconds(tokens: readonly Token[], language: Language): number {
  const pace = PACES[language]
  let seconds = pace.segment + (tokens.at(-1) === ',' ? 0 : SENTENCE)
  for (const token of tokens.slice(0, -1)) {
    if (typeof token === 'string') seconds += pauseSeconds(token, pace)
    else
      for (const spoken of token.spoken)
        seconds += isPause(spoken) ? pauseSeconds(spoken, pace) : wordSeconds(spoken, pace)
  }
  return seconds
}

function wordSeconds(spoken: string, { word, letter, letterName }: Pace): number {
  const isLetterName = spoken.length === 1 && spoken !== spoken.toLowerCase()
  return isLetterName ? letterName : word + letter * spoken.length
}

function pauseSeconds(mark: Pause, { comma, pause }: Pace): number {
  return mark === ',' ? comma : pause
}
