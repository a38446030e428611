import type { Database } from '../storage/database.ts'
import type { Log } from '../telemetry/log.ts'
import { outliveAll, refundAbandoned, sayGoodbye, showLife } from './processes.ts'

/** Between two signs of life (milliseconds). */
const PERIOD = 5000

/** This process as the others see it: it shows that it lives, and ends what dead ones have left open. */
export class Presence {
  readonly id = crypto.randomUUID()
  readonly #db: Database
  readonly #log: Log
  #timer: Timer | undefined

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  /**
   * Shows the first sign of life, before the first charge is taken.
   *
   * @param isAlone no other process can be using the database: whatever is open was left by one that died
   */
  async begin(isAlone: boolean): Promise<void> {
    if (isAlone) await outliveAll(this.#db)
    await showLife(this.#db, this.id)
    await refundAbandoned(this.#db)
    this.#timer = setTimeout(() => this.#goOn(), PERIOD)
  }

  /** Ends in order, when nothing is open any more. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    try {
      await sayGoodbye(this.#db, this.id)
    } catch (cause) {
      this.#log.warn({ err: cause }, 'the database could not be told that this process ends')
    }
  }

  async #goOn(): Promise<void> {
    try {
      await showLife(this.#db, this.id)
      const refunded = await refundAbandoned(this.#db)
      if (refunded > 0) this.#log.warn({ refunded }, 'charges of a process that died were refunded')
    } catch (cause) {
      this.#log.error({ err: cause }, 'the database could not be told that this process lives')
    }
    if (this.#timer !== undefined) this.#timer = setTimeout(() => this.#goOn(), PERIOD)
  }
}
