import { and, asc, eq, gt, lt, or } from 'drizzle-orm'
import { ServiceError } from '../../http/errors.ts'
import { type Database, withTimeout } from '../../storage/database.ts'
import { invitations, members, organizations, people } from '../../storage/schema.ts'
import { takeLock } from '../../storage/transaction-lock.ts'
import { isUuid } from '../../storage/uuid.ts'
import { assertSignedIn, type Person } from '../access/actor.ts'
import { hashCode, newCode } from '../access/codes.ts'
import { lockPeople } from '../access/credentials.ts'
import { hashPassword } from '../access/passwords.ts'
import { createPerson } from '../access/people.ts'
import { MAX_MEMBERS, type MemberRole } from './members.ts'

/** How long an invitation is valid (milliseconds). */
const LIFE = 7 * 86_400_000
/** Most open invitations of an organization. */
const MAX_INVITATIONS = 100

/** An invitation that is open. */
export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: MemberRole
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Who is invited. */
export interface Invited {
  readonly email: string
  readonly role: MemberRole
}

/**
 * The open invitations of an organization, oldest first.
 *
 * @throws DatabaseUnavailable
 */
export function listInvitations(
  db: Database,
  organizationId: string,
  now = new Date(),
): Promise<Invitation[]> {
  return withTimeout(
    db
      .select(COLUMNS)
      .from(invitations)
      .where(and(eq(invitations.organizationId, organizationId), gt(invitations.expiresAt, now)))
      .orderBy(asc(invitations.createdAt), asc(invitations.id))
      .limit(MAX_INVITATIONS),
    organizationId,
  )
}

const COLUMNS = {
  id: invitations.id,
  email: invitations.email,
  role: invitations.role,
  createdAt: invitations.createdAt,
  expiresAt: invitations.expiresAt,
}

/**
 * Invites somebody, once. An earlier invitation of the same address is no longer valid, also one that is made at the same moment.
 *
 * @returns the invitation, and the code of its link, which can be seen only now
 * @throws ServiceError already_exists if they are a member or there are too many; DatabaseUnavailable
 */
export async function invite(
  db: Database,
  organizationId: string,
  { email: written, role }: Invited,
  now = new Date(),
): Promise<Invitation & { readonly code: string }> {
  const email = written.toLowerCase()
  const code = newCode()
  const made = await withTimeout(
    () =>
      db.transaction(async (tx) => {
        await takeLock(tx, 'members', organizationId)
        const theirs = eq(invitations.organizationId, organizationId)
        const isOver = or(eq(invitations.email, email), lt(invitations.expiresAt, now))
        await tx.delete(invitations).where(and(theirs, isOver))
        if (await isMember(tx, organizationId, email)) return alreadyMember()
        if ((await tx.$count(invitations, theirs)) >= MAX_INVITATIONS) return tooMany()
        const expiresAt = new Date(now.getTime() + LIFE)
        const [invitation] = await tx
          .insert(invitations)
          .values({ organizationId, email, role, hash: hashCode(code), expiresAt })
          .returning(COLUMNS)
        return invitation!
      }),
    organizationId,
  )
  if (made instanceof ServiceError) throw made
  return { ...made, code }
}

async function isMember(db: Database, organizationId: string, email: string): Promise<boolean> {
  const [found] = await db
    .select({ id: people.id })
    .from(people)
    .innerJoin(members, eq(members.userId, people.id))
    .where(and(eq(people.email, email), eq(members.organizationId, organizationId)))
  return found !== undefined
}

/**
 * Takes an invitation back. False if there is none with this id.
 *
 * @throws DatabaseUnavailable
 */
export async function withdraw(db: Database, organizationId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const isIt = and(eq(invitations.id, id), eq(invitations.organizationId, organizationId))
  const gone = await withTimeout(
    db.delete(invitations).where(isIt).returning({ id: invitations.id }),
    organizationId,
  )
  return gone.length > 0
}

/** What whoever has the link of an invitation can see. */
export interface Offer extends Invited {
  readonly organizationId: string
  readonly organization: string
  /** Whether there is a person with this e-mail address, who accepts it signed in. */
  readonly isKnown: boolean
}

/**
 * What an invitation offers.
 *
 * @throws ServiceError not_found if it is not valid; DatabaseUnavailable
 */
export async function offerOf(db: Database, code: string, now = new Date()): Promise<Offer> {
  const offer = await withTimeout(() => findOffer(db, code, now))
  if (offer === undefined) throw notValid()
  return offer
}

async function findOffer(db: Database, code: string, now: Date): Promise<Offer | undefined> {
  const { organizationId, email, role } = invitations
  const [found] = await db
    .select({ organizationId, organization: organizations.name, email, role, userId: people.id })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .leftJoin(people, eq(people.email, email))
    .where(isValid(code, now))
  if (found === undefined) return undefined
  const { userId, ...offer } = found
  return { ...offer, isKnown: userId !== null }
}

/**
 * Accepts an invitation as somebody who is signed in.
 *
 * @returns the organization that they belong to now
 * @throws ServiceError not_found if it is not valid, not_granted if it is somebody else's, already_exists if there are too many,
 *   unauthorized if they are not signed in any more; DatabaseUnavailable
 */
export async function accept(db: Database, code: string, person: Person, now = new Date()): Promise<string> {
  const offer = await offerOf(db, code, now)
  if (offer.email !== person.email) throw somebodyElses()
  await consume(db, code, offer, now, async (tx) => {
    await lockPeople(tx, person.userId)
    await assertSignedIn(tx, person) // a password that was changed meanwhile ends the session, and so does a deletion
    return person.userId
  })
  return offer.organizationId
}

/** A person who comes by an invitation. */
export interface Newcomer {
  readonly name: string
  readonly password: string
}

/**
 * Accepts an invitation as somebody new.
 *
 * @returns the organization that they belong to now, and their e-mail address
 * @throws ServiceError not_found if it is not valid, unauthorized if there is a person with its e-mail address, already_exists
 *   if there are too many, rate_limited; DatabaseUnavailable
 */
export async function acceptAsNewcomer(
  db: Database,
  code: string,
  { name, password }: Newcomer,
  now = new Date(),
): Promise<{ readonly organizationId: string; readonly email: string }> {
  const offer = await offerOf(db, code, now)
  const { email, organizationId } = offer
  if (offer.isKnown) throw signInFirst()
  const hash = await hashPassword(password)
  await consume(db, code, offer, now, async (tx) => createPerson(tx, { name, email, hash }))
  return { email, organizationId }
}

/** Uses an invitation up, and makes somebody a member. Of two who try at once, one finds it valid. */
async function consume(
  db: Database,
  code: string,
  offer: Offer,
  now: Date,
  who: (tx: Database) => Promise<string | undefined>,
): Promise<void> {
  const refusal = await withTimeout(() =>
    db.transaction((tx) => used(tx, code, offer, now, who)).catch(refusalIn),
  )
  if (refusal !== undefined) throw refusal
}

async function used(
  tx: Database,
  code: string,
  { organizationId, role }: Offer,
  now: Date,
  who: (tx: Database) => Promise<string | undefined>,
): Promise<undefined> {
  await takeLock(tx, 'members', organizationId)
  const gone = await tx.delete(invitations).where(isValid(code, now)).returning({ id: invitations.id })
  if (gone.length === 0) throw notValid()
  if ((await tx.$count(members, eq(members.organizationId, organizationId))) >= MAX_MEMBERS) throw tooMany()
  const userId = await who(tx)
  if (userId === undefined) throw signInFirst() // somebody has taken the address meanwhile
  await tx.insert(members).values({ organizationId, userId, role }).onConflictDoNothing()
}

/** A refusal that has rolled a transaction back. Anything else is thrown. */
function refusalIn(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  throw error
}

function isValid(code: string, now: Date) {
  return and(eq(invitations.hash, hashCode(code)), gt(invitations.expiresAt, now))
}

function notValid(): ServiceError {
  return new ServiceError(
    'not_found',
    'The invitation is not valid: it was used or withdrawn, or has expired.',
    {
      detail: 'Ask for another one.',
    },
  )
}

function signInFirst(): ServiceError {
  return new ServiceError('unauthorized', 'There is a person with the e-mail address of the invitation.', {
    detail: 'Sign in, and open the link again.',
  })
}

function somebodyElses(): ServiceError {
  return new ServiceError('not_granted', 'The invitation is for another e-mail address than yours.', {
    detail: 'Sign out and open the link again, or ask for an invitation of your own e-mail address.',
  })
}

function alreadyMember(): ServiceError {
  return new ServiceError('already_exists', 'A person with this e-mail address is a member already.', {
    detail: 'They need no invitation. To change their role, change the member.',
  })
}

function tooMany(): ServiceError {
  return new ServiceError(
    'already_exists',
    'The organization has as many members or invitations as it can.',
    {
      detail: `Remove some: it can have ${MAX_MEMBERS} members and ${MAX_INVITATIONS} open invitations.`,
    },
  )
}
