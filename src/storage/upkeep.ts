import { sql } from 'drizzle-orm'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { type Database, rowsIn } from './database.ts'
import type { OnIncident } from './embedded-client.ts'
import { Rounds } from './rounds.ts'
import { withoutStatement } from './unavailable.ts'

/** Time between two rounds (milliseconds). */
const PERIOD = 60_000
/** How much write-ahead log (WAL) there may be since the last checkpoint (bytes). */
const WAL_BOUND = 64 * 1024 * 1024
/**
 * The same while a backup is being made (bytes): it needs the log from its start on, and fails if more is written meanwhile.
 * Without a bound, one that was broken off would let the log grow for ever.
 */
const WAL_BOUND_IN_BACKUP = 1024 * 1024 * 1024
/** With more dead rows than this, a table is vacuumed. */
const DEAD_ROWS = 5000
/** A table that is larger is vacuumed only when the database is opened (bytes): statements wait until it is done. */
const VACUUM_BOUND = 16 * 1024 * 1024

/**
 * What a server of Postgres does in the background, and the embedded database does not: checkpoints, without which its log
 * would grow for ever and a start after a crash would take ever longer, and the vacuuming of tables whose rows come and go.
 */
export class Upkeep {
  readonly #db: Database
  readonly #onIncident: OnIncident
  readonly #rounds: Rounds
  #isFailing = false

  /**
   * @param db the embedded database
   * @param onIncident hears when a round fails, and then not again until one has succeeded
   * @param period milliseconds between two rounds
   */
  constructor(db: Database, onIncident: OnIncident, period = PERIOD) {
    this.#db = db
    this.#onIncident = onIncident
    this.#rounds = new Rounds(() => this.round(), period)
  }

  /** Begins, a period from now. */
  start(): void {
    this.#rounds.start()
  }

  /** The database is being closed. Resolves when nothing more will be sent to it. */
  leave(): Promise<void> {
    return this.#rounds.leave()
  }

  /** One round, which does only what there is to do. What fails is tried again in the next one. */
  async round(): Promise<void> {
    try {
      await this.#checkpoint()
      await this.#vacuum()
      this.#isFailing = false
    } catch (error) {
      const cause = withoutStatement(error)
      // Anything but an error of the statement has ended the database thread, and whoever opens it again says so.
      if (this.#isFailing || (cause as { severity?: string }).severity !== 'ERROR') return
      this.#isFailing = true
      this.#onIncident(
        'the upkeep of the embedded database has failed; it is tried again every minute',
        cause,
      )
    }
  }

  /** In a transaction, so that no backup begins between the query and the checkpoint. */
  async #checkpoint(): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const [wal] = rowsIn<{ bytes: number; isBackedUp: boolean }>(
        await tx.execute(sql`
          SELECT (pg_current_wal_lsn() - redo_lsn)::float8 AS bytes,
            EXISTS (
              SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${ADVISORY_LOCKS.backup}
            ) AS "isBackedUp"
          FROM pg_control_checkpoint()`),
      )
      const { bytes, isBackedUp } = wal!
      if (bytes > (isBackedUp ? WAL_BOUND_IN_BACKUP : WAL_BOUND)) await tx.execute(sql`CHECKPOINT`)
    })
  }

  async #vacuum(): Promise<void> {
    const tables = rowsIn<{ name: string }>(
      await this.#db.execute(sql`
        SELECT relname AS name FROM pg_stat_user_tables
        WHERE schemaname = 'public' AND n_dead_tup > ${DEAD_ROWS} AND pg_relation_size(relid) <= ${VACUUM_BOUND}`),
    )
    for (const { name } of tables) {
      if (this.#rounds.leaving.aborted) return
      await this.#db.execute(sql`VACUUM ${sql.identifier(name)}`)
    }
  }
}
