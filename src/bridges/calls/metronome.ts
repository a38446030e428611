/** What a frame of a telephone line lasts (milliseconds). */
export const FRAME_TIME = 20

/** Time that only goes forward (milliseconds), and an alarm in it. */
export interface Clock {
  now(): number
  /** Calls back after so many milliseconds or a little later; the function that it gives calls that off. */
  after(milliseconds: number, callBack: () => void): () => void
}

const SYSTEM: Clock = {
  now: () => performance.now(),
  after(milliseconds, callBack) {
    const timer = setTimeout(callBack, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** What is played in time. */
export interface Player {
  /** So many frames have been played since the last beat. False: there is nothing to be played any more. */
  beat(frames: number): boolean
}

/**
 * The time that all calls of a server keep: one beat for each frame, from one timer. A late beat does not delay those
 * after it, and one that is missed is told with the next. The timer runs only while something is played.
 */
export class Metronome {
  readonly #clock: Clock
  readonly #players = new Set<Player>()
  #next = 0
  #stop: (() => void) | undefined

  constructor(clock: Clock = SYSTEM) {
    this.#clock = clock
  }

  /** Tells a player each beat from now on, until it has nothing to play. */
  join(player: Player): void {
    this.#players.add(player)
    if (this.#stop !== undefined) return
    this.#next = this.#clock.now() + FRAME_TIME
    this.#wait()
  }

  leave(player: Player): void {
    this.#players.delete(player)
    if (this.#players.size > 0) return
    this.#stop?.()
    this.#stop = undefined
  }

  /** In whole milliseconds: a timer takes no others, and must not be early. */
  #wait(): void {
    const left = Math.max(0, Math.ceil(this.#next - this.#clock.now()))
    this.#stop = this.#clock.after(left, () => this.#beat())
  }

  #beat(): void {
    const frames = Math.max(0, Math.floor((this.#clock.now() - this.#next) / FRAME_TIME) + 1)
    this.#next += frames * FRAME_TIME
    this.#wait()
    for (const player of this.#players) if (!player.beat(frames)) this.leave(player)
  }
}
