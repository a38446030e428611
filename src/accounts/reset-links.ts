import { and, like } from 'drizzle-orm'
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

/** The content of a link as it is stored. */
export function resetValue({ userId, organizationId }: ResetContent): string {
  return `${userId} ${organizationId ?? ''}`
}

/** What {@link resetValue} has written. */
export function resetContent(value: string): ResetContent {
  const [userId, organizationId] = value.split(' ')
  return { userId: userId!, organizationId: organizationId || null }
}

/** Voids the links that owners of an organization have made, and its programs; or the operator's (null). */
export async function voidResetLinks(db: Database, organizationId: string | null): Promise<void> {
  await db.delete(verifications).where(isReset(`% ${organizationId ?? ''}`))
}

/** Voids the links for a person. Returns their identifiers. */
export async function voidResetLinksFor(db: Database, userId: string): Promise<string[]> {
  const voided = await db
    .delete(verifications)
    .where(isReset(`${userId} %`))
    .returning({ identifier: verifications.identifier })
  return voided.map(({ identifier }) => identifier)
}

function isReset(value: string) {
  return and(like(verifications.identifier, `${RESET_PURPOSE}%`), like(verifications.value, value))
}
