/** The rate of a token bucket in tokens a second, and its burst: the tokens of a full bucket. */
export interface Allowance {
  readonly rate: number
  readonly burst: number
}

/**
 * A token bucket. Some costs are known only afterwards, so a bucket can go into debt, but no deeper than its burst: nobody
 * waits longer than an empty bucket takes to fill.
 *
 * Its only state is the time at which it will be full. Times are in milliseconds, on any one clock.
 */
export class TokenBucket {
  readonly #perToken: number
  /** Milliseconds from empty to full. */
  readonly #filling: number
  #fullAt = Number.NEGATIVE_INFINITY

  constructor({ rate, burst }: Allowance) {
    this.#perToken = 1000 / rate
    this.#filling = burst * this.#perToken
  }

  /** Takes tokens, even if the bucket does not have them. */
  take(tokens: number, now: number): void {
    const fullAt = Math.max(this.#fullAt, now) + tokens * this.#perToken
    this.#fullAt = Math.min(fullAt, now + 2 * this.#filling)
  }

  /** Milliseconds until the bucket is out of debt, 0 when it has none. */
  wait(now: number): number {
    return Math.max(0, this.#fullAt - this.#filling - now)
  }
}
