import { and, eq, type SQL, sql } from 'drizzle-orm'
import { ServiceError } from '../../http/errors.ts'
import { type Database, rows, withTimeout } from '../../storage/database.ts'
import { managementKeys, members, organizations, sessions } from '../../storage/schema.ts'
import { isUuid } from '../../storage/uuid.ts'

/** Someone who manages: a person who is signed in, or a program with a management key. */
export type Actor = Person | Program

/** A person who is signed in. */
export interface Person {
  readonly kind: 'person'
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly sessionId: string
  /** Whether all organizations are theirs to manage. */
  readonly isOperator: boolean
}

/** A program with a management key. It may do what an owner may, or what the operator may. */
export interface Program {
  readonly kind: 'program'
  /** Null: the command line, which needs no key. */
  readonly keyId: string | null
  readonly name: string
  /** Null: the operator's. */
  readonly organizationId: string | null
  readonly isOperator: boolean
}

/** What someone may do in an organization, the least first. */
export const ROLES = ['member', 'owner', 'operator'] as const
export type Role = (typeof ROLES)[number]

/**
 * What an actor may do in an organization.
 *
 * @param least the role that is needed
 * @throws ServiceError organization_not_found if there is no such organization, or if the actor does not belong to it or is not
 *   signed in any more; not_granted if the role is too low; DatabaseUnavailable
 */
export async function roleIn(
  db: Database,
  actor: Actor,
  organizationId: string,
  least: Role = 'member',
): Promise<Role> {
  const role = isUuid(organizationId) ? await found(db, actor, organizationId) : undefined
  if (role === undefined) throw organizationNotFound()
  if (ROLES.indexOf(role) < ROLES.indexOf(least)) throw notAllowed(least)
  return role
}

/**
 * Makes sure that an actor belongs to an organization still. If somebody is taking them out, it waits for the outcome; whoever
 * begins to after this finds all that was made for them before.
 *
 * @throws ServiceError organization_not_found; DatabaseUnavailable
 */
export async function assertNotTakenOut(db: Database, actor: Actor, organizationId: string): Promise<void> {
  if (actor.kind === 'program' || actor.isOperator) return
  const isTheirs = and(eq(members.organizationId, organizationId), eq(members.userId, actor.userId))
  const held = db.select({ role: members.role }).from(members).where(isTheirs).for('key share')
  if ((await withTimeout(held)).length === 0) throw organizationNotFound()
}

/**
 * Lets only the operator pass.
 *
 * @throws ServiceError not_granted
 */
export function assertOperator(actor: Actor): void {
  if (!actor.isOperator) throw notAllowed('operator')
}

/**
 * Makes sure that the session or the key with which an actor has come is still valid.
 *
 * @throws ServiceError unauthorized; DatabaseUnavailable
 */
export async function assertSignedIn(db: Database, actor: Actor): Promise<void> {
  if (!(await isSignedIn(db, actor))) throw signedOut(actor.kind)
}

/**
 * Whether the session or the key with which an actor has come is still valid.
 *
 * @throws DatabaseUnavailable
 */
export async function isSignedIn(db: Database, actor: Actor): Promise<boolean> {
  return (await rows(db, sql`SELECT 1 WHERE ${hasSession(actor)}`)).length > 0
}

/** SQL for the condition that the session or the key with which an actor has come is valid. */
function hasSession(actor: Actor): SQL {
  if (actor.kind === 'person')
    return sql`EXISTS (SELECT FROM ${sessions} s WHERE s.id = ${actor.sessionId} AND s.expires_at > now())`
  if (actor.keyId === null) return sql`TRUE`
  return sql`EXISTS (SELECT FROM ${managementKeys} k WHERE k.id = ${actor.keyId} AND k.revoked_at IS NULL)`
}

async function found(db: Database, actor: Actor, organizationId: string): Promise<Role | undefined> {
  if (actor.isOperator) return (await exists(db, organizationId, actor)) ? 'operator' : undefined
  if (actor.kind === 'program') {
    const isTheirs = actor.organizationId === organizationId.toLowerCase()
    return isTheirs && (await exists(db, organizationId, actor)) ? 'owner' : undefined
  }
  const isTheirs = and(eq(members.organizationId, organizationId), eq(members.userId, actor.userId))
  const isIt = and(isTheirs, hasSession(actor))
  const [row] = await withTimeout(db.select({ role: members.role }).from(members).where(isIt))
  return row?.role
}

/** Whether there is an organization, for an actor who is signed in. */
async function exists(db: Database, organizationId: string, actor: Actor): Promise<boolean> {
  const isIt = and(eq(organizations.id, organizationId), hasSession(actor))
  return (await withTimeout(db.select({ id: organizations.id }).from(organizations).where(isIt))).length > 0
}

/** The refusal of somebody who has come as a person or a program, and is not known as one. */
export function signedOut(kind: Actor['kind']): ServiceError {
  const message = kind === 'person' ? 'You are not signed in.' : 'The management key is not valid.'
  return new ServiceError('unauthorized', message, {
    detail: 'Sign in on the dashboard, or send a management key as "Authorization: Bearer mk_purr_…".',
  })
}

/** The refusal of an id of no organization, or of one that the actor does not belong to. */
export function organizationNotFound(): ServiceError {
  return new ServiceError('organization_not_found', 'There is no organization with this id.', {
    detail: 'GET /management/organizations lists yours.',
  })
}

/** The refusal of somebody whose role is too low. */
export function notAllowed(least: Role): ServiceError {
  const who = least === 'operator' ? 'the operator' : 'an owner of the organization'
  return new ServiceError('not_granted', `Only ${who} may do this.`, {
    detail: least === 'operator' ? 'Ask the operator of this server.' : 'Ask an owner to do it.',
  })
}
