import { SAMPLE_RATE } from './engine/engine.ts'

/** What a listener has heard who plays a turn's speech as it comes, without a gap where there need not be one. */
export class Playback {
  #heard = 0

  /** Notes that samples (at 22050 Hz) were handed on. */
  add(samples: number): void {
    this.#heard = this.end + (samples / SAMPLE_RATE) * 1000
  }

  /** When all speech so far will have been heard, now at the earliest (milliseconds of `performance.now`). */
  get end(): number {
    return Math.max(this.#heard, performance.now())
  }
}
