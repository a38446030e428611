import { isPause, type Token, type Word } from '../../../languages/shared/text/token.ts'
import type { SpokenTime, WordTime } from '../../shared/engine.ts'
import type { ReportedWord } from './speech-events.ts'

/**
 * The times that a server reports for the words of a segment. The server's words are those of the segment's
 * text, in its order; words that it does not speak are missing.
 */
export class ReportedWords {
  /** The segment's words, and the text that was sent for each. */
  readonly #expected: readonly { readonly sent: string; readonly word: Word }[]
  #next = 0

  private constructor(expected: readonly { sent: string; word: Word }[]) {
    this.#expected = expected
  }

  /**
   * Undefined where a dictionary or a tag put more or fewer words into the text: which is which is not known then.
   *
   * @param text as it is sent
   */
  static of(text: string, tokens: readonly Token[]): ReportedWords | undefined {
    const words = tokens.filter((token) => typeof token !== 'string')
    const sent = text.split(/\s+/)
    if (sent.length !== words.length) return undefined
    return new ReportedWords(words.map((word, at) => ({ sent: sent[at]!, word })))
  }

  /** Times of words of the segment, from the start of the audio. A word that is not in the text is passed over. */
  timed(reported: readonly ReportedWord[]): WordTime[] {
    const times: WordTime[] = []
    for (const { word: text, start_time: start, end_time: end } of reported) {
      const found = this.#expected.findIndex(({ sent }, at) => at >= this.#next && sent === text)
      if (found < 0) continue
      this.#next = found + 1
      const { word } = this.#expected[found]!
      times.push({ word: word.written, start, end, said: saidWithin(word, start, end) })
    }
    return times
  }
}

/** What is said for a word, each with an equal share of its time. Phones are not known. */
function saidWithin({ spoken }: Word, start: number, end: number): SpokenTime[] {
  const said = spoken.filter((each) => !isPause(each))
  const share = (end - start) / said.length
  return said.map((word, at) => ({
    word,
    start: start + at * share,
    end: start + (at + 1) * share,
    phones: [],
  }))
}
