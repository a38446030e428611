import { type SQL, sql } from 'drizzle-orm'
import { CLOCK_TOLERANCE } from '../storage/start-deadline.ts'

/**
 * SQL for whether a start still counts, for `window` seconds, by the `time` of the row `clock`. One that is further ahead than any
 * can be does not: the clock was set back.
 *
 * @param at SQL of the start, in seconds since 1970
 */
export function isCounted(at: SQL, window: number): SQL {
  return sql`(${at} > clock.time - ${window}::float8 AND ${at} < clock.time + ${CLOCK_TOLERANCE}::float8)`
}
