/** The turns that an engine can speak at once without any of them stuttering. */
export class Capacity {
  readonly limit: number
  #taken = 0
  #refused = 0

  /** @param limit turns at once; Infinity: as many as come */
  constructor(limit: number) {
    this.limit = limit
  }

  /** Turns that are being spoken. */
  get taken(): number {
    return this.#taken
  }

  /** How often a turn was refused since the start, because the engine was speaking as many as it can. */
  get refused(): number {
    return this.#refused
  }

  /** Takes a place for a turn. Returns a function that frees it, once even if called again; undefined when all are taken. */
  take(): (() => void) | undefined {
    if (this.#taken < this.limit) return this.retake()
    this.refuse()
    return undefined
  }

  /** Counts a turn that is refused. */
  refuse(): void {
    this.#refused++
  }

  /** Takes a place again for a turn that had one before, even when all are taken: it cannot be cut off in the middle. */
  retake(): () => void {
    this.#taken++
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      this.#taken--
    }
  }
}
