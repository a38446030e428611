import { and, eq, gt, isNull } from 'drizzle-orm'
import {
  RESET_PURPOSE,
  type ResetContent,
  resetContent,
  resetValue,
  voidResetLinksFor,
  voidResetLinksOf,
} from '../../accounts/reset-links.ts'
import { ServiceError } from '../../http/errors.ts'
import { type Database, withTimeout } from '../../storage/database.ts'
import { managementKeys, members, people, verifications } from '../../storage/schema.ts'
import { type Actor, isSignedIn, notAllowed, signedOut } from '../access/actor.ts'
import { hashCodeText, newCode } from '../access/codes.ts'
import { lockPeople, replacePassword } from '../access/credentials.ts'
import { hashPassword } from '../access/passwords.ts'
import { findPerson } from '../access/people.ts'
import { assertMember, noMember } from './members.ts'

/** How long a link is valid (milliseconds). */
const LIFE = 86_400_000

/** The link with which somebody chooses a new password. */
export interface Reset {
  readonly code: string
  readonly expiresAt: Date
}

/** What decides whom a link may be for. */
interface Rules {
  /** The e-mail address of a person who is operator, whatever the database says. */
  readonly operatorEmail: string | undefined
  readonly now?: Date
}

/**
 * Makes a link for a member, for the operator or an owner of their organization. Whoever has it becomes that person. So nobody
 * who belongs to other organizations too, and no operator, can be had by an owner.
 *
 * @param by who makes it
 * @throws ServiceError not_found, not_granted, unauthorized; DatabaseUnavailable
 */
export async function resetMember(
  db: Database,
  organizationId: string,
  userId: string,
  by: Actor,
  rules: Rules,
): Promise<Reset> {
  await assertMember(db, organizationId, userId)
  const content = { userId: userId.toLowerCase(), organizationId: by.isOperator ? null : organizationId }
  const made = await withTimeout(async () => {
    const fault = by.isOperator ? undefined : await faultOf(db, content, rules)
    return fault ?? store(db, content, by, rules)
  })
  if (made instanceof ServiceError) throw made
  return made
}

/**
 * Makes a link for anybody, for the operator. Undefined if there is no person with this e-mail address.
 *
 * @throws ServiceError unauthorized; DatabaseUnavailable
 */
export async function makeResetLink(
  db: Database,
  email: string,
  by: Actor,
  now = new Date(),
): Promise<(Reset & { readonly userId: string }) | undefined> {
  const made = await withTimeout(async () => {
    const userId = (await findPerson(db, email))?.id
    if (userId === undefined) return undefined
    const content = { userId, organizationId: null }
    const reset = await store(db, content, by, { operatorEmail: undefined, now })
    return reset instanceof ServiceError ? reset : { userId, ...reset }
  })
  if (made instanceof ServiceError) throw made
  return made
}

/** Whose password is to be chosen. */
export interface ResetPerson {
  readonly name: string
  readonly email: string
}

/**
 * Whom a link is for.
 *
 * @throws ServiceError not_found if it is not valid; DatabaseUnavailable
 */
export async function personOfReset(db: Database, code: string, rules: Rules): Promise<ResetPerson> {
  const found = await withTimeout(() => findReset(db, code, rules))
  if (found === undefined) throw notValid()
  return found
}

/**
 * Sets a new password with a link, once. All sessions of the person end, and links for new passwords that they have made are void.
 *
 * @throws ServiceError not_found if the link is not valid, rate_limited; DatabaseUnavailable
 */
export async function resetPassword(
  db: Database,
  code: string,
  password: string,
  rules: Rules,
): Promise<ResetPerson> {
  const early = await withTimeout(() => findReset(db, code, rules)) // before the work of a hash
  if (early === undefined) throw notValid()
  const hash = await hashPassword(password)
  const person = await withTimeout(() =>
    db.transaction(async (tx) => {
      await lockPeople(tx, early.userId)
      const found = await findReset(tx, code, rules)
      if (found === undefined) return undefined
      const used = await voidResetLinksOf(tx, found.userId)
      if (!used.includes(identifierOf(code))) return undefined
      await replacePassword(tx, found.userId, { hash })
      return found
    }),
  )
  if (person === undefined) throw notValid()
  return person
}

/** What a link is for. Undefined: nothing any more, also because its person has come to belong elsewhere. */
async function findReset(
  db: Database,
  code: string,
  rules: Rules,
): Promise<(ResetPerson & { readonly userId: string }) | undefined> {
  const { now = new Date() } = rules
  const isIt = and(eq(verifications.identifier, identifierOf(code)), gt(verifications.expiresAt, now))
  const [kept] = await db.select({ value: verifications.value }).from(verifications).where(isIt)
  if (kept === undefined) return undefined
  const content = resetContent(kept.value)
  if (content.organizationId !== null && (await faultOf(db, content, rules)) !== undefined) return undefined
  const { id, name, email } = people
  const [person] = await db.select({ userId: id, name, email }).from(people).where(eq(id, content.userId))
  return person
}

/** Why an owner of an organization may not choose the password of a person. */
async function faultOf(
  db: Database,
  { userId, organizationId }: ResetContent,
  { operatorEmail }: Rules,
): Promise<ServiceError | undefined> {
  const theirs = await db
    .select({ organizationId: members.organizationId, email: people.email, isOperator: people.isOperator })
    .from(members)
    .innerJoin(people, eq(people.id, members.userId))
    .where(eq(members.userId, userId))
    .limit(100)
  const here = theirs.find((each) => each.organizationId === organizationId)
  if (here === undefined) return noMember()
  const isOperator = here.isOperator || here.email === operatorEmail
  return theirs.length > 1 || isOperator ? onlyOperator() : undefined
}

/**
 * Keeps a link. Earlier ones of the same person are no longer valid. Nothing is kept for whoever may not make links any more, or is
 * signed out: those that they had made are void, and so would this one be.
 */
async function store(
  db: Database,
  content: ResetContent,
  by: Actor,
  { now = new Date() }: Rules,
): Promise<Reset | ServiceError> {
  const code = newCode()
  const expiresAt = new Date(now.getTime() + LIFE)
  return db.transaction(async (tx) => {
    const refusal = await refusalOf(tx, content, by)
    if (refusal !== undefined) return refusal
    const maker = by.kind === 'person' ? by : undefined
    await lockPeople(tx, content.userId, ...(maker === undefined ? [] : [maker.userId]))
    if (!(await isSignedIn(tx, by))) return signedOut(by.kind)
    await voidResetLinksFor(tx, content.userId)
    const value = resetValue(content, maker)
    await tx.insert(verifications).values({ identifier: identifierOf(code), value, expiresAt })
    return { code, expiresAt }
  })
}

/**
 * The refusal of somebody whose links are void by now, because they are an owner no more or their management key was revoked. If
 * there is none, what would void their links waits for the transaction to end, and so finds this one too.
 */
async function refusalOf(
  tx: Database,
  { organizationId }: ResetContent,
  by: Actor,
): Promise<ServiceError | undefined> {
  if (by.kind === 'program') {
    if (by.keyId === null) return undefined
    const isValid = and(eq(managementKeys.id, by.keyId), isNull(managementKeys.revokedAt))
    const held = await tx.select({ id: managementKeys.id }).from(managementKeys).where(isValid).for('share')
    return held.length === 0 ? signedOut(by.kind) : undefined
  }
  if (organizationId === null) return undefined // an operator stays one
  const isOwner = and(
    eq(members.organizationId, organizationId),
    eq(members.userId, by.userId),
    eq(members.role, 'owner'),
  )
  const held = await tx.select({ role: members.role }).from(members).where(isOwner).for('share')
  return held.length === 0 ? notAllowed('owner') : undefined
}

function identifierOf(code: string): string {
  return RESET_PURPOSE + hashCodeText(code)
}

function notValid(): ServiceError {
  return new ServiceError('not_found', 'The link is not valid: it was used or has expired.', {
    detail: 'Ask for another one.',
  })
}

function onlyOperator(): ServiceError {
  return new ServiceError('not_granted', 'This person does not belong to your organization alone.', {
    detail: 'Only the operator can make a link for them, because it lets whoever has it in everywhere.',
  })
}
