/** The turns that have begun and not yet settled: a server that stops waits for them. */
export class RunningTurns {
  #count = 0
  #idle: (() => void)[] = []

  /** Notes a turn; the function that it gives notes its end. */
  begin(): () => void {
    this.#count++
    return () => {
      this.#count--
      if (this.#count === 0) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }

  /** Resolves when no turn is running. */
  ended(): Promise<void> {
    if (this.#count === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }
}
