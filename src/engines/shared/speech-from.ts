import { concatenate } from '../../audio/concatenate.ts'
import { createInputResampler } from '../../audio/input-resampler.ts'
import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { EngineFailure, type Segment, type Speech, type WordTime } from './engine.ts'
import { EstimatedWordTimes } from './estimated-word-times.ts'
import { retimed } from './shifted.ts'
import { SilenceTrimmer } from './silence-trimmer.ts'
import type { AnySpeaker } from './speaker.ts'
import { amplify } from './volume.ts'

/** A piece of a segment's audio, as an engine yields it. */
export interface Piece {
  /** Samples at the engine's rate, -1 to 1. */
  readonly pcm: Float32Array
  /**
   * Times of words that begin in this piece or later, from the start of the engine's audio; each word comes once, as it is
   * written in the segment. An engine that knows them sets the field in every piece, even if it is empty; where the first
   * piece has none, all times are estimated.
   */
  readonly words?: readonly WordTime[]
  /** True where the engine knows that no piece follows: times that are estimated are then far better. */
  readonly isLast?: boolean
}

/** The rate of the pieces, and the segment and speaker that they belong to. */
export interface SpeechFromOptions {
  /** Hz of the pieces: see `isInputRate`. */
  readonly sampleRate: number
  readonly segment: Segment
  /** With the prosody of the segment. Of what is in it, only the volume is done here. */
  readonly speaker: Pick<AnySpeaker, 'volume'>
}

/** Samples at the end that wait for those that follow, so that the end of a segment can be faded out: 5 ms. */
const HELD_BACK = Math.round(0.005 * SAMPLE_RATE)

/** An engine that yields more audio than this many times the predicted length, and some seconds, has lost its way. */
const MOST_TIMES = 4
const MOST_SECONDS = 5

/** The most seconds of audio that an engine may give for text of a predicted length in seconds. */
export function mostSeconds(predicted: number): number {
  return MOST_TIMES * predicted + MOST_SECONDS
}

/**
 * Speech from the audio of an engine: at 22050 Hz, without the silence at its ends, at the speaker's volume, with the times
 * of its words. Nothing that an engine can send does harm: samples that are no number are silence, and a segment ends where
 * it has become four times and 5 s longer than predicted. The pieces are ended when the speech is, and when it is
 * returned early.
 *
 * A stretch comes with every piece that has something new to be heard. Behind the engine, it lacks 14 ms of audio at most: what
 * the resampler (4.4 ms at 24000, 44100 and 48000 Hz), a frame of the trimmer (5 ms) and the fade at the end (5 ms) hold back.
 *
 * @throws RangeError for a rate that cannot be resampled
 * @throws EngineFailure when the engine yields no samples
 */
export async function* speechFrom(
  pieces: AsyncIterable<Piece>,
  { sampleRate, segment, speaker }: SpeechFromOptions,
): AsyncGenerator<Speech> {
  const resampler = createInputResampler(sampleRate)
  const trimmer = new SilenceTrimmer()
  const words = new SegmentWords(segment)
  let room = Math.ceil(mostSeconds(segment.seconds) * SAMPLE_RATE)
  let received = 0
  let waiting: Float32Array[] = []
  let waitingLength = 0
  const wait = (pcm: Float32Array) => {
    amplify(pcm, speaker.volume ?? 1)
    words.hear(limited(pcm))
    waiting.push(pcm)
    waitingLength += pcm.length
  }
  /** Returns what waits, except for some samples at its end. */
  const take = (heldBack: number) => {
    const all = concatenate(waiting)
    const end = all.length - heldBack
    waiting = [all.slice(end)]
    waitingLength = heldBack
    return all.subarray(0, end)
  }
  const trim = (pcm: Float32Array) => {
    wait(trimmer.process(pcm.subarray(0, room)))
    room -= Math.min(pcm.length, room)
  }
  for await (const { pcm, words: given, isLast = false } of pieces) {
    received += pcm.length
    words.give(given)
    trim(resampler.process(limited(pcm.slice())))
    if (isLast || room === 0) break
    if (waitingLength > 2 * HELD_BACK)
      yield { pcm: take(HELD_BACK), words: words.begun(trimmer), isLast: false }
  }
  if (received === 0) throw new EngineFailure('the engine returned no samples for a segment')
  trim(resampler.finish())
  wait(trimmer.finish())
  yield { pcm: take(0), words: words.rest(trimmer), isLast: true }
}

/** The times of a segment's words: those that the engine reports, or estimates. */
class SegmentWords {
  readonly #estimated: EstimatedWordTimes
  #given: WordTime[] | undefined
  #isFirst = true

  constructor(segment: Segment) {
    this.#estimated = new EstimatedWordTimes(segment)
  }

  /** Takes what a piece has of them. */
  give(words: readonly WordTime[] | undefined): void {
    if (this.#isFirst && words !== undefined) this.#given = []
    this.#isFirst = false
    if (words !== undefined) this.#given?.push(...words)
  }

  hear(pcm: Float32Array): void {
    if (this.#given === undefined) this.#estimated.hear(pcm)
  }

  /** The known words that have not been returned yet and begin in the audio that has been passed on. */
  begun(trimmer: SilenceTrimmer): readonly WordTime[] {
    if (this.#given === undefined) return this.#estimated.begun()
    const heard = trimmer.decided / SAMPLE_RATE
    const coming = this.#given.findIndex(({ start }) => start >= heard)
    return this.#taken(coming < 0 ? this.#given.length : coming, trimmer)
  }

  /** All that were not given before. The audio has ended, and so do they. */
  rest(trimmer: SilenceTrimmer): readonly WordTime[] {
    return this.#given === undefined ? this.#estimated.rest() : this.#taken(this.#given.length, trimmer)
  }

  #taken(count: number, trimmer: SilenceTrimmer): WordTime[] {
    const timeOf = (time: number) => Math.max(0, trimmer.placeOf(time * SAMPLE_RATE)) / SAMPLE_RATE
    return this.#given!.splice(0, count).map((word) => retimed(word, timeOf))
  }
}

/** Keeps samples within -1 to 1, in place; what is no number becomes 0. */
function limited(pcm: Float32Array): Float32Array {
  for (let i = 0; i < pcm.length; i++) {
    const sample = pcm[i]!
    if (!(Math.abs(sample) <= 1)) pcm[i] = Number.isNaN(sample) ? 0 : Math.sign(sample)
  }
  return pcm
}
