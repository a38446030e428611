import { serviceStopping } from '../http/errors.ts'

/** How long turns may go on after the server is told to stop (milliseconds). Only a slow reader needs so long. */
const GRACE = 16_000

/** The turns that have begun and are not yet settled. A stopping server waits for them. */
export class RunningTurns {
  readonly #grace: number
  readonly #stopping = new AbortController()
  #count = 0
  #idle: (() => void)[] = []

  constructor(grace = GRACE) {
    this.#grace = grace
  }

  /** Aborted when the turns that still run must end. The reason is the error with which they end. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Registers a turn. Call the returned function when it has ended. */
  begin(): () => void {
    this.#count++
    return () => {
      this.#count--
      if (this.#count === 0) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }

  /** The server is stopping: the turns that still run after a while are ended. */
  leave(): void {
    setTimeout(() => this.#stopping.abort(serviceStopping()), this.#grace).unref()
  }

  /** Resolves when no turn is running. */
  ended(): Promise<void> {
    if (this.#count === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }
}
