import { LRUCache } from 'lru-cache'
import { type Allowance, TokenBucket } from '../token-bucket.ts'

/** Each frame is counted for its socket, its organization and the address that it came from. */
type Scope = 'socket' | 'organization' | 'address'

/** The frames that a scope may send, and those of them that may be refused, in each server process. */
export type Allowances = Readonly<Record<Scope, { readonly frames: Allowance; readonly refusals: Allowance }>>

/**
 * Frames: a turn is heard at some 4 tokens or 15 characters a second, so 100 agents on one connection that send each
 * character by itself need 1,500 frames a second, and a whole answer of 900 characters may come at once. Refusals: a
 * client that waits as requested is refused once a second in each of its turns.
 *
 * One organization alone cannot use up the budget of its address, which all clients behind a reverse proxy share.
 */
export const ALLOWANCES: Allowances = {
  socket: { frames: { rate: 2000, burst: 10_000 }, refusals: { rate: 50, burst: 500 } },
  organization: { frames: { rate: 5000, burst: 20_000 }, refusals: { rate: 200, burst: 2000 } },
  address: { frames: { rate: 20_000, burst: 100_000 }, refusals: { rate: 1000, burst: 10_000 } },
}

/** Characters of a frame that count as one more frame: a long one takes longer to read. */
const FRAME_LENGTH = 1024
/** Most organizations, and most addresses, that are remembered. */
const MAX_REMEMBERED = 10_000

/** The budgets of a server's sockets. They protect this process only, unlike the limits of the accounts. */
export class Budgets {
  readonly #allowances: Allowances
  readonly #now: () => number
  readonly #organizations = new LRUCache<string, Buckets>({ max: MAX_REMEMBERED })
  readonly #addresses = new LRUCache<string, Buckets>({ max: MAX_REMEMBERED })

  /** @param now milliseconds on a clock that only goes forward */
  constructor(allowances = ALLOWANCES, now = () => performance.now()) {
    this.#allowances = allowances
    this.#now = now
  }

  /** The budget of a new socket. */
  forSocket(organizationId: string, address: string): SocketBudget {
    const organization = this.#organizations.get(organizationId) ?? this.#buckets('organization')
    this.#organizations.set(organizationId, organization)
    const shared = this.#addresses.get(address) ?? this.#buckets('address')
    this.#addresses.set(address, shared)
    return new SocketBudget([this.#buckets('socket'), organization, shared], this.#now)
  }

  #buckets(scope: Scope): Buckets {
    const { frames, refusals } = this.#allowances[scope]
    return { frames: new TokenBucket(frames), refusals: new TokenBucket(refusals) }
  }
}

interface Buckets {
  readonly frames: TokenBucket
  readonly refusals: TokenBucket
}

/** The budget of one socket: its own, and those that it shares. */
export class SocketBudget {
  readonly #scopes: readonly Buckets[]
  readonly #now: () => number

  /** @param scopes the narrowest first */
  constructor(scopes: readonly Buckets[], now: () => number) {
    this.#scopes = scopes
    this.#now = now
  }

  /** Milliseconds until the next frame may be read; 0: now. */
  wait(): number {
    const now = this.#now()
    return Math.max(this.#waitFor('frames', now), this.#waitFor('refusals', now))
  }

  /** Whether frames have to wait because of refusals. */
  hasTooManyRefusals(): boolean {
    return this.#waitFor('refusals', this.#now()) > 0
  }

  /** Counts a frame that is read. */
  takeFrame(length: number): void {
    this.#take('frames', 1 + Math.floor(length / FRAME_LENGTH))
  }

  /** Counts a frame or a turn that was answered with an error, or cancelled before it was heard. */
  takeRefusal(): void {
    this.#take('refusals', 1)
  }

  #waitFor(kind: keyof Buckets, now: number): number {
    let wait = 0
    for (const scope of this.#scopes) wait = Math.max(wait, scope[kind].wait(now))
    return wait
  }

  /**
   * A scope in debt pays alone. If a socket begins many turns at once and they are refused later, its organization is not
   * slowed down; nor are all clients behind a proxy by one organization.
   */
  #take(kind: keyof Buckets, tokens: number): void {
    const now = this.#now()
    for (const scope of this.#scopes) {
      const isInDebt = scope[kind].wait(now) > 0
      scope[kind].take(tokens, now)
      if (isInDebt) return
    }
  }
}
