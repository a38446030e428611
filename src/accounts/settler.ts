import type { Database } from '../storage/database.ts'
import type { Log } from '../telemetry/log.ts'
import { type Outcome, settle } from './ledger.ts'

/** Waits between the tries to record a settlement (milliseconds); the last is repeated. */
const RETRY_DELAYS = [100, 500, 2000, 10_000]

/** Records how charges end, and goes on trying while the database cannot be reached: nobody pays for an outage. */
export class Settler {
  readonly #db: Database
  readonly #log: Log
  readonly #open = new Set<Promise<void>>()

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** Ends charges. Resolves after the first try, whose failure is logged and followed by others. */
  async settle(chargeIds: readonly string[], outcome: Outcome): Promise<void> {
    const first = this.#try(chargeIds, outcome)
    const recorded = first.then((isDone) => (isDone ? undefined : this.#retry(chargeIds, outcome)))
    this.#open.add(recorded)
    recorded.finally(() => this.#open.delete(recorded))
    await first
  }

  /** Resolves when every settlement is recorded. */
  async drained(): Promise<void> {
    await Promise.all(this.#open)
  }

  async #retry(chargeIds: readonly string[], outcome: Outcome): Promise<void> {
    for (let tries = 0; ; tries++) {
      await Bun.sleep(RETRY_DELAYS[Math.min(tries, RETRY_DELAYS.length - 1)]!)
      if (await this.#try(chargeIds, outcome)) return
    }
  }

  async #try(chargeIds: readonly string[], outcome: Outcome): Promise<boolean> {
    try {
      await settle(this.#db, chargeIds, outcome)
      return true
    } catch (cause) {
      this.#log.error({ err: cause, chargeIds, outcome }, 'charges could not be settled yet')
      return false
    }
  }
}
