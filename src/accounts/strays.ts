import { and, asc, eq, inArray, ne, notExists, sql } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { members, people } from '../storage/schema.ts'

/**
 * Deletes those of some people who belong to no organization any more: nothing is kept of them, and nobody could help them if
 * they forgot their password. The operator stays. Call it in the transaction that has taken them out: until its end
 * nobody else deletes them, and they join no other organization.
 *
 * @param operatorEmail the e-mail address of a person who is operator, whatever the database says
 */
export async function deleteStrays(
  db: Database,
  userIds: readonly string[],
  operatorEmail: string | undefined,
): Promise<void> {
  if (userIds.length === 0) return
  const isNoOperator = and(
    eq(people.isOperator, false),
    operatorEmail === undefined ? undefined : ne(people.email, operatorEmail),
  )
  const isOne = inArray(people.id, [...userIds])
  await db.select({ id: people.id }).from(people).where(isOne).orderBy(asc(people.id)).for('update')
  // A statement of its own sees what those have committed for whom the lock waited.
  const memberships = db.select({ one: sql`1` }).from(members).where(eq(members.userId, people.id))
  await db.delete(people).where(and(isOne, isNoOperator, notExists(memberships)))
}
