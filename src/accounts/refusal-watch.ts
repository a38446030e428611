import type { Caller } from './authorize.ts'
import type { Limit } from './tiers.ts'

/** What an organization can run out of: one of its limits, or its balance. */
export type LimitOrBalance = Limit | 'balance'

/** Who is refused something: an organization, by one of its keys or through the management API. */
export type RefusedCaller = Pick<Caller, 'organizationId'> & Partial<Pick<Caller, 'keyId'>>

/** Is notified of what the accounts have refused. It must be quick: a request waits for it. */
export interface RefusalWatch {
  refused(who: RefusedCaller, bound: LimitOrBalance): void
  /** A request failed that has no turn: it was refused before one began, or asks for none. */
  failed(caller: Caller, code: string): void
}
