import { SAMPLE_RATE } from '../audio/sample-rate.ts'

/** Estimates when a listener who plays speech as soon as it arrives has heard all of it. */
export class PlaybackClock {
  #heardAt = 0
  #samples = 0
  #waited = 0
  #late = 0

  /** Seconds of speech that were passed on. */
  get seconds(): number {
    return this.#samples / SAMPLE_RATE
  }

  /** Seconds for which the turn waited for its engine. */
  get waited(): number {
    return this.#waited / 1000
  }

  /** How often the listener ran out of speech while the turn waited for its engine. */
  get late(): number {
    return this.#late
  }

  /** The engine's next piece of speech. Notes how long it was waited for. */
  async wait<Piece>(piece: Promise<Piece>): Promise<Piece> {
    const asked = performance.now()
    const taken = await piece
    const came = performance.now()
    this.#waited += came - asked
    if (asked < this.#heardAt && came > this.#heardAt) this.#late++
    return taken
  }

  /** Notes that samples (at 22050 Hz) were passed on. */
  add(samples: number): void {
    this.#samples += samples
    this.#heardAt = this.runsDryAt + (samples / SAMPLE_RATE) * 1000
  }

  /** When the listener runs out of speech: now, or later (milliseconds of `performance.now`). */
  get runsDryAt(): number {
    return Math.max(this.#heardAt, performance.now())
  }
}
