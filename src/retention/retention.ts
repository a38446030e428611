import { sql } from 'drizzle-orm'
import { isFirstAlive } from '../accounts/heartbeat.ts'
import { type Database, rows } from '../storage/database.ts'
import { Rounds } from '../storage/rounds.ts'
import type { Log } from '../telemetry/log.ts'
import { removeExpired } from './expired.ts'
import { foldCharges, withChargesBefore } from './fold-charges.ts'
import { removeOldUsage } from './old-usage.ts'

/** Milliseconds of a day. Days are those of UTC. */
const DAY = 86_400_000
/** Time between two rounds (milliseconds). */
const PERIOD = 3_600_000
/** Time from the server's start to the first round (milliseconds): a start has enough to do. */
const FIRST = 60_000
/** Pause between two statements (milliseconds), so that turns have the database for most of the time. */
const PAUSE = 50

/** What retention needs. */
export interface RetentionOptions {
  readonly db: Database
  /** This process, as it is registered. */
  readonly processId: string
  readonly log: Log
  /** Days for which single charges are kept. */
  readonly days: number
  /** Removes what deleted organizations have left on this server's disk. */
  readonly removeOrphans: () => Promise<unknown>
  /** Milliseconds since 1970; the database's if it is left out. */
  readonly now?: () => Promise<number>
}

/**
 * Folds charges and removes usage that are older than they need to be kept, and what has expired, every hour. Of several
 * servers one does so.
 */
export class Retention {
  readonly #options: RetentionOptions
  readonly #now: () => Promise<number>
  readonly #rounds = new Rounds(() => this.round(), PERIOD)

  constructor(options: RetentionOptions) {
    this.#options = options
    this.#now = options.now ?? (() => timeOf(options.db))
  }

  /** Begins, a minute from now. */
  start(): void {
    this.#rounds.start(FIRST)
  }

  /** The server is stopping. Resolves when nothing more will be sent to the database. */
  leave(): Promise<void> {
    return this.#rounds.leave()
  }

  /**
   * One round. What fails is logged and tried again in the next one; the other organizations are folded all the same, also where
   * what is on the disk cannot be removed.
   *
   * @returns how many charges were folded
   */
  async round(): Promise<number> {
    const { db, processId, log } = this.#options
    let folded = 0
    await this.#removeOrphans()
    try {
      if (!(await isFirstAlive(db, processId))) return 0
      const now = await this.#now()
      folded = await this.#foldOldCharges(now)
      await removeExpired(db)
      await removeOldUsage(db, now, PAUSE, this.#rounds.leaving)
    } catch (cause) {
      log.error(
        { err: cause, folded },
        'what is no longer kept could not be removed; it is tried again in an hour',
      )
    }
    return folded
  }

  async #removeOrphans(): Promise<void> {
    const { log, removeOrphans } = this.#options
    try {
      await removeOrphans()
    } catch (cause) {
      log.error(
        { err: cause },
        'what deleted organizations have left on the disk could not be removed; it is tried again in an hour',
      )
    }
  }

  async #foldOldCharges(now: number): Promise<number> {
    const { db, log } = this.#options
    const before = this.#keptFrom(now)
    let folded = 0
    const failures: unknown[] = []
    for (const id of await withChargesBefore(db, before)) {
      if (this.#rounds.leaving.aborted) break
      try {
        folded += await foldCharges(db, id, before, PAUSE, this.#rounds.leaving)
      } catch (cause) {
        failures.push(cause)
      }
    }
    if (failures.length > 0)
      log.error(
        { err: failures[0], organizations: failures.length },
        'charges of organizations could not be folded; it is tried again in an hour',
      )
    if (folded > 0) log.info({ folded, before }, 'old charges were folded into sums of a day')
    return folded
  }

  /** The start of the first day whose single charges are kept. */
  #keptFrom(now: number): Date {
    return new Date((Math.floor(now / DAY) - this.#options.days) * DAY)
  }
}

/** The time of the database, in milliseconds since 1970. */
async function timeOf(db: Database): Promise<number> {
  const [row] = await rows<{ time: number }>(db, sql`SELECT extract(epoch FROM now())::float8 * 1000 AS time`)
  return row!.time
}
