import { SAMPLE_RATE } from '../audio/sample-rate.ts'
import type { WordTime } from '../engines/shared/engine.ts'
import { EstimatedWordTimes } from '../engines/shared/estimated-word-times.ts'
import { shifted } from '../engines/shared/shifted.ts'
import type { TextSegment } from './text-stream.ts'

/** A stretch of the text whose words are being heard, or are still to be. */
interface Coming {
  /** Undefined for silence. */
  readonly words: EstimatedWordTimes | undefined
  /** Samples that it is predicted to last. */
  left: number
}

/**
 * Estimates when the words of a turn sound, for an engine that takes its text as it comes and does not report it. Nothing in
 * the audio shows where one segment ends and the next begins, so each lasts as long as it was predicted to; the last one has
 * what is left.
 */
export class EstimatedTurnWords {
  readonly #coming: Coming[] = []
  /** Audio whose text has not been read yet. */
  #waiting: Float32Array[] = []
  #start = 0 // of the first that is coming, in samples from the start of the turn
  #heard = 0 // of it, in samples

  /** Adds what has been read of the text. */
  add(segments: readonly TextSegment[]): void {
    for (const { segment, silence } of segments) {
      const seconds = silence ?? segment?.seconds ?? 0
      const words = segment && new EstimatedWordTimes(segment)
      if (seconds > 0) this.#coming.push({ words, left: Math.round(seconds * SAMPLE_RATE) })
    }
  }

  /** Takes the next samples and returns the words that begin in the audio heard so far and were not returned before. */
  hear(pcm: Float32Array): WordTime[] {
    this.#waiting.push(pcm)
    const given: WordTime[] = []
    while (this.#waiting.length > 0 && this.#coming.length > 0) {
      const [coming, audio] = [this.#coming[0]!, this.#waiting.shift()!]
      const own = audio.subarray(0, coming.left)
      if (own.length < audio.length) this.#waiting.unshift(audio.subarray(own.length))
      coming.left -= own.length
      coming.words?.hear(own)
      this.#heard += own.length
      given.push(...this.#placed(coming.words?.begun()))
      if (coming.left === 0) given.push(...this.#end())
    }
    return given
  }

  /** All words that were not given before. Nothing more is to come. */
  rest(): WordTime[] {
    const given: WordTime[] = []
    const last = this.#coming.at(-1)
    if (last !== undefined) last.left = Number.POSITIVE_INFINITY
    given.push(...this.hear(new Float32Array(0)))
    while (this.#coming.length > 0) given.push(...this.#end())
    return given
  }

  #end(): WordTime[] {
    const given = this.#placed(this.#coming.shift()!.words?.rest())
    this.#start += this.#heard
    this.#heard = 0
    return given
  }

  #placed(words: readonly WordTime[] = []): WordTime[] {
    return words.map((word) => shifted(word, this.#start / SAMPLE_RATE))
  }
}
