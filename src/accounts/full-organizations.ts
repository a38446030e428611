import { LRUCache } from 'lru-cache'
import type { Database } from '../storage/database.ts'
import { type Admission, admit, type Charge, type OverConcurrency } from './admission.ts'
import { FewAtATime } from './few-at-a-time.ts'

/** Organizations that are remembered. */
const MAX_REMEMBERED = 10_000
/**
 * Statements of one organization at a time. Its rows are locked one after the other anyway; those that wait here do not
 * stand in the database's queue before others', and when one is told that there is no slot, all of them are.
 */
const AT_A_TIME = 4

interface Known {
  /** When it was asked. */
  readonly at: number
  readonly answer: OverConcurrency
}

/**
 * Organizations of which it is known that none of their slots can be free for a moment, in whatever process. Until then
 * their turns are refused without asking the database, so that a refusal costs less than an admission.
 *
 * The limit stays exact. Nobody is admitted here. And nobody is refused who could be admitted: a slot is free again when
 * its lease ends, which is known, or a second after it is let go. Only that a limit was raised is noticed up to a second
 * late, and a key that was revoked is told of the limit meanwhile.
 */
export class FullOrganizations {
  readonly #db: Database
  readonly #now: () => number
  readonly #asking = new FewAtATime(AT_A_TIME)
  readonly #known = new LRUCache<string, Known>({ max: MAX_REMEMBERED })

  /** @param now milliseconds on a clock that only goes forward */
  constructor(db: Database, now = () => performance.now()) {
    this.#db = db
    this.#now = now
  }

  /** Why a turn of an organization is refused now, where that is known. */
  refusalOf(organizationId: string): OverConcurrency | undefined {
    const known = this.#known.get(organizationId)
    if (known === undefined) return undefined
    const passed = this.#now() - known.at
    if (passed >= known.answer.full) return undefined
    return { ...known.answer, wait: Math.ceil(known.answer.wait - passed) }
  }

  /** Admits a turn as {@link admit} does, unless it is known that no slot is free. */
  admit(turnId: string, charge: Charge): Promise<Admission> {
    return this.#asking.run(charge.caller.organizationId, () => this.#ask(turnId, charge))
  }

  async #ask(turnId: string, charge: Charge): Promise<Admission> {
    const { organizationId } = charge.caller
    const refusal = this.refusalOf(organizationId)
    if (refusal !== undefined) return refusal
    const at = this.#now() // before the slots are looked at, so that nothing is believed for too long
    const admission = await admit(this.#db, turnId, charge)
    if (admission.is === 'over concurrency') this.#known.set(organizationId, { at, answer: admission })
    return admission
  }
}
