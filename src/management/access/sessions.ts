import { and, desc, eq, gt, notInArray, sql } from 'drizzle-orm'
import { voidResetLinksIn } from '../../accounts/reset-links.ts'
import { type Database, withTimeout } from '../../storage/database.ts'
import { sessions } from '../../storage/schema.ts'
import { isUuid } from '../../storage/uuid.ts'
import type { Person } from './actor.ts'
import { lockPeople } from './credentials.ts'

/** Most sessions of a person. All of them are listed, so that none can hide behind others. */
const MAX_SESSIONS = 100

/** A browser in which somebody is signed in. */
export interface Browser {
  readonly id: string
  readonly is_current: boolean
  readonly address: string | null
  readonly browser: string | null
  readonly created_at: string
  readonly expires_at: string
}

/** The browsers in which a person is signed in, the latest first. */
export async function sessionsOf(db: Database, { userId, sessionId }: Person): Promise<Browser[]> {
  const { id, ipAddress, userAgent, createdAt, expiresAt } = sessions
  const found = await db
    .select({ id, ipAddress, userAgent, createdAt, expiresAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(expiresAt, sql`now()`)))
    .orderBy(desc(createdAt))
    .limit(MAX_SESSIONS)
  return found.map((each) => ({
    id: each.id,
    is_current: each.id === sessionId,
    address: each.ipAddress || null,
    browser: each.userAgent || null,
    created_at: each.createdAt.toISOString(),
    expires_at: each.expiresAt.toISOString(),
  }))
}

/**
 * Ends the oldest sessions of a person who has more than one can have.
 *
 * @throws DatabaseUnavailable
 */
export async function endOldSessions(db: Database, userId: string): Promise<void> {
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(MAX_SESSIONS)
  await withTimeout(
    db.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.id, newest))),
  )
}

/**
 * Ends the session with a token.
 *
 * @throws DatabaseUnavailable
 */
export async function endSessionWith(db: Database, token: string): Promise<void> {
  await withTimeout(db.delete(sessions).where(eq(sessions.token, token)))
}

/**
 * Ends a session of a person, and voids the links for new passwords that were made in it: somebody else may have had it. False if
 * there is none with this id.
 *
 * @throws DatabaseUnavailable
 */
export async function endSession(db: Database, userId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const isIt = and(eq(sessions.id, id), eq(sessions.userId, userId))
  return withTimeout(() =>
    db.transaction(async (tx) => {
      await lockPeople(tx, userId)
      const [ended] = await tx.delete(sessions).where(isIt).returning({ id: sessions.id })
      if (ended !== undefined) await voidResetLinksIn(tx, ended.id)
      return ended !== undefined
    }),
  )
}
