import { SAMPLE_RATE } from '../../audio/sample-rate.ts'

/** Samples at 22050 Hz for one level of {@link Loudness}: 10 ms. */
const LEVEL_SAMPLES = 220

/** Levels of {@link Loudness} in a second. */
export const LEVELS_PER_SECOND = SAMPLE_RATE / LEVEL_SAMPLES

/** What is this much softer than the loudest frame, in dB, is silent... */
export const SILENT_BELOW = 38
/** ... and a pause when it lasts this many frames: 80 ms. A shorter silence is that of a plosive. */
export const SHORTEST_PAUSE = 8

/** The lowest level: that of silence, in dB. */
const SILENCE = -100

/** How loud a stream of audio is over time, as it comes. */
export class Loudness {
  /** Mean power in dB of each complete frame of 10 ms. */
  readonly levels: number[] = []
  #power = 0
  #samples = 0 // of the frame that is not complete

  /** Takes any number of samples at 22050 Hz. */
  hear(pcm: Float32Array): void {
    for (let at = 0; at < pcm.length; ) {
      const end = Math.min(pcm.length, at + LEVEL_SAMPLES - this.#samples)
      this.#samples += end - at
      let power = 0
      for (; at < end; at++) power += pcm[at]! * pcm[at]!
      this.#power += power
      if (this.#samples < LEVEL_SAMPLES) return
      this.levels.push(Math.max(SILENCE, 10 * Math.log10(this.#power / LEVEL_SAMPLES)))
      this.#power = 0
      this.#samples = 0
    }
  }
}
