/** How much may be spent: so much a second in the long run, and so much at once after a rest. */
export interface Allowance {
  readonly rate: number
  readonly burst: number
}

/**
 * A token bucket. Some things are known to cost a token only when they are done, so a bucket can go into debt, but no
 * deeper than its burst: nobody waits longer for it than an empty one takes to fill.
 *
 * All that is kept is the time at which the bucket will be full. Times are in milliseconds, on any one clock.
 */
export class TokenBucket {
  readonly #perToken: number
  /** From empty to full. */
  readonly #filling: number
  #fullAt = Number.NEGATIVE_INFINITY

  constructor({ rate, burst }: Allowance) {
    this.#perToken = 1000 / rate
    this.#filling = burst * this.#perToken
  }

  /** Takes tokens, whether they are there or not. */
  take(tokens: number, now: number): void {
    const fullAt = Math.max(this.#fullAt, now) + tokens * this.#perToken
    this.#fullAt = Math.min(fullAt, now + 2 * this.#filling)
  }

  /** Milliseconds until the bucket is out of debt, 0 when it has none. */
  wait(now: number): number {
    return Math.max(0, this.#fullAt - this.#filling - now)
  }
}
