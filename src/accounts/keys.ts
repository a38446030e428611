import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { type Database, report, withTimeout } from '../storage/database.ts'
import { keys, organizations, projects } from '../storage/schema.ts'
import { takeLock } from '../storage/transaction-lock.ts'
import { shellCommand } from '../system/shell-command.ts'
import { generateKey, hashKey, keyPrefix } from './api-key.ts'
import type { RevokedKey } from './key-watch.ts'

/** What may be shown of a key after it was made. */
export interface KeyListing {
  readonly id: string
  readonly prefix: string
  readonly name: string
  readonly project: string
  readonly organization: string
  readonly organizationId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** Most valid keys of an organization. */
export const MAX_KEYS = 50_000

/**
 * SQL for whether a key is listed. One of the dashboard is not once it is revoked: nobody has made it, and another one takes its
 * place.
 */
export const IS_LISTED = or(not(keys.isDashboard), isNull(keys.revokedAt))

/** What can be said of a new key. */
interface NewKey {
  /** A well-formed key to store instead of a new one. */
  readonly key?: string | undefined
  /** The person who makes it. */
  readonly createdBy?: string | undefined
}

/**
 * Makes a key for a project and returns it: the only time it can be seen.
 *
 * @throws Error for a key that is not well formed
 */
export async function createKey(
  db: Database,
  projectId: string,
  name: string,
  { key = generateKey(), createdBy }: NewKey = {},
): Promise<string> {
  const prefix = keyPrefix(key)
  if (prefix === undefined)
    throw new Error(`the key is not well formed: make one with "${shellCommand('run purr key generate')}"`)
  await db.insert(keys).values({ projectId, name, prefix, hash: hashKey(key), createdBy })
  return key
}

/**
 * Makes a key for a project of an organization, as {@link createKey} does. Those of an organization are counted and made one after
 * the other, over all processes.
 *
 * @returns undefined if it has as many valid ones as it may have
 * @throws DatabaseUnavailable
 */
export function createAnotherKey(
  db: Database,
  organizationId: string,
  projectId: string,
  name: string,
  createdBy: string | undefined,
): Promise<string | undefined> {
  const theirs = db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.organizationId, organizationId))
  const isValid = and(inArray(keys.projectId, theirs), isNull(keys.revokedAt))
  return withTimeout(
    () =>
      db.transaction(async (tx) => {
        await takeLock(tx, 'keys', organizationId)
        if ((await tx.$count(keys, isValid)) >= MAX_KEYS) return undefined
        return createKey(tx, projectId, name, { createdBy })
      }),
    organizationId,
  )
}

/**
 * The id of the key of a project for which the dashboard makes access tokens. It is made if there is no valid one, once
 * however many ask at the same time. Its secret is kept by nobody.
 *
 * @throws DatabaseUnavailable
 */
export async function dashboardKey(db: Database, projectId: string): Promise<string> {
  const isIt = and(eq(keys.projectId, projectId), eq(keys.isDashboard, true), isNull(keys.revokedAt))
  while (true) {
    const [found] = await withTimeout(db.select({ id: keys.id }).from(keys).where(isIt))
    if (found !== undefined) return found.id
    const secret = generateKey()
    const made = { prefix: keyPrefix(secret)!, hash: hashKey(secret), isDashboard: true }
    await withTimeout(
      db
        .insert(keys)
        .values({ projectId, name: 'Dashboard', ...made })
        .onConflictDoNothing(),
    )
  }
}

/**
 * Revokes the keys for which the dashboard has made access tokens, of all projects of an organization. Those who belong to it get
 * tokens for others. Call it in the transaction that has taken somebody out.
 *
 * @returns the keys that were valid
 */
export function revokeDashboardKeys(tx: Database, organizationId: string): Promise<RevokedKey[]> {
  const theirs = tx
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.organizationId, organizationId))
  return tx
    .update(keys)
    .set({ revokedAt: sql`now()` })
    .where(and(inArray(keys.projectId, theirs), eq(keys.isDashboard, true), isNull(keys.revokedAt)))
    .returning({ id: keys.id, prefix: keys.prefix })
}

/** A key that was given is not valid in this database; the message says what to do. */
export class KeyRefused extends Error {}

/**
 * Makes sure that the key that was given to the server, in PURR_API_KEY, is valid in this database, for any
 * organization.
 *
 * @throws KeyRefused
 */
export async function assertValidKey(db: Database, key: string): Promise<void> {
  const isIt = and(eq(keys.prefix, keyPrefix(key)!), eq(keys.hash, hashKey(key)))
  const [found] = await db.select({ revokedAt: keys.revokedAt }).from(keys).where(isIt)
  if (found !== undefined && found.revokedAt === null) return
  throw new KeyRefused(
    `PURR_API_KEY ${found === undefined ? 'is not a key of this database, which has its keys already' : 'was revoked'}: ` +
      `unset it and start with the keys that there are, or set it to one of them ("${shellCommand('run purr key create')}" makes another)`,
  )
}

/**
 * The keys of an organization, or of all, that are {@link IS_LISTED listed}, oldest first. They may be many, so this has no time limit.
 *
 * @throws DatabaseUnavailable
 */
export function listKeys(db: Database, organizationId?: string): Promise<KeyListing[]> {
  return report(db, (tx) =>
    read(tx, and(IS_LISTED, isOf(organizationId))).orderBy(asc(keys.createdAt), asc(keys.prefix)),
  )
}

/**
 * The key with a prefix, valid or not.
 *
 * @param organizationId the organization that the key must belong to; undefined: any
 * @throws DatabaseUnavailable
 */
export async function findKeyWith(
  db: Database,
  prefix: string,
  organizationId?: string,
): Promise<KeyListing | undefined> {
  const [found] = await withTimeout(read(db, and(eq(keys.prefix, prefix), isOf(organizationId))))
  return found
}

function isOf(organizationId: string | undefined): SQL | undefined {
  return organizationId === undefined ? undefined : eq(organizations.id, organizationId)
}

function read(db: Database, isWanted: SQL | undefined) {
  return db
    .select({
      id: keys.id,
      prefix: keys.prefix,
      name: keys.name,
      project: projects.name,
      organization: organizations.name,
      organizationId: organizations.id,
      createdAt: keys.createdAt,
      lastUsedAt: keys.lastUsedAt,
      revokedAt: keys.revokedAt,
    })
    .from(keys)
    .innerJoin(projects, eq(projects.id, keys.projectId))
    .innerJoin(organizations, eq(organizations.id, projects.organizationId))
    .where(isWanted)
    .$dynamic()
}

/**
 * Revokes the key with a prefix, immediately and irreversibly. Returns its id; undefined if there was no valid one.
 *
 * @param organizationId the organization that the key must belong to; undefined: any
 */
export async function revokeKey(
  db: Database,
  prefix: string,
  organizationId?: string,
): Promise<string | undefined> {
  const theirs = db
    .select({ id: projects.id })
    .from(projects)
    .where(organizationId === undefined ? undefined : eq(projects.organizationId, organizationId))
  const [revoked] = await db
    .update(keys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(keys.prefix, prefix), isNull(keys.revokedAt), inArray(keys.projectId, theirs)))
    .returning({ id: keys.id })
  return revoked?.id
}
