import { lettersIn } from '../../languages/shared/length-estimate.ts'
import { isLetter, isPause, type Token } from '../../languages/shared/text/token.ts'
import type { Part } from './placed-parts.ts'

/**
 * Seconds of spoken words, by least squares over 2,439 words of the embedded voices in English, German and Dutch. The length of
 * a whole text is better predicted by the figures of length-estimate.ts; these share it out to its words.
 */
const WORD = 0.01
const LETTER = 0.058
const LETTER_NAME = 0.18
/** A character that is dictated. */
const DICTATED = 0.28
/** How much longer a word is before a pause. */
const FINAL = 0.1
/** A pause where one is heard: the median at commas. */
const PAUSE = 0.17

/** A spoken word, or a pause. */
export interface SpokenPart extends Part {
  /** Undefined for a pause. */
  readonly spoken: string | undefined
}

/** A written word, and the parts that are said for it, with the pauses between them. */
export interface WrittenWord {
  readonly written: string
  readonly from: number
  readonly to: number
}

/**
 * The spoken words and the pauses of a segment with their predicted lengths; a pause at the end is left out.
 *
 * @param scale how much longer everything lasts than in the voices that come with Purr, in English
 */
export function spokenParts(
  tokens: readonly Token[],
  scale: number,
): { words: WrittenWord[]; parts: SpokenPart[] } {
  const words: WrittenWord[] = []
  const parts: SpokenPart[] = []
  const pause = { seconds: PAUSE * scale, isPause: true, spoken: undefined }
  for (const [at, token] of tokens.entries()) {
    if (typeof token === 'string') {
      if (at < tokens.length - 1) parts.push(pause)
      continue
    }
    const from = parts.length
    for (const [index, spoken] of token.spoken.entries()) {
      if (isPause(spoken)) parts.push(pause)
      else {
        const isFinal =
          index < token.spoken.length - 1
            ? isPause(token.spoken[index + 1]!)
            : typeof tokens[at + 1] === 'string'
        const length = token.dictated?.[index] ? DICTATED : wordSeconds(spoken)
        const seconds = (length + (isFinal ? FINAL : 0)) * scale
        parts.push({ seconds, isPause: false, spoken })
      }
    }
    words.push({ written: token.written, from, to: parts.length })
  }
  return { words, parts }
}

function wordSeconds(word: string): number {
  return isLetter(word) ? LETTER_NAME : WORD + LETTER * lettersIn(word)
}
