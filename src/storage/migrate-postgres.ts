import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { OnIncident } from './embedded-client.ts'
import { MIGRATIONS } from './migrations.ts'
import { withoutStatement } from './unavailable.ts'

/** How long a migration waits for the lock of a table (milliseconds): the statements of all servers wait behind it. */
const LOCK_TIMEOUT = 500
/** Pause before it is tried again (milliseconds). */
const PAUSE = 2000

/** The SQLSTATE of a statement that has waited too long for a lock. */
const LOCKED = '55P03'

/**
 * Brings the schema of a Postgres up to date, after other processes that do so. It takes as long as it takes, whatever limits the
 * database or its user has. Where a long statement reads a table that it changes, such as a dump, it is tried again until that has
 * ended: otherwise all later statements on the table would wait as long.
 *
 * @param client with one connection
 * @param onIncident hears once that it has to wait for a long statement
 * @throws Error of the driver
 */
export async function migratePostgres(client: postgres.Sql, onIncident: OnIncident): Promise<void> {
  await client.unsafe('SET statement_timeout = 0; SET lock_timeout = 0')
  await client`SELECT pg_advisory_lock(${ADVISORY_LOCKS.migration})`
  await client.unsafe(`SET lock_timeout = ${LOCK_TIMEOUT}`)
  for (let isFirst = true; ; isFirst = false) {
    try {
      await migrate(drizzle(client), MIGRATIONS)
      return
    } catch (error) {
      const cause = withoutStatement(error)
      if (!(cause instanceof postgres.PostgresError) || cause.code !== LOCKED) throw error
      if (isFirst)
        onIncident(
          `a long statement keeps the schema from being changed; it is tried again every ${PAUSE / 1000} s`,
          cause,
        )
    }
    await Bun.sleep(PAUSE)
  }
}
