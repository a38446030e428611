import { serviceStopping } from '../http/errors.ts'
import type { Transport } from './turn-origin.ts'

/** How long turns may go on after the server begins to stop (milliseconds). Only a slow reader needs this long. */
const GRACE = 16_000
/** How long the text of a turn may still come then (milliseconds). What has come is spoken in the time that is left. */
export const OPEN_TEXT_GRACE = 8000

/**
 * What a running turn reports of itself, without its text. It is `waiting` until its first audio is there, and `ending` while
 * it is being settled.
 */
export interface TurnState {
  readonly id: string
  readonly organizationId: string
  readonly transport: Transport
  readonly phase: 'waiting' | 'speaking' | 'ending'
  /** The id of its model, as far as it is known. */
  readonly model: string
  /** The name of its voice. Undefined until that is found. */
  readonly voice: string | undefined
  /** Seconds since the turn began. */
  readonly seconds: number
  /** Seconds from the start to the first audio. Undefined: there is none yet. */
  readonly firstAudio: number | undefined
  /** Seconds of speech generated. */
  readonly made: number
  /** Seconds of speech that the listener has taken. */
  readonly sent: number
  /** How often a listener who plays in real time had to wait for the engine. */
  readonly late: number
}

/** The turns that have begun and are not yet settled. A stopping server waits for them. */
export class RunningTurns {
  readonly #grace: number
  readonly #stopping = new AbortController()
  readonly #turns = new Set<() => TurnState>()
  #idle: (() => void)[] = []

  constructor(grace = GRACE) {
    this.#grace = grace
  }

  /** Aborted when the turns that still run must end. The reason is the error with which they end. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** How many are running. */
  get count(): number {
    return this.#turns.size
  }

  /**
   * Registers a turn. Call the returned function when it has ended.
   *
   * @param state returns how it is now
   */
  begin(state: () => TurnState): () => void {
    this.#turns.add(state)
    return () => {
      this.#turns.delete(state)
      if (this.#turns.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }

  /** The states of the turns that have run the longest, at most this many. */
  states(most: number): TurnState[] {
    return [...this.#turns].slice(0, most).map((state) => state())
  }

  /** The server is stopping: the turns that still run after a while are ended. */
  leave(): void {
    setTimeout(() => this.#stopping.abort(serviceStopping()), this.#grace).unref()
  }

  /** Resolves when no turn is running. */
  ended(): Promise<void> {
    if (this.#turns.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }
}
