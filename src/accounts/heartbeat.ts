import type { Database } from '../storage/database.ts'
import type { Log } from '../telemetry/log.ts'
import { deregister, expireAll, refundAbandoned, renew } from './processes.ts'

/** Between two renewals (milliseconds). */
const PERIOD = 5000

/** Keeps this process registered as alive, and refunds the charges that dead processes have left open. */
export class Heartbeat {
  readonly id = crypto.randomUUID()
  readonly #db: Database
  readonly #log: Log
  #timer: Timer | undefined

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  /**
   * Registers the process, before the first charge is taken.
   *
   * @param isAlone no other process can be using the database: whatever is open was left by one that died
   */
  async start(isAlone: boolean): Promise<void> {
    if (isAlone) await expireAll(this.#db)
    await renew(this.#db, this.id)
    await refundAbandoned(this.#db)
    this.#timer = setTimeout(() => this.#goOn(), PERIOD)
  }

  /** Deregisters the process, when nothing is open any more. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    try {
      await deregister(this.#db, this.id)
    } catch (cause) {
      this.#log.warn({ err: cause }, 'the database could not be told that this process ends')
    }
  }

  async #goOn(): Promise<void> {
    try {
      await renew(this.#db, this.id)
      const refunded = await refundAbandoned(this.#db)
      if (refunded > 0) this.#log.warn({ refunded }, 'charges of a process that died were refunded')
    } catch (cause) {
      this.#log.error({ err: cause }, 'the database could not be told that this process lives')
    }
    if (this.#timer !== undefined) this.#timer = setTimeout(() => this.#goOn(), PERIOD)
  }
}
