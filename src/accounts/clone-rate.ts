import { sql } from 'drizzle-orm'
import { type Database, rows } from '../storage/database.ts'
import { organizations, requestWindows } from '../storage/schema.ts'
import { begunInTime } from '../storage/start-deadline.ts'
import { limitOf } from './limit-of.ts'
import { isCounted } from './rate-window.ts'
import { KeyRevoked } from './refusals.ts'

/** Seconds for which a clone counts. */
export const CLONE_WINDOW = 3600

/** The refusal of an organization that has reached its limit of clones per hour. */
export interface CloneRefusal {
  /** Clones that may start in any hour. */
  readonly limit: number
  /** Milliseconds until one more may start. */
  readonly wait: number
}

/**
 * Counts a clone that is about to start, over all keys of the organization and all processes. The row lock of its window puts
 * them in order: a statement that waited for the lock evaluates its condition again.
 *
 * @returns undefined if it was counted; otherwise the refusal, and the clone must not start
 * @throws KeyRevoked; DatabaseUnavailable
 */
export async function countClone(db: Database, organizationId: string): Promise<CloneRefusal | undefined> {
  const live = sql`SELECT at FROM unnest(w.clones) AS at WHERE ${isCounted(sql`at`, CLONE_WINDOW)}`
  const clock = sql`(SELECT extract(epoch FROM clock_timestamp())::float8 AS time) AS clock`
  const counted = await rows(
    db,
    sql`
      UPDATE ${requestWindows} w SET clones = ARRAY(${live} ORDER BY at) || clock.time
      FROM ${organizations} o, ${clock}
      WHERE o.id = ${organizationId} AND w.organization_id = o.id AND ${begunInTime()}
        AND (SELECT count(*) FROM (${live}) AS live) < ${limitOf('clonesPerHour')}
      RETURNING 1 AS counted`,
    organizationId,
  )
  if (counted.length > 0) return undefined
  const [row] = await rows<{ most: number; time: number; live: number[] }>(
    db,
    sql`
      SELECT ${limitOf('clonesPerHour')} AS most, clock.time, array_to_json(ARRAY(${live} ORDER BY at)) AS live
      FROM ${organizations} o JOIN ${requestWindows} w ON w.organization_id = o.id, ${clock}
      WHERE o.id = ${organizationId}`,
    organizationId,
  )
  if (row === undefined) throw new KeyRevoked() // the organization was deleted
  const { most, time, live: starts } = row
  // One more may start when this one no longer counts. With a limit of 0 there is none.
  const last = starts[starts.length - most] ?? time
  return { limit: most, wait: Math.ceil(Math.max(0, last + CLONE_WINDOW - time) * 1000) }
}
