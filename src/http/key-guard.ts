import { LRUCache } from 'lru-cache'
import { hashKey, keyPrefix } from '../accounts/api-key.ts'
import { prefixInToken } from '../accounts/key-token.ts'
import { retrySeconds, ServiceError } from './errors.ts'
import type { Allowance } from './token-bucket.ts'
import { TokenBuckets } from './token-buckets.ts'

/**
 * Requests without a valid key that a network may send a second: more than a misconfigured client that retries without end,
 * and too few to cost much or to guess a key.
 */
const FAILURES: Allowance = { rate: 10, burst: 100 }
/**
 * Most keys, and most tokens, that are remembered as valid: those that were used last. One that is no longer valid is looked up
 * once more.
 */
const MAX_KNOWN = 10_000

/**
 * Bounds the cost of failed authentication. A network that has failed too often is refused without a look-up, for a few
 * seconds at most. Behind a reverse proxy all clients share an IP address, so a key that was valid before is looked up all the
 * same: others' failures lock nobody out. A token is new for each call or page, so it is looked up if its key was valid
 * before, or another token of it. Failures of such tokens have a budget of their own, by key.
 */
export class KeyGuard {
  /** Budgets of failed attempts by network, and by the prefix of a key. */
  readonly #failures: TokenBuckets
  /** SHA-256 of the keys and sessions that were valid. */
  readonly #keys = new LRUCache<string, true>({ max: MAX_KNOWN })
  /** SHA-256 of the tokens that were valid. They are so many that they would displace keys that are used seldom. */
  readonly #tokens = new LRUCache<string, true>({ max: MAX_KNOWN })
  /** Prefixes of the keys that were valid, or that a valid token was made for. */
  readonly #prefixes = new LRUCache<string, true>({ max: MAX_KNOWN })

  #failed = 0
  #refused = 0

  /** @param now milliseconds on a clock that only goes forward */
  constructor(now?: () => number) {
    this.#failures = new TokenBuckets(FAILURES, now)
  }

  /** Requests without a key, or with one that is not valid. */
  get failed(): number {
    return this.#failed
  }

  /** Requests that were refused because others had failed too often. */
  get refused(): number {
    return this.#refused
  }

  /**
   * Looks up a key, a session or a token. Undefined if there is none, or nothing is found.
   *
   * @param network the network of the request
   * @throws ServiceError rate_limited if it has failed too often; then nothing is looked up
   */
  async check<Found>(
    network: string,
    key: string | undefined,
    lookUp: (key: string) => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const budget = this.#budgetOf(network, prefixInToken(key ?? ''))
    const wait = this.#failures.wait(budget)
    if (wait > 0 && !this.#knows(key ?? '')) {
      this.#refused++
      throw tooManyFailures(wait)
    }
    const found = key === undefined ? undefined : await lookUp(key)
    if (key === undefined || found === undefined) this.#note(budget, key ?? '')
    else this.remember(key)
    return found
  }

  /** Notes that a key, a session or a token is valid: it was found, or it was made here. */
  remember(key: string): void {
    this.#knownLike(key).set(hashOf(key), true)
    const prefix = prefixInToken(key) ?? keyPrefix(key)
    if (prefix !== undefined) this.#prefixes.set(prefix, true)
  }

  /** Notes that the key with a prefix was revoked: its tokens are no longer looked up where others fail. */
  forget(prefix: string): void {
    this.#prefixes.delete(prefix)
  }

  /**
   * What the failure of a request is counted for: its network, or the key of its token once the network has failed too often.
   */
  #budgetOf(network: string, prefix: string | undefined): string {
    const isKnown = prefix !== undefined && this.#prefixes.has(prefix)
    return isKnown && this.#failures.wait(network) > 0 ? prefix : network
  }

  #knows(key: string): boolean {
    return this.#knownLike(key).has(hashOf(key))
  }

  #knownLike(key: string): LRUCache<string, true> {
    return prefixInToken(key) === undefined ? this.#keys : this.#tokens
  }

  /** A request had no valid key. */
  #note(budget: string, key: string): void {
    this.#failed++
    this.#knownLike(key).delete(hashOf(key))
    this.#failures.take(budget, 1)
  }
}

function hashOf(key: string): string {
  return Buffer.from(hashKey(key)).toString('base64')
}

function tooManyFailures(wait: number): ServiceError {
  return new ServiceError('rate_limited', 'Too many requests from this IP address had no valid API key.', {
    detail: `Check the key, and try again in ${retrySeconds(wait)} s.`,
    retryAfter: wait,
  })
}
