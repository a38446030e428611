import { retrySeconds, ServiceError } from './errors.ts'
import type { Allowance } from './token-bucket.ts'
import { TokenBuckets } from './token-buckets.ts'

/** Entries that cost a token: a whole page. */
const ENTRIES = 100
/** A client that reads 20,000 entries when it starts waits for nothing. After that, an organization has 2000 a second. */
const ALLOWANCE: Allowance = { rate: 20, burst: 200 }

/** What the guard bounds. All of them share one allowance. */
export type Listed = 'lists' | 'dictionaries' | 'usage' | 'checkouts'

/**
 * Bounds what lists cost: each request, and each entry that it reads. Lists are no requests that count against the requests per
 * minute of an organization (spec 8). Each process counts for itself.
 */
export class ListGuard {
  readonly #buckets: TokenBuckets

  /** @param now milliseconds on a clock that only goes forward */
  constructor(now?: () => number) {
    this.#buckets = new TokenBuckets(ALLOWANCE, now)
  }

  /**
   * Reads a list, or a part of it, and counts what was read.
   *
   * @throws ServiceError rate_limited if the organization has read too much; then nothing is read
   */
  async read<Entry, List extends { readonly data: readonly Entry[] }>(
    organizationId: string,
    read: () => Promise<List>,
  ): Promise<List> {
    this.enter(organizationId, 'lists')
    const list = await read()
    this.took(organizationId, Math.max(0, list.data.length / ENTRIES - 1))
    return list
  }

  /**
   * Counts a request that is for something else than a list. If what it takes is known only afterwards, report what it
   * {@link took}.
   *
   * @param listed what it asks for, which the refusal names
   * @param pages the pages of a list that cost as much
   * @throws ServiceError rate_limited if the organization has read too much
   */
  enter(organizationId: string, listed: Listed, pages = 1): void {
    const wait = this.#buckets.wait(organizationId)
    if (wait > 0) throw tooMany(listed, wait)
    this.#buckets.take(organizationId, pages)
  }

  /** Counts what was read after all, in pages of a list that take as long. */
  took(organizationId: string, pages: number): void {
    this.#buckets.take(organizationId, pages)
  }
}

function tooMany(listed: Listed, wait: number): ServiceError {
  const smaller =
    listed === 'lists' ? `, with up to ${ENTRIES} entries a page. Keep what you have read.` : '.'
  return new ServiceError(
    'rate_limited',
    'Your organization has used up the allowance that its lists, dictionaries, usage and checkouts share.',
    { detail: `Ask for ${listed} again in ${retrySeconds(wait)} s${smaller}`, retryAfter: wait },
  )
}
