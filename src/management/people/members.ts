import { and, asc, eq, sql } from 'drizzle-orm'
import type { RevokedKey } from '../../accounts/key-watch.ts'
import { revokeDashboardKeys } from '../../accounts/keys.ts'
import { voidResetLinks } from '../../accounts/reset-links.ts'
import { deleteStrays } from '../../accounts/strays.ts'
import { ServiceError } from '../../http/errors.ts'
import { type Database, withTimeout } from '../../storage/database.ts'
import { members, people } from '../../storage/schema.ts'
import { takeLock } from '../../storage/transaction-lock.ts'
import { isUuid } from '../../storage/uuid.ts'

/** Most members of an organization. */
export const MAX_MEMBERS = 500

export type MemberRole = 'owner' | 'member'

/** Someone who belongs to an organization. */
export interface Member {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: MemberRole
  readonly createdAt: Date
}

/**
 * The members of an organization, by their names.
 *
 * @throws DatabaseUnavailable
 */
export function listMembers(db: Database, organizationId: string): Promise<Member[]> {
  const { id, name, email } = people
  return withTimeout(
    db
      .select({ id, name, email, role: members.role, createdAt: members.createdAt })
      .from(members)
      .innerJoin(people, eq(people.id, members.userId))
      .where(eq(members.organizationId, organizationId))
      .orderBy(asc(name), asc(id))
      .limit(MAX_MEMBERS),
    organizationId,
  )
}

/**
 * Lets only people pass who belong to the organization.
 *
 * @throws ServiceError not_found; DatabaseUnavailable
 */
export async function assertMember(db: Database, organizationId: string, userId: string): Promise<void> {
  if (!isUuid(userId)) throw noMember()
  const found = await withTimeout(() => db.$count(members, isMember(organizationId, userId)), organizationId)
  if (found === 0) throw noMember()
}

/**
 * Changes what a member may do.
 *
 * @throws ServiceError not_found, last_owner; DatabaseUnavailable
 */
export async function setRole(
  db: Database,
  organizationId: string,
  userId: string,
  role: MemberRole,
): Promise<void> {
  await changing(db, organizationId, userId, role === 'owner', async (tx) => {
    await tx.update(members).set({ role }).where(isMember(organizationId, userId))
  })
}

/**
 * Takes a member out of an organization. A person who then belongs to none, and is not the operator, is deleted. The access tokens
 * that they have from the dashboard end, with those of all others there.
 *
 * @param operatorEmail the e-mail address of a person who is operator, whatever the database says
 * @returns the keys that were revoked for it
 * @throws ServiceError not_found, last_owner; DatabaseUnavailable
 */
export async function removeMember(
  db: Database,
  organizationId: string,
  userId: string,
  operatorEmail: string | undefined,
): Promise<RevokedKey[]> {
  return changing(db, organizationId, userId, false, async (tx) => {
    await tx.delete(members).where(isMember(organizationId, userId))
    await deleteStrays(tx, [userId], operatorEmail)
    return revokeDashboardKeys(tx, organizationId)
  })
}

/**
 * Changes a member, unless the organization would have no owner then.
 *
 * @param staysOwner whether they are an owner after it
 */
async function changing<Changed>(
  db: Database,
  organizationId: string,
  userId: string,
  staysOwner: boolean,
  change: (tx: Database) => Promise<Changed>,
): Promise<Changed> {
  if (!isUuid(userId)) throw noMember()
  const changed = await withTimeout(
    () =>
      db.transaction(async (tx) => {
        await takeLock(tx, 'members', organizationId) // whoever becomes an owner meanwhile would not be among the locked
        const owners = await lockedOwners(tx, organizationId)
        const found = await tx.$count(members, isMember(organizationId, userId))
        if (found === 0) return noMember()
        const losesOwner = !staysOwner && owners.includes(userId.toLowerCase())
        if (losesOwner && owners.length === 1) return lastOwner()
        const changed = await change(tx)
        if (losesOwner) await voidResetLinks(tx, organizationId) // who has left may have kept one for another owner
        return changed
      }),
    organizationId,
  )
  if (changed instanceof ServiceError) throw changed
  return changed
}

/** The owners of an organization. Nobody else changes who they are, until the transaction ends. */
async function lockedOwners(tx: Database, organizationId: string): Promise<string[]> {
  const owners = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.role, 'owner')))
    .orderBy(asc(members.userId))
    .for('update')
  return owners.map(({ userId }) => userId)
}

function isMember(organizationId: string, userId: string) {
  return and(eq(members.organizationId, organizationId), eq(members.userId, sql`${userId}::uuid`))
}

/** The refusal of a person who does not belong to the organization. */
export function noMember(): ServiceError {
  return new ServiceError('not_found', 'The organization has no member with this id.', {
    detail: 'GET /management/organizations/{organization}/members lists those it has.',
  })
}

function lastOwner(): ServiceError {
  return new ServiceError('last_owner', 'This is the last owner of the organization.', {
    detail: 'Make another member an owner first.',
  })
}
