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

  /** Ends a charge. Resolves after the first try, whose failure is logged and followed by others. */
  async settle(chargeId: string, outcome: Outcome): Promise<void> {
    if (await this.#try(chargeId, outcome)) return
    const retries = this.#retry(chargeId, outcome)
    this.#open.add(retries)
    retries.finally(() => this.#open.delete(retries))
  }

  /** Resolves when every settlement is recorded. */
  async drained(): Promise<void> {
    await Promise.all(this.#open)
  }

  async #retry(chargeId: string, outcome: Outcome): Promise<void> {
    for (let tries = 0; ; tries++) {
      await Bun.sleep(RETRY_DELAYS[Math.min(tries, RETRY_DELAYS.length - 1)]!)
      if (await this.#try(chargeId, outcome)) return
    }
  }

  async #try(chargeId: string, outcome: Outcome): Promise<boolean> {
    try {
      await settle(this.#db, chargeId, outcome)
      return true
    } catch (cause) {
      this.#log.error({ err: cause, chargeId, outcome }, 'a charge could not be settled yet')
      return false
    }
  }
}
