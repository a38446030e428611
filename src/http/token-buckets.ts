import { LRUCache } from 'lru-cache'
import { type Allowance, TokenBucket } from './token-bucket.ts'

/** Most buckets that are remembered: those that were used last. */
const MAX_BUCKETS = 10_000

/** Token buckets with the same allowance, by the ids of those who use them. One that is not remembered is full. */
export class TokenBuckets {
  readonly #allowance: Allowance
  readonly #now: () => number
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: MAX_BUCKETS })

  /** @param now milliseconds on a clock that only goes forward */
  constructor(allowance: Allowance, now = () => performance.now()) {
    this.#allowance = allowance
    this.#now = now
  }

  /** Takes tokens, even if the bucket does not have them. */
  take(id: string, tokens: number): void {
    const bucket = this.#buckets.get(id) ?? new TokenBucket(this.#allowance)
    bucket.take(tokens, this.#now())
    this.#buckets.set(id, bucket)
  }

  /** Milliseconds until the bucket is out of debt, 0 when it has none. */
  wait(id: string): number {
    return this.#buckets.get(id)?.wait(this.#now()) ?? 0
  }
}
