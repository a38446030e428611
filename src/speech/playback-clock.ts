import { SAMPLE_RATE } from '../audio/sample-rate.ts'

/** Tells when a listener runs out of speech who plays it as it comes, without a gap where there need not be one. */
export class PlaybackClock {
  #heard = 0

  /** Notes that samples (at 22050 Hz) were handed on. */
  add(samples: number): void {
    this.#heard = this.runsDryAt + (samples / SAMPLE_RATE) * 1000
  }

  /** When all speech so far will have been heard, now at the earliest (milliseconds of `performance.now`). */
  get runsDryAt(): number {
    return Math.max(this.#heard, performance.now())
  }
}
