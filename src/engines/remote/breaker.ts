/** Failures in a row that open a circuit. */
const THRESHOLD = 3
/** Pause before the first probe of a failing server (milliseconds); it doubles with each further probe. */
const FIRST_PAUSE = 500
/** The longest such pause (milliseconds). */
const LONGEST_PAUSE = 30_000
/** Time after which a probe without a result makes way for another (milliseconds): a turn may wait for its text for ever. */
const PROBE_TIMEOUT = 10_000

/**
 * `closed`: requests go through. `open`: none do. `half-open`: the pause is over, and a single request at a time probes
 * whether the server works again.
 */
export type BreakerState = 'closed' | 'open' | 'half-open'

/** A request that a breaker let through. What counts is the first of succeeded, failed and dropped. */
export interface Passage {
  /** The server has begun to answer. That closes a half-open circuit; the next failure opens it again. */
  began(): void
  /** The answer ended as it should. */
  succeeded(): void
  failed(): void
  /** The request ended in a way that says nothing about the server. */
  dropped(): void
}

/**
 * Keeps requests away from a server that fails (Nygard, "Release It!", 2007, Circuit Breaker). A request whose answer is a
 * stream is judged twice: by whether it begins, and by how it ends. So a server that begins every answer and ends none
 * opens its circuit too.
 */
export class Breaker {
  readonly #now: () => number
  #state: 'closed' | 'open' = 'closed'
  #failures = 0
  /** How often it opened since an answer last ended well. */
  #openings = 0
  /** How often it has opened at all. */
  #age = 0
  #probeAt = 0
  /** Until when a probe is waited for. */
  #probedUntil = 0

  /** @param now a clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  get state(): BreakerState {
    if (this.#state === 'closed') return 'closed'
    return this.#now() < this.#probeAt ? 'open' : 'half-open'
  }

  /** Milliseconds until {@link enter} lets a request through, if no request has a result before. */
  get wait(): number {
    if (this.#state === 'closed') return 0
    return Math.max(0, this.#probeAt - this.#now(), this.#probedUntil - this.#now())
  }

  /** Whether {@link enter} lets a request through now. */
  get isPassable(): boolean {
    return this.wait === 0
  }

  /** Lets a request through, or returns undefined. */
  enter(): Passage | undefined {
    if (!this.isPassable) return undefined
    let isProbe = this.#state === 'open'
    let isOver = false
    const age = this.#age
    if (isProbe) this.#probedUntil = this.#now() + PROBE_TIMEOUT
    const end = (judge: () => void) => () => {
      if (isOver) return
      isOver = true
      const wasProbe = isProbe
      if (isProbe) this.#probedUntil = 0
      isProbe = false
      // What was asked before the circuit last opened says nothing about the server as it is now. It can end long after: the
      // answer to a segment that is spoken later is not read before its time.
      if (wasProbe || (this.#state === 'closed' && age === this.#age)) judge()
    }
    return {
      began: () => {
        if (!isProbe || isOver) return
        isProbe = false
        this.#probedUntil = 0
        this.#state = 'closed'
        this.#failures = THRESHOLD - 1
      },
      succeeded: end(() => {
        this.#state = 'closed'
        this.#failures = 0
        this.#openings = 0
      }),
      failed: end(() => {
        this.#failures++
        if (this.#state === 'open' || this.#failures >= THRESHOLD) this.#open()
      }),
      dropped: end(() => {}),
    }
  }

  /** It is known to fail, without a request. */
  open(): void {
    if (this.#state === 'closed') this.#open()
  }

  /** There is reason to try it now. */
  endPause(): void {
    if (this.#state === 'open') this.#probeAt = Math.min(this.#probeAt, this.#now())
  }

  #open(): void {
    this.#state = 'open'
    this.#age++
    this.#probeAt = this.#now() + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#openings)
    this.#openings++
  }
}
