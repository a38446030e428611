/** Work on the database that is done in rounds, one at a time. */
export class Rounds {
  readonly #round: () => Promise<unknown>
  readonly #period: number
  readonly #leaving = new AbortController()
  #timer: Timer | undefined
  #running: Promise<unknown> = Promise.resolve()

  /**
   * @param round one round. It must not fail
   * @param period milliseconds from the end of a round to the next one
   */
  constructor(round: () => Promise<unknown>, period: number) {
    this.#round = round
    this.#period = period
  }

  /** Aborted when no more is to be done: a round that is running should end early. */
  get leaving(): AbortSignal {
    return this.#leaving.signal
  }

  /**
   * Begins.
   *
   * @param delay milliseconds until the first round
   */
  start(delay = this.#period): void {
    this.#timer = setTimeout(async () => {
      this.#running = this.#round()
      await this.#running
      if (!this.leaving.aborted) this.start()
    }, delay)
    this.#timer.unref()
  }

  /** Ends. Resolves when no round is running any more. */
  async leave(): Promise<void> {
    this.#leaving.abort()
    clearTimeout(this.#timer)
    await this.#running
  }
}
