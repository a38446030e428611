import { sql } from 'drizzle-orm'
import { type Database, rows } from '../storage/database.ts'
import { usage, usageTotals } from '../storage/schema.ts'
import { USAGE_DAYS } from '../storage/usage-days.ts'

/** Milliseconds of a day. */
const DAY = 86_400_000
/** Most rows that one statement removes: the embedded database answers nobody else meanwhile. */
const BATCH = 1000

/**
 * Removes usage that is older than it is kept.
 *
 * @param now milliseconds since 1970
 * @param pause milliseconds between two statements
 * @param leaving ends it between two statements
 * @returns how many rows were removed
 * @throws DatabaseUnavailable; what was removed until then stays so
 */
export async function removeOldUsage(
  db: Database,
  now: number,
  pause: number,
  leaving?: AbortSignal,
): Promise<number> {
  let removed = 0
  for (const table of [usage, usageTotals])
    for (const [period, days] of Object.entries(USAGE_DAYS)) {
      const before = new Date(now - days * DAY).toISOString()
      while (!leaving?.aborted) {
        const some = await rows(
          db,
          sql`
            DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
              SELECT ctid FROM ${table} WHERE period = ${period} AND start < ${before} ORDER BY start LIMIT ${BATCH}
            )) RETURNING 1`,
        )
        removed += some.length
        if (some.length < BATCH) break
        await Bun.sleep(pause)
      }
    }
  return removed
}
