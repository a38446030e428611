import { and, eq, like, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { verifications } from '../storage/schema.ts'

/** What the identifiers of links for new passwords begin with. */
export const RESET_PURPOSE = 'password-reset:'

/** Whose password a link is for. */
export interface ResetContent {
  readonly userId: string
  /** The organization whose owner, or program, has made it. Null: the operator has. */
  readonly organizationId: string | null
}

/** The person who has made a link, and the session in which they did. */
export interface ResetMaker {
  readonly userId: string
  readonly sessionId: string
}

/**
 * The content of a link as it is stored.
 *
 * @param maker undefined: a program has made it
 */
export function resetValue({ userId, organizationId }: ResetContent, maker?: ResetMaker): string {
  const content = `${userId} ${organizationId ?? ''}`
  return maker === undefined ? content : `${content} ${maker.userId} ${maker.sessionId}`
}

/** What {@link resetValue} has written. */
export function resetContent(value: string): ResetContent {
  const [userId, organizationId] = value.split(' ')
  return { userId: userId!, organizationId: organizationId || null }
}

/** Voids the links that owners of an organization have made, and its programs; or the operator's (null). */
export async function voidResetLinks(db: Database, organizationId: string | null): Promise<void> {
  await db.delete(verifications).where(isReset(eq(ORGANIZATION, organizationId ?? '')))
}

/** Voids the links for a person. */
export async function voidResetLinksFor(db: Database, userId: string): Promise<void> {
  await db.delete(verifications).where(isReset(eq(PERSON, userId)))
}

/** Voids the links for a person, and those that they have made. Returns their identifiers. */
export async function voidResetLinksOf(db: Database, userId: string): Promise<string[]> {
  const voided = await db
    .delete(verifications)
    .where(isReset(or(eq(PERSON, userId), eq(MAKER, userId))))
    .returning({ identifier: verifications.identifier })
  return voided.map(({ identifier }) => identifier)
}

/** Voids the links that were made in a session. */
export async function voidResetLinksIn(db: Database, sessionId: string): Promise<void> {
  await db.delete(verifications).where(isReset(eq(SESSION, sessionId)))
}

// The words of a value.
const PERSON = word(1)
const ORGANIZATION = word(2)
const MAKER = word(3)
const SESSION = word(4)

function word(place: number): SQL {
  return sql`split_part(${verifications.value}, ' ', ${sql.raw(`${place}`)})`
}

function isReset(condition: SQL | undefined): SQL | undefined {
  return and(like(verifications.identifier, `${RESET_PURPOSE}%`), condition)
}
