import { SAMPLE_RATE } from '../../audio/sample-rate.ts'

/** Samples in a frame of {@link Loudness}: 10 ms. */
const FRAME = 220

/** Frames of {@link Loudness} in a second. */
export const FRAMES_PER_SECOND = SAMPLE_RATE / FRAME

/** The lowest level: that of silence, in dB. */
const SILENCE = -100

/** How loud a stream of audio is over time, as it comes. */
export class Loudness {
  /** For each frame of 10 ms that is complete the mean power in dB. */
  readonly levels: number[] = []
  #power = 0
  #samples = 0 // of the frame that is not complete

  /** Takes any number of samples at 22050 Hz. */
  hear(pcm: Float32Array): void {
    for (const sample of pcm) {
      this.#power += sample * sample
      if (++this.#samples < FRAME) continue
      this.levels.push(Math.max(SILENCE, 10 * Math.log10(this.#power / FRAME)))
      this.#power = 0
      this.#samples = 0
    }
  }
}
