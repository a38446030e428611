import { lt, sql } from 'drizzle-orm'
import { type Database, withTimeout } from '../storage/database.ts'
import { invitations, sessions, signInAttempts, verifications } from '../storage/schema.ts'

/** Removes sessions, invitations and links that are no longer valid, and what was counted of people who signed in. */
export async function removeExpired(db: Database): Promise<void> {
  for (const table of [sessions, invitations, verifications])
    await withTimeout(db.delete(table).where(lt(table.expiresAt, sql`now()`)))
  await withTimeout(db.delete(signInAttempts).where(lt(signInAttempts.fullAt, sql`now()`)))
}
