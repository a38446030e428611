import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { members, people } from '../storage/schema.ts'

/**
 * Deletes those of some people who belong to no organization any more: nothing is kept of them, and nobody could help them if
 * they forgot their password. The operator stays.
 */
export async function deleteStrays(db: Database, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const memberships = db.select({ one: sql`1` }).from(members).where(eq(members.userId, people.id))
  await db
    .delete(people)
    .where(and(inArray(people.id, [...userIds]), eq(people.isOperator, false), notExists(memberships)))
}
