import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransactionConfig } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { ConnectionPool, type Connections } from './connection-pool.ts'
import type { OnIncident } from './embedded-client.ts'
import { migratePostgres } from './migrate-postgres.ts'
import * as schema from './schema.ts'
import { ANSWER_TIMEOUT } from './start-deadline.ts'
import { failureOf, NoAnswer, statements } from './statement-counts.ts'
import { onTerms } from './statement-terms.ts'
import { DatabaseUnavailable, withoutStatement } from './unavailable.ts'
import { isWithoutTls } from './without-tls.ts'

/** The database as all features see it, the same for Postgres and for embedded PGlite. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/** An open database and how to close it. */
export interface Storage {
  readonly db: Database
  /** True when this process is the only one that can use the database. */
  readonly isExclusive: boolean
  /** The connections to a Postgres, now. */
  readonly connections?: () => Connections
  close(): Promise<void>
}

/** Connections to Postgres, unless the operator sets another number. */
export const DEFAULT_POOL = 10

const CONNECT_TIMEOUT_SECONDS = 5

const NO_TLS =
  'the server does not accept TLS, which the URL requires: set TLS up there, or leave sslmode out of DATABASE_URL'

/** Whether the driver can read the URL of a Postgres. It may name several hosts, with commas between them. */
export function isReadable(url: string): boolean {
  try {
    postgres(url) // it connects with the first statement
    return true
  } catch {
    return false
  }
}

/**
 * Connects to Postgres and brings its schema up to date.
 *
 * @param most connections at a time
 * @param onIncident hears when a long statement keeps the schema from being changed
 * @throws Error of the driver when Postgres cannot be reached
 */
export async function openPostgres(
  url: string,
  most = DEFAULT_POOL,
  onIncident: OnIncident = () => {},
): Promise<Storage> {
  const migrator = postgres(url, {
    max: 1,
    onnotice: () => {},
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    fetch_types: false, // as in the pool
  })
  try {
    await migratePostgres(migrator, onIncident)
  } catch (error) {
    throw (await wantsMissingTls(migrator)) ? new Error(NO_TLS, { cause: error }) : error
  } finally {
    await migrator.end()
  }
  const pool = new ConnectionPool(url, most)
  return {
    // Drizzle uses no more of the driver's client than the pool has.
    db: drizzle({ client: pool as unknown as postgres.Sql, schema }),
    isExclusive: false,
    connections: () => pool.state(),
    close: () => pool.close(),
  }
}

/**
 * Whether the URL of a Postgres requires TLS, and the server does not accept it. The driver only says that the connection was lost.
 */
async function wantsMissingTls({ options }: postgres.Sql): Promise<boolean> {
  const { ssl, path, host, port } = options
  if (!ssl || ssl === 'prefer') return false
  return isWithoutTls(path ? { path } : { host: host[0]!, port: port[0]! })
}

/**
 * Runs one SQL statement and returns its rows, which the drivers wrap in different ways.
 *
 * @param organizationId the organization for which it runs, which may have only a few statements at a time
 * @param within milliseconds after which a statement to Postgres is given up, if that is to be before the 6 seconds
 * @throws DatabaseUnavailable when it fails, or there is no answer within 6 seconds
 */
export async function rows<Row extends Record<string, unknown>>(
  db: Database,
  statement: SQL,
  organizationId?: string,
  within?: number,
): Promise<Row[]> {
  return rowsIn<Row>(await withTimeout(db.execute(statement), organizationId, within))
}

/**
 * Waits for the answer to a query.
 *
 * @param query a query of Drizzle, or what starts a transaction, which Drizzle starts at once
 * @param organizationId as for {@link rows}
 * @param within as for {@link rows}
 * @throws DatabaseUnavailable when it fails, or there is no answer within 6 seconds
 */
export async function withTimeout<Answer>(
  query: PromiseLike<Answer> | (() => PromiseLike<Answer>),
  organizationId?: string,
  within?: number,
): Promise<Answer> {
  const begunAt = performance.now()
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const silent = new NoAnswer(`no answer in ${ANSWER_TIMEOUT} ms`)
  const givenUp = new AbortController()
  const timer = setTimeout(() => {
    givenUp.abort()
    reject(silent)
  }, ANSWER_TIMEOUT)
  try {
    const start = typeof query === 'function' ? query : () => query
    const terms = { owner: organizationId, within, givenUp: givenUp.signal }
    return await Promise.race([onTerms(terms, start), silence])
  } catch (error) {
    throw unavailable(error)
  } finally {
    clearTimeout(timer)
    const owner = organizationId === undefined ? 'service' : 'organization'
    statements[owner].add((performance.now() - begunAt) / 1000)
  }
}

/** The error for a query that failed, which is counted once: one in a transaction is counted already. */
function unavailable(error: unknown): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error
  const cause = withoutStatement(error)
  statements.failures[failureOf(cause)]++
  return new DatabaseUnavailable('the database did not answer, or failed', { cause })
}

/**
 * Runs one SQL statement without a time limit, for what the operator has asked for: a report or a backup.
 *
 * @throws DatabaseUnavailable when it fails
 */
export function reportRows<Row extends Record<string, unknown>>(
  db: Database,
  statement: SQL,
): Promise<Row[]> {
  return report(db, async (tx) => rowsIn<Row>(await tx.execute(statement)))
}

/**
 * Reads without a time limit, for what the operator has asked for.
 *
 * @param read asks for nothing but the database
 * @throws DatabaseUnavailable when it fails
 */
export async function report<Answer>(db: Database, read: (tx: Database) => Promise<Answer>): Promise<Answer> {
  try {
    return await withoutTimeLimit(db, read)
  } catch (error) {
    throw unavailable(error)
  }
}

/** Runs a transaction without a time limit, for what the operator has asked for. */
export function withoutTimeLimit<Answer>(
  db: Database,
  work: (tx: Database) => Promise<Answer>,
  config?: PgTransactionConfig,
): Promise<Answer> {
  return onTerms({ isUnlimited: true }, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL statement_timeout = 0`)
      return work(tx)
    }, config),
  )
}

/** The rows of an answer, which the drivers wrap in different ways. */
export function rowsIn<Row>(answer: unknown): Row[] {
  const result = answer as Row[] | { rows: Row[] }
  return Array.isArray(result) ? result : result.rows
}
