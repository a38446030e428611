import { sql } from 'drizzle-orm'
import { type Database, rows } from '../../storage/database.ts'
import { processes, usageTotals } from '../../storage/schema.ts'

/** Time between two reads (milliseconds). */
const PERIOD = 10_000

/** What is true of all processes that share the database. Null: not known. */
export interface Figures {
  readonly processes: number | null
  /** Turns that ended today (UTC). */
  readonly turnsToday: number | null
}

/** Reads what all processes share, now and then. Nobody waits for it. */
export class SharedFigures {
  readonly #db: Database
  #readAt = Number.NEGATIVE_INFINITY
  #latest: Figures = { processes: null, turnsToday: null }

  constructor(db: Database) {
    this.#db = db
  }

  /** The figures as they were last read. */
  get latest(): Figures {
    return this.#latest
  }

  /** Reads the figures again if the last time was long ago. While the database is away, they stay as they are. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#readAt < PERIOD) return
    this.#readAt = performance.now()
    try {
      const [row] = await rows<{ processes: number; turns: number }>(
        this.#db,
        sql`SELECT
          (SELECT count(*)::int FROM ${processes} WHERE until > now()) AS processes,
          (SELECT coalesce(sum(turns), 0)::float8 FROM ${usageTotals}
            WHERE period = 'day' AND start = date_trunc('day', now(), 'UTC')) AS turns`,
      )
      this.#latest = { processes: row!.processes, turnsToday: row!.turns }
    } catch {} // the page shows that statements fail
  }
}
