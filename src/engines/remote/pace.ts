/** A piece of this many seconds or more is worth sending. */
const LONG_ENOUGH = 0.25
/** Seconds for which pieces are left to gather. */
const REST = 0.2
/** Seconds that a listener then still has to hear: networks are late by less. */
const MARGIN = 0.25

/**
 * Tells how soon the next piece of an answer is worth taking. Every piece costs the same on its way to the listener, and many
 * servers send some 20 a second. While the listener has enough to hear, short ones are left to gather in the connection, and
 * are then read as one.
 */
export class Pace {
  #firstAt: number | undefined
  #seconds = 0

  /**
   * Notes that a piece was taken. Resolves when the next one is worth taking.
   *
   * @param seconds of its audio
   */
  async taken(seconds: number): Promise<void> {
    const now = performance.now() / 1000
    this.#firstAt ??= now
    this.#seconds += seconds
    const toHear = this.#firstAt + this.#seconds - now
    if (seconds < LONG_ENOUGH && toHear > REST + MARGIN) await Bun.sleep(REST * 1000)
  }
}
