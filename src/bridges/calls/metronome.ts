/** What a frame of a telephone line lasts (milliseconds). */
export const FRAME_TIME = 20

/** A monotonic clock (milliseconds) with timers. */
export interface Clock {
  now(): number
  /** Calls back after this many milliseconds or a little later. The function that it returns cancels that. */
  after(milliseconds: number, callBack: () => void): () => void
}

const SYSTEM: Clock = {
  now: () => performance.now(),
  after(milliseconds, callBack) {
    const timer = setTimeout(callBack, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** What is notified of each beat. */
export interface Player {
  /** @returns false when it needs no more beats */
  beat(frames: number): boolean
}

/**
 * One timer for all calls of a server, with one beat for each frame. A late beat does not delay the next one. If beats are
 * missed, the next one says how many frames have passed. The timer runs only while there are players.
 */
export class Metronome {
  readonly #clock: Clock
  /** The players, and how many of the next beats each does not count: those that were due before a frame has passed for it. */
  readonly #players = new Map<Player, number>()
  #next = 0
  #stop: (() => void) | undefined

  constructor(clock: Clock = SYSTEM) {
    this.#clock = clock
  }

  /** Notifies a player of every beat from the one on that comes a whole frame from now, until it needs no more. */
  join(player: Player): void {
    if (this.#players.has(player)) return
    const first = this.#clock.now() + FRAME_TIME
    if (this.#stop === undefined) {
      this.#next = first
      this.#wait()
    }
    this.#players.set(player, Math.max(0, Math.ceil((first - this.#next) / FRAME_TIME)))
  }

  leave(player: Player): void {
    this.#players.delete(player)
    if (this.#players.size > 0) return
    this.#stop?.()
    this.#stop = undefined
  }

  /** Timers take whole milliseconds. Rounding up keeps the beat from being early. */
  #wait(): void {
    const left = Math.max(0, Math.ceil(this.#next - this.#clock.now()))
    this.#stop = this.#clock.after(left, () => this.#beat())
  }

  #beat(): void {
    const frames = Math.max(0, Math.floor((this.#clock.now() - this.#next) / FRAME_TIME) + 1)
    this.#next += frames * FRAME_TIME
    this.#wait()
    for (const [player, early] of [...this.#players]) {
      if (!this.#players.has(player)) continue // another one's beat has made it leave
      this.#players.set(player, Math.max(0, early - frames))
      if (frames > early && !player.beat(frames - early)) this.leave(player)
    }
  }
}
