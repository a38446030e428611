import { sql } from 'drizzle-orm'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Database } from './database.ts'

/**
 * Takes a lock until a transaction ends. Of the transactions that take the same one, in all processes, one runs at a time.
 *
 * @param organizationId with it, only those for the same organization wait for each other
 */
export async function takeLock(
  tx: Database,
  lock: keyof typeof ADVISORY_LOCKS,
  organizationId?: string,
): Promise<void> {
  const number = ADVISORY_LOCKS[lock]
  await tx.execute(
    organizationId === undefined
      ? sql`SELECT pg_advisory_xact_lock(${number})`
      : sql`SELECT pg_advisory_xact_lock(${number}::int, hashtext(${organizationId}))`,
  )
}
