import { retrySeconds, ServiceError } from '../../http/errors.ts'
import type { Allowance } from '../../http/token-bucket.ts'
import { TokenBuckets } from '../../http/token-buckets.ts'

/**
 * What an actor may ask: many times what a page or a script needs, and too little to keep the database from those who speak.
 */
const ALLOWANCE: Allowance = { rate: 30, burst: 600 }

/** Bounds how much each actor asks of the management API. Each process counts for itself. */
export class RequestBudgets {
  readonly #buckets: TokenBuckets

  /** @param now milliseconds on a clock that only goes forward */
  constructor(now?: () => number) {
    this.#buckets = new TokenBuckets(ALLOWANCE, now)
  }

  /**
   * Counts a request.
   *
   * @param id of the person or the key
   * @throws ServiceError rate_limited if there were too many
   */
  take(id: string): void {
    const wait = this.#buckets.wait(id)
    if (wait > 0) throw tooMany(wait)
    this.#buckets.take(id, 1)
  }
}

function tooMany(wait: number): ServiceError {
  return new ServiceError('rate_limited', 'You have sent too many requests to the management API.', {
    detail: `Try again in ${retrySeconds(wait)} s, with at most ${ALLOWANCE.rate} a second.`,
    retryAfter: wait,
  })
}
