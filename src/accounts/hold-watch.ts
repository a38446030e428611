import type { Caller } from './authorize.ts'
import type { Limit } from './tiers.ts'

/** What an organization can run out of: one of its limits, or its balance. */
export type Bound = Limit | 'balance'

/** Who is refused something: an organization, by one of its keys or through the management API. */
export type Refused = Pick<Caller, 'organizationId'> & Partial<Pick<Caller, 'keyId'>>

/** Is told what the accounts have refused. It must be quick: it is called on the way of a request. */
export interface RefusalWatch {
  refused(who: Refused, bound: Bound): void
  /** A request was refused before there was a turn, or because it is none. */
  failed(caller: Caller, code: string): void
}

/** Is told what becomes of a turn's hold. It must be quick: it is called on the way of the audio. */
export interface HoldWatch {
  /** The turn has a slot and is being spoken. */
  taken(): void
  /** Everything so far has been spoken. */
  rested(): void
  /** Credits were captured. */
  captured(credits: number): void
  refused(bound: Bound): void
}
