import { sql } from 'drizzle-orm'
import { type Database, rows } from '../storage/database.ts'
import { organizations, requestWindows } from '../storage/schema.ts'
import { limitOf } from './tiers.ts'

/** Seconds for which a clone counts. */
const HOUR = 3600

/** What an organization is told that has started as many clones as it may. */
export interface CloneRefusal {
  /** Clones that may start in any hour. */
  readonly limit: number
  /** Milliseconds until one more may start. */
  readonly wait: number
}

/**
 * Counts a clone that is started, over all of an organization's keys and all processes: the row lock of its window orders
 * them, and what is decided is decided again when the lock was waited for.
 *
 * @returns undefined when it was counted; otherwise it must not start
 */
export async function countClone(db: Database, organizationId: string): Promise<CloneRefusal | undefined> {
  const live = sql`SELECT at FROM unnest(w.clones) AS at WHERE at > clock.time - ${HOUR}::float8`
  const clock = sql`(SELECT extract(epoch FROM clock_timestamp())::float8 AS time) AS clock`
  const counted = await rows(
    db,
    sql`
      UPDATE ${requestWindows} w SET clones = ARRAY(${live} ORDER BY at) || clock.time
      FROM ${organizations} o, ${clock}
      WHERE o.id = ${organizationId} AND w.organization_id = o.id
        AND (SELECT count(*) FROM (${live}) AS live) < ${limitOf('clonesPerHour')}
      RETURNING 1 AS counted`,
  )
  if (counted.length > 0) return undefined
  const [row] = await rows<{ most: number; time: number; live: number[] }>(
    db,
    sql`
      SELECT ${limitOf('clonesPerHour')} AS most, clock.time, array_to_json(ARRAY(${live} ORDER BY at)) AS live
      FROM ${organizations} o JOIN ${requestWindows} w ON w.organization_id = o.id, ${clock}
      WHERE o.id = ${organizationId}`,
  )
  const { most, time, live: starts } = row!
  // The one that must no longer count for one more to start; there is none when the limit is 0.
  const last = starts[starts.length - most] ?? time
  return { limit: most, wait: Math.ceil(Math.max(0, last + HOUR - time) * 1000) }
}
