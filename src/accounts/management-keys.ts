import { timingSafeEqual } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Database, withTimeout } from '../storage/database.ts'
import { managementKeys } from '../storage/schema.ts'
import { generateKey, hashKey, keyPrefix } from './api-key.ts'

/** Most valid keys of one owner. */
export const MAX_KEYS = 100

/** A key of the management API, as it is known after it was proved. */
export interface ManagementKey {
  readonly id: string
  readonly name: string
  /** Null: the operator's, which manages all organizations. */
  readonly organizationId: string | null
}

/** What may be shown of a management key after it was made. */
export interface ManagementKeyListing {
  readonly id: string
  readonly prefix: string
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/**
 * Makes a management key and returns it: the only time it can be seen.
 *
 * @param organizationId null: the operator's
 */
export async function createManagementKey(
  db: Database,
  organizationId: string | null,
  name: string,
): Promise<string> {
  const key = generateKey('mk')
  await db
    .insert(managementKeys)
    .values({ organizationId, name, prefix: keyPrefix(key, 'mk')!, hash: hashKey(key) })
  return key
}

/**
 * The management key that was sent, and notes its use at most once a minute. Undefined if it is malformed, unknown or revoked.
 *
 * @throws DatabaseUnavailable
 */
export async function findManagementKey(db: Database, key: string): Promise<ManagementKey | undefined> {
  const prefix = keyPrefix(key, 'mk')
  if (prefix === undefined) return undefined
  const isIt = and(eq(managementKeys.prefix, prefix), isNull(managementKeys.revokedAt))
  const [found] = await withTimeout(db.select().from(managementKeys).where(isIt))
  if (found === undefined || !timingSafeEqual(found.hash, hashKey(key))) return undefined
  const { id, name, organizationId, lastUsedAt } = found
  if (lastUsedAt === null || lastUsedAt.getTime() < Date.now() - 60_000)
    await withTimeout(
      db.update(managementKeys).set({ lastUsedAt: sql`now()` }).where(eq(managementKeys.id, id)),
    )
  return { id, name, organizationId }
}

/** The valid management keys of an organization, or those of the operator (null), oldest first. */
export function listManagementKeys(
  db: Database,
  organizationId: string | null,
): Promise<ManagementKeyListing[]> {
  const { id, prefix, name, createdAt, lastUsedAt } = managementKeys
  return db
    .select({ id, prefix, name, createdAt, lastUsedAt })
    .from(managementKeys)
    .where(and(of(organizationId), isNull(managementKeys.revokedAt)))
    .orderBy(asc(createdAt), asc(prefix))
    .limit(MAX_KEYS)
}

/** Revokes a management key of an organization or of the operator (null). False if there was no valid one with this id. */
export async function revokeManagementKey(
  db: Database,
  organizationId: string | null,
  id: string,
): Promise<boolean> {
  const revoked = await db
    .update(managementKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(managementKeys.id, id), of(organizationId), isNull(managementKeys.revokedAt)))
    .returning({ id: managementKeys.id })
  return revoked.length > 0
}

function of(organizationId: string | null) {
  const column = managementKeys.organizationId
  return organizationId === null ? isNull(column) : eq(column, organizationId)
}
