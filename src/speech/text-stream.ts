import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Locale } from '../languages/shared/language.ts'
import { estimateSeconds } from '../languages/shared/length-estimate.ts'
import { Segmenter } from '../languages/shared/segmentation/segmenter.ts'
import type { Dictionary } from '../languages/shared/text/dictionary.ts'
import { normalise } from '../languages/shared/text/normalise.ts'
import type { Pause, Token } from '../languages/shared/text/token.ts'
import type { Segment } from './engine/engine.ts'

/** Stretches that are read before other turns get the thread: text without sound can have thousands of them. */
const STRETCHES_AT_ONCE = 32

/** A stretch of a transcript, made ready to be spoken. */
export interface TextSegment {
  /** Undefined where the stretch has nothing to be said. */
  readonly segment: Segment | undefined
  /** How far into the transcript the stretch reaches (UTF-16 code units). */
  readonly end: number
  /** The number of the flush that is done when this has been spoken. */
  readonly flushId?: number
}

/** What is known of a transcript before it is spoken. */
export interface Forecast {
  /** Predicted length of the speech in seconds. Past the limit, the length at which reading stopped. */
  readonly seconds: number
  /** Whether there is anything to say. */
  readonly isSpoken: boolean
}

/** The pause after a stretch that was cut in the middle of a sentence, where the text has no mark of its own. */
const CONTINUES: Pause = ','

/**
 * A transcript that comes piece by piece, cut into segments of words as they are spoken. However the text is split into
 * pieces, its segments are the same. One stream serves one turn.
 */
export class TextStream {
  readonly #locale: Locale
  readonly #pace: number
  readonly #dictionary: Dictionary | undefined
  readonly #segmenter: Segmenter
  /** What the last forecast has read: the same stretches are needed again when they are spoken. */
  #forecast = new Map<string, Segment | undefined>()
  #seconds = 0
  #isSpoken = false
  #end = 0

  /**
   * @param pace of the speaker
   * @param dictionary says how words are said
   */
  constructor(locale: Locale, pace = 1, dictionary?: Dictionary) {
    this.#dictionary = dictionary
    this.#locale = locale
    this.#pace = pace
    this.#segmenter = new Segmenter(locale.language)
  }

  /** Whether words wait for more text before they become a segment. */
  get isWaiting(): boolean {
    return this.#segmenter.isBegun
  }

  /**
   * What the whole transcript would come to with this text after it, which is not taken. Others are served while much
   * is read; the stream must be left alone meanwhile.
   *
   * @param limit seconds of speech after which the rest is not read: work is bounded by the speech, not by the text
   */
  async forecast(text: string, limit: number): Promise<Forecast> {
    this.#forecast.clear()
    let seconds = this.#seconds
    let isSpoken = this.#isSpoken
    let read = 0
    for (const [stretch, ending] of withEndings(this.#segmenter.preview(text))) {
      if (++read % STRETCHES_AT_ONCE === 0) await setImmediate()
      const segment = this.#read(stretch, ending)
      if (segment === undefined) continue
      isSpoken = true
      seconds += segment.seconds
      if (seconds > limit) break
    }
    return { seconds, isSpoken }
  }

  /** Appends text; gives the segments that are complete with it. */
  push(text: string): TextSegment[] {
    return this.#segments(this.#segmenter.push(text), CONTINUES)
  }

  /** Gives the rest of the text, as if a sentence ended with it. */
  flush(): TextSegment[] {
    return this.#segments(this.#segmenter.flush(), '.')
  }

  /** Gives the words that wait for more text, except for those at the end that may change with it. */
  flushWords(): TextSegment[] {
    return this.#segments(this.#segmenter.flushWords(), CONTINUES)
  }

  /** @param ending the pause after the last stretch, when its text has none */
  #segments(texts: readonly string[], ending: Pause): TextSegment[] {
    return texts.map((text, index) => {
      const segment = this.#read(text, index < texts.length - 1 ? CONTINUES : ending)
      this.#end += text.length
      this.#seconds += segment?.seconds ?? 0
      this.#isSpoken ||= segment !== undefined
      return { segment, end: this.#end }
    })
  }

  #read(text: string, ending: Pause): Segment | undefined {
    const key = ending + text
    if (this.#forecast.has(key)) return this.#forecast.get(key)
    const tokens = normalise(text, this.#locale, ending, this.#dictionary?.find(text))
    const { language } = this.#locale
    const segment = tokens.some(isSpoken)
      ? {
          tokens,
          language,
          seconds: estimateSeconds(tokens, language.relativeDuration) / this.#pace,
          seed: crc32(wordsOf(tokens)),
        }
      : undefined
    this.#forecast.set(key, segment)
    return segment
  }
}

/** Stretches with the pause that ends each where its text has none: the last one ends the transcript. */
function* withEndings(texts: Iterable<string>): Generator<readonly [string, Pause]> {
  let before: string | undefined
  for (const text of texts) {
    if (before !== undefined) yield [before, CONTINUES]
    before = text
  }
  if (before !== undefined) yield [before, '.']
}

/** What is said, however it was written: the same words are always said in the same way. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens.flatMap((token) => (typeof token === 'string' ? [] : token.spoken)).join(' ')
}

function isSpoken(token: Token): boolean {
  return typeof token !== 'string' && token.spoken.length > 0
}
