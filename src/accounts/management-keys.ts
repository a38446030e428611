import { timingSafeEqual } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Database, withTimeout } from '../storage/database.ts'
import { managementKeys } from '../storage/schema.ts'
import { takeLock } from '../storage/transaction-lock.ts'
import { generateKey, hashKey, keyPrefix } from './api-key.ts'
import { voidResetLinks } from './reset-links.ts'

/** Most valid keys of one owner. */
export const MAX_MANAGEMENT_KEYS = 100

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

/** A management key that was made: the only time the whole key can be seen. */
export interface NewManagementKey extends ManagementKeyListing {
  readonly key: string
}

/**
 * Makes a management key. Those of one owner are counted and made one after the other, over all processes.
 *
 * @param organizationId null: the operator's
 * @returns undefined if there are as many valid ones as there may be
 * @throws DatabaseUnavailable
 */
export async function createManagementKey(
  db: Database,
  organizationId: string | null,
  name: string,
): Promise<NewManagementKey | undefined> {
  const key = generateKey('mk')
  const row = { organizationId, name, prefix: keyPrefix(key, 'mk')!, hash: hashKey(key) }
  return withTimeout(
    () =>
      db.transaction(async (tx) => {
        await takeLock(tx, 'managementKeys', organizationId ?? '')
        if ((await tx.$count(managementKeys, isValidOf(organizationId))) >= MAX_MANAGEMENT_KEYS)
          return undefined
        const [made] = await tx.insert(managementKeys).values(row).returning(SHOWN)
        return { ...made!, key }
      }),
    organizationId ?? undefined,
  )
}

const SHOWN = {
  id: managementKeys.id,
  prefix: managementKeys.prefix,
  name: managementKeys.name,
  createdAt: managementKeys.createdAt,
  lastUsedAt: managementKeys.lastUsedAt,
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
  return db
    .select(SHOWN)
    .from(managementKeys)
    .where(isValidOf(organizationId))
    .orderBy(asc(managementKeys.createdAt), asc(managementKeys.prefix))
    .limit(MAX_MANAGEMENT_KEYS)
}

/**
 * Revokes a management key of an organization or of the operator (null). Links for new passwords that the organization's owners
 * and programs have made, or the operator, are void: whoever had the key may have kept one. False if there was no valid key
 * with this id.
 */
export async function revokeManagementKey(
  db: Database,
  organizationId: string | null,
  id: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const revoked = await tx
      .update(managementKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(managementKeys.id, id), isValidOf(organizationId)))
      .returning({ id: managementKeys.id })
    if (revoked.length > 0) await voidResetLinks(tx, organizationId)
    return revoked.length > 0
  })
}

function isValidOf(organizationId: string | null) {
  const column = managementKeys.organizationId
  const isTheirs = organizationId === null ? isNull(column) : eq(column, organizationId)
  return and(isTheirs, isNull(managementKeys.revokedAt))
}
