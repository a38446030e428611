import { LRUCache } from 'lru-cache'
import { retrySeconds, ServiceError } from '../../http/errors.ts'
import { type Allowance, TokenBucket } from '../../http/token-bucket.ts'

/**
 * What an actor may ask: many times what a page or a script needs, and too little to keep the database from those who speak.
 */
const ALLOWANCE: Allowance = { rate: 30, burst: 600 }
/** Most actors that are remembered. */
const MAX_ACTORS = 10_000

/** Bounds how much each actor asks of the management API. Each process counts for itself. */
export class RequestBudgets {
  readonly #now: () => number
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: MAX_ACTORS })

  /** @param now milliseconds on a clock that only goes forward */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /**
   * Counts a request.
   *
   * @param id of the person or the key
   * @throws ServiceError rate_limited if there were too many
   */
  take(id: string): void {
    const bucket = this.#buckets.get(id) ?? new TokenBucket(ALLOWANCE)
    this.#buckets.set(id, bucket)
    const wait = bucket.wait(this.#now())
    if (wait > 0) throw tooMany(wait)
    bucket.take(1, this.#now())
  }
}

function tooMany(wait: number): ServiceError {
  return new ServiceError('rate_limited', 'You have sent too many requests to the management API.', {
    detail: `Try again in ${retrySeconds(wait)} s, with at most ${ALLOWANCE.rate} a second.`,
    retryAfter: wait,
  })
}
