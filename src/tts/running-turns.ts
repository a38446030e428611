import { serviceStopping } from '../http/errors.ts'

/** How long turns may go on after the order to stop (milliseconds): only a slow reader can draw one out so long. */
const GRACE = 16_000

/** The turns that have begun and not yet settled: a server that stops waits for them. */
export class RunningTurns {
  readonly #grace: number
  readonly #stopping = new AbortController()
  #count = 0
  #idle: (() => void)[] = []

  constructor(grace = GRACE) {
    this.#grace = grace
  }

  /** Aborted when the turns that still run have to end; the reason is the error with which they do. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Notes a turn; the function that it gives notes its end. */
  begin(): () => void {
    this.#count++
    return () => {
      this.#count--
      if (this.#count === 0) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }

  /** The server stops: the turns that still run after a while are ended. */
  leave(): void {
    setTimeout(() => this.#stopping.abort(serviceStopping()), this.#grace).unref()
  }

  /** Resolves when no turn is running. */
  ended(): Promise<void> {
    if (this.#count === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }
}
