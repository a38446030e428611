import { LRUCache } from 'lru-cache'
import type { Database } from '../storage/database.ts'
import { type Admission, admit, type Charge, type OverConcurrency } from './admission.ts'
import { KeyedSemaphore } from './keyed-semaphore.ts'

/** Most organizations that are remembered. */
const MAX_REMEMBERED = 10_000
/**
 * Most statements of one organization at a time. Its rows are locked one after the other anyway. Statements that wait here do
 * not delay other organizations in the database's queue, and if one finds no free slot, all of them are refused.
 */
const AT_A_TIME = 4

interface Known {
  /** When the database was asked. */
  readonly at: number
  readonly answer: OverConcurrency
}

/**
 * Remembers organizations whose slots are all taken for the next moment, in every process. Until then their turns are refused
 * without asking the database, so that a refusal costs less than an admission.
 *
 * The limit stays exact: nothing is admitted here, and nothing is refused that could be admitted, because a slot becomes free
 * when its lease ends, which is known, or a second after its release. A raised limit takes effect up to a second late, and a
 * revoked key is refused for the limit during that second.
 */
export class ConcurrencyRefusals {
  readonly #db: Database
  readonly #now: () => number
  readonly #asking = new KeyedSemaphore(AT_A_TIME)
  readonly #known = new LRUCache<string, Known>({ max: MAX_REMEMBERED })

  /** @param now milliseconds on a clock that only goes forward */
  constructor(db: Database, now = () => performance.now()) {
    this.#db = db
    this.#now = now
  }

  /** The refusal of a turn of an organization, if it is known that no slot is free now. */
  refusalOf(organizationId: string): OverConcurrency | undefined {
    const known = this.#known.get(organizationId)
    if (known === undefined) return undefined
    const passed = this.#now() - known.at
    if (passed >= known.answer.fullFor) return undefined
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
    const at = this.#now() // before the slots are read, so that what was read is not trusted for too long
    const admission = await admit(this.#db, turnId, charge)
    if (admission.is === 'over concurrency') this.#known.set(organizationId, { at, answer: admission })
    return admission
  }
}
