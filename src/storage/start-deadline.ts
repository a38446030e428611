import { type SQL, sql } from 'drizzle-orm'

/** Time after which a statement that has not begun on the server must no longer take effect (milliseconds). */
export const START_TIMEOUT = 4000
/** Time after which the server gives up a statement that has begun (milliseconds). */
export const STATEMENT_TIMEOUT = 2000
/** Time after which Purr gives up a statement, so that no request hangs if the database is silent (milliseconds). */
export const ANSWER_TIMEOUT = START_TIMEOUT + STATEMENT_TIMEOUT

/**
 * A time in the database that is further ahead of its clock than a statement writes, and this, does not count (seconds): the
 * clock has been set back since. A statement that waited for a lock can find times that are later than its own, but by less.
 */
export const CLOCK_TOLERANCE = 60

/** Stands among a statement's values for the moment by which it must have begun. The connection puts the moment in. */
const START_DEADLINE = Object.freeze({ is: 'start deadline' })

/** The SQLSTATE of a statement that has begun too late. The migration that makes `begun_by` has it too. */
export const BEGUN_TOO_LATE = 'PU001'

/**
 * SQL for a condition that is always true, or fails the statement as a whole if the database begins it so late that its
 * sender has given it up. A statement can lie in a buffer of a stalled network or of a suspended server for as long as
 * the stall lasts, where nothing can cancel it.
 */
export function begunInTime(): SQL {
  return sql`begun_by(${sql.param(START_DEADLINE)})`
}

/**
 * The values of a statement, with the deadline put in.
 *
 * @param deadline gives the seconds since 1970 on the database's clock; called only for a statement that has one
 */
export function withDeadline(values: readonly unknown[], deadline: () => number): unknown[] {
  return values.map((value) => (value === START_DEADLINE ? deadline() : value))
}
