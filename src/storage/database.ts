import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import * as schema from './schema.ts'
import { DatabaseUnavailable, withoutStatement } from './unavailable.ts'

/** The database as all features see it, the same for Postgres and for embedded PGlite. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

export interface Storage {
  readonly db: Database
  /** True when this process is the only one that can use the database. */
  readonly exclusive: boolean
  close(): Promise<void>
}

/** Where the migrations are. */
export const MIGRATIONS = { migrationsFolder: join(import.meta.dir, 'migrations') }

/** After this time, the database server gives a statement up (milliseconds). */
const STATEMENT_TIMEOUT = 5000
/** After this time, Purr gives it up too, so that no request hangs if the server is silent (milliseconds). */
const ANSWER_TIMEOUT = 6000
const CONNECT_TIMEOUT_SECONDS = 5
/** Pause between two attempts to connect: short, so that Purr is back as soon as the database is (seconds). */
const RECONNECT_SECONDS = 0.25

/**
 * Connects to Postgres and brings its schema up to date.
 *
 * @throws Error of the driver when Postgres cannot be reached
 */
export async function openPostgres(url: string): Promise<Storage> {
  const quiet = { onnotice: () => {}, connect_timeout: CONNECT_TIMEOUT_SECONDS }
  const migrator = postgres(url, { ...quiet, max: 1 })
  try {
    await migrator`SELECT pg_advisory_lock(${ADVISORY_LOCKS.migration})`
    await migrate(drizzle(migrator), MIGRATIONS)
  } finally {
    await migrator.end()
  }
  const client = postgres(url, {
    ...quiet,
    backoff: () => RECONNECT_SECONDS,
    connection: { statement_timeout: STATEMENT_TIMEOUT },
  })
  return {
    db: drizzle({ client: prepared(client), schema }),
    exclusive: false,
    close: () => client.end({ timeout: 5 }),
  }
}

/**
 * Makes a client prepare each statement once per connection. Without this, Drizzle has it parsed and planned again each
 * time, in two round trips.
 */
export function prepared(client: postgres.Sql): postgres.Sql {
  const unsafe = client.unsafe.bind(client)
  client.unsafe = (text, values, options) => unsafe(text, values, { ...options, prepare: true })
  return client
}

/**
 * Runs one SQL statement and returns its rows, which the drivers wrap in different ways.
 *
 * @throws DatabaseUnavailable when it fails, or there is no answer within 6 seconds
 */
export async function rows<Row extends Record<string, unknown>>(
  db: Database,
  statement: SQL,
): Promise<Row[]> {
  return rowsIn<Row>(await withTimeout(db.execute(statement)))
}

/**
 * Waits for the answer to a query.
 *
 * @throws DatabaseUnavailable when it fails, or there is no answer within 6 seconds
 */
export async function withTimeout<Answer>(query: PromiseLike<Answer>): Promise<Answer> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const silent = new Error(`no answer in ${ANSWER_TIMEOUT} ms`)
  const timer = setTimeout(() => reject(silent), ANSWER_TIMEOUT)
  try {
    return await Promise.race([query, silence])
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error // of a statement in a transaction
    throw new DatabaseUnavailable('the database did not answer, or failed', {
      cause: withoutStatement(error),
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Runs one SQL statement without a time limit: a report for the operator, which reads many rows. */
export function reportRows<Row extends Record<string, unknown>>(
  db: Database,
  statement: SQL,
): Promise<Row[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL statement_timeout = 0`)
    return rowsIn<Row>(await tx.execute(statement))
  })
}

function rowsIn<Row>(answer: unknown): Row[] {
  const result = answer as Row[] | { rows: Row[] }
  return Array.isArray(result) ? result : result.rows
}
