import { Durations } from '../telemetry/durations.ts'
import { BEGUN_TOO_LATE } from './start-deadline.ts'
import { ConnectionsBusy } from './unavailable.ts'

/**
 * Why a statement failed. `timeout`: there was no answer in time, or the database ended it. `busy`: no connection was free.
 * `refused`: the database could not be reached, or takes no connection. `other`: everything else, such as a statement
 * that breaks a rule.
 */
export type StatementFailure = 'timeout' | 'busy' | 'refused' | 'other'

/** What is counted of the statements of this process, which has one database. */
export const statements = {
  /** Statements that run for an organization. */
  organization: new Durations(),
  /** All others. */
  service: new Durations(),
  failures: { timeout: 0, busy: 0, refused: 0, other: 0 } satisfies Record<StatementFailure, number>,
}

/** A statement was given up because there was no answer. */
export class NoAnswer extends Error {}

/** The SQLSTATEs of a statement that was ended because it took too long: itself, its lock, its transaction. */
const TIMEOUTS: ReadonlySet<string> = new Set([BEGUN_TOO_LATE, '57014', '55P03', '25P03', '25P04'])
/**
 * The SQLSTATEs of connections that fail, of resources that are used up, and of a server that stops; the codes of the driver
 * and of the operating system.
 */
const REFUSALS = /^(08|53|57P|CONNECT|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/

/** @param error the database's own error */
export function failureOf(error: unknown): StatementFailure {
  if (error instanceof NoAnswer) return 'timeout'
  if (error instanceof ConnectionsBusy) return 'busy'
  const code = `${(error as { code?: unknown } | undefined)?.code}`
  if (TIMEOUTS.has(code)) return 'timeout'
  return REFUSALS.test(code) ? 'refused' : 'other'
}
