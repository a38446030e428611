import type { Database } from '../storage/database.ts'
import type { Log } from '../telemetry/log.ts'
import type { Charge } from './admission.ts'
import { type Outcome, settle, voidCharge } from './ledger.ts'

/** Delays between attempts to record a settlement (milliseconds). The last one is repeated. */
const RETRY_DELAYS = [100, 500, 2000, 10_000]
/** The longest that a client waits for a settlement (milliseconds). */
const TIMEOUT = 1000

/** Records how charges are settled. It goes on trying while the database cannot be reached: nobody pays for an outage. */
export class SettlementQueue {
  readonly #db: Database
  readonly #log: Log
  readonly #open = new Set<Promise<void>>()

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** Settles charges. Resolves when this is recorded, or after a second at the latest. It is tried until it is recorded. */
  settle(chargeIds: readonly string[], outcome: Outcome): Promise<void> {
    return this.#record(() => settle(this.#db, chargeIds, outcome), { chargeIds, outcome })
  }

  /** Voids a charge whose answer never came: it is refunded, or never taken. Resolves as {@link settle} does. */
  void(charge: Charge): Promise<void> {
    return this.#record(() => voidCharge(this.#db, charge), { chargeIds: [charge.id], outcome: 'voided' })
  }

  /** Resolves when everything is recorded. */
  async drained(): Promise<void> {
    await Promise.all(this.#open)
  }

  async #record(work: () => Promise<void>, what: object): Promise<void> {
    const recorded = this.#repeat(work, what)
    this.#open.add(recorded)
    recorded.then(() => this.#open.delete(recorded))
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, TIMEOUT)
    await Promise.race([recorded, timeout.promise])
    clearTimeout(timer)
  }

  async #repeat(work: () => Promise<void>, what: object): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await work()
        return
      } catch (cause) {
        this.#log.error({ err: cause, ...what }, 'how charges ended could not be recorded yet')
      }
      await Bun.sleep(RETRY_DELAYS[Math.min(tries, RETRY_DELAYS.length - 1)]!)
    }
  }
}
