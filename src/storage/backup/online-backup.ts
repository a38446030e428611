import { sql } from 'drizzle-orm'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { type Database, reportRows, rows } from '../database.ts'

/** A backup that has begun. */
export interface Begun {
  readonly id: string
  /** The last migration of the database, in milliseconds since 1970. */
  readonly migration: number
}

/** The end of a backup. */
export interface Ended {
  /** The file `backup_label`, with the place in the write-ahead log (WAL) from which Postgres recovers the copy. */
  readonly label: string
  /** The WAL position up to which it must be recovered, such as `0/2C711A8`. */
  readonly until: string
}

/**
 * Postgres's own protection of its files while they are copied and statements go on. From the copied files and the WAL
 * it makes the database as it was when the backup ended.
 */
export class OnlineBackup {
  readonly #db: Database
  #running: string | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** Begins a backup. One that is running is given up: whoever began it may be gone. */
  async begin(): Promise<Begun> {
    if (this.#running !== undefined) await this.#stop().catch(() => {}) // the database may have been opened again since
    const id = crypto.randomUUID()
    this.#running = id // also if the answer never comes: then it may have begun all the same
    // Its checkpoint writes everything that has changed, which takes as long as it takes.
    // The lock says that it is running. It ends with the backup, also when that ends with the database thread.
    await reportRows(
      this.#db,
      sql`SELECT pg_backup_start('purr', fast => true), pg_advisory_lock(${ADVISORY_LOCKS.backup})`,
    )
    const [last] = await rows<{ migration: number }>(
      this.#db,
      sql`SELECT max(created_at)::float8 AS migration FROM drizzle.__drizzle_migrations`,
    )
    return { id, migration: last!.migration }
  }

  /** @throws Error when the backup is not running any more */
  async end(id: string): Promise<Ended> {
    if (id !== this.#running) throw new Error('another backup was begun meanwhile')
    return this.#stop()
  }

  async #stop(): Promise<Ended> {
    this.#running = undefined
    const [ended] = await reportRows<{ label: string; until: string }>(
      this.#db,
      sql`
        SELECT labelfile AS label, lsn::text AS until, pg_advisory_unlock(${ADVISORY_LOCKS.backup})
        FROM pg_backup_stop(wait_for_archive => false)`,
    )
    return ended!
  }
}
