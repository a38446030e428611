import { Playback, type PlaybackState } from './playback.ts'

/** What the page sends to the player. */
export type PlayerCommand =
  | { readonly type: 'samples'; readonly samples: Float32Array }
  | { readonly type: 'complete' }
  /** The turn is over; what follows is of the turn with this number. */
  | { readonly type: 'clear'; readonly turn: number }

/** What the player reports to the page. */
export interface PlayerReport extends PlaybackState {
  /** The turn of which this is. */
  readonly turn: number
  /** When the audio played so far was sent to the loudspeaker, on the audio clock (seconds). */
  readonly time: number
}

/** How often playback reports its position to the page (seconds). */
const INTERVAL = 0.04

/** Plays as the page commands, and reports its position. */
export class PlayerCore {
  readonly #playback: Playback
  readonly #rate: number
  readonly #report: (report: PlayerReport) => void
  #turn = 0
  #phase: PlaybackState['phase'] = 'waiting'
  #reportedAt = 0

  /** @param rate samples a second */
  constructor(rate: number, report: (report: PlayerReport) => void) {
    this.#playback = new Playback(rate)
    this.#rate = rate
    this.#report = report
  }

  take(command: PlayerCommand): void {
    if (command.type === 'samples') this.#playback.push(command.samples)
    else if (command.type === 'complete') this.#playback.complete()
    else {
      this.#playback.clear()
      this.#turn = command.turn
      this.#phase = 'waiting'
    }
  }

  /** @param time when the block begins, on the clock of the sound (seconds) */
  fill(block: Float32Array, time: number): void {
    this.#playback.fill(block)
    const { state } = this.#playback
    const isDue = state.phase === 'playing' && time - this.#reportedAt >= INTERVAL
    if (state.phase === this.#phase && !isDue) return
    this.#phase = state.phase
    this.#reportedAt = time
    this.#report({ ...state, turn: this.#turn, time: time + block.length / this.#rate })
  }
}
