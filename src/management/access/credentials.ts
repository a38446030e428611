import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { credentials, people, sessions } from '../../storage/schema.ts'

/** The provider of a credential that is a password, in the words of the library that signs people in. */
export const PASSWORD_PROVIDER = 'credential'

/**
 * The hash of a person's password. It waits for a change of the password that is under way. Undefined if nobody has this
 * e-mail address.
 *
 * @param email in lower case
 */
export async function passwordHashOf(db: Database, email: string): Promise<string | undefined> {
  const [found] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .innerJoin(people, eq(people.id, credentials.userId))
    .where(and(eq(people.email, email), eq(credentials.providerId, PASSWORD_PROVIDER)))
    .for('share', { of: credentials })
  return found?.hash ?? undefined
}

/**
 * Locks people until a transaction ends: until then they are not deleted, join no organization, end none of their sessions, and
 * nobody else changes their password or makes a link for another. Call it before anything of theirs is changed, so that such
 * transactions wait for each other here and nowhere else.
 */
export async function lockPeople(tx: Database, ...userIds: string[]): Promise<void> {
  const isOne = inArray(people.id, userIds)
  await tx.select({ id: people.id }).from(people).where(isOne).orderBy(asc(people.id)).for('update')
}

/**
 * Replaces a person's password and ends all their sessions. Call it in a transaction.
 *
 * @param before the hash that the password must still have; undefined: any
 * @returns false if it has another one by now
 */
export async function replacePassword(
  tx: Database,
  userId: string,
  { hash, before }: { readonly hash: string; readonly before?: string },
): Promise<boolean> {
  const isTheirs = and(eq(credentials.userId, userId), eq(credentials.providerId, PASSWORD_PROVIDER))
  const isBefore = before === undefined ? undefined : eq(credentials.password, before)
  // The password comes first: a sign-in that reads it afterwards waits, and one that has read it has its session already.
  const replaced = await tx
    .update(credentials)
    .set({ password: hash, updatedAt: new Date() })
    .where(and(isTheirs, isBefore))
    .returning({ id: credentials.id })
  if (replaced.length === 0) return false
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  return true
}
