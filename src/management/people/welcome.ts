import { timingSafeEqual } from 'node:crypto'
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { hashKey, keyPrefix } from '../../accounts/api-key.ts'
import { ServiceError } from '../../http/errors.ts'
import { type Database, withTimeout } from '../../storage/database.ts'
import { keys, members, organizations, projects, verifications } from '../../storage/schema.ts'
import { takeLock } from '../../storage/transaction-lock.ts'
import { hashCodeText, newCode } from '../access/codes.ts'
import { hashPassword } from '../access/passwords.ts'
import { createPerson, hasOperator, type NewPerson } from '../access/people.ts'

/** What a code is for that lets the first person in, as it is stored. */
const PURPOSE = 'welcome'
/** How long such a code is valid (milliseconds). */
const LIFE = 30 * 86_400_000

/** The first person, who is operator and owner of the first organization. */
export interface FirstPerson {
  /** The code in the link that a start has printed, or the first API key. */
  readonly code: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/**
 * Makes a code with which the first person comes in, as long as nobody is there. Those of earlier starts and other servers
 * stay valid.
 *
 * @param operatorEmail as for {@link hasOperator}
 * @returns undefined if there is an operator
 */
export async function makeWelcomeCode(
  db: Database,
  operatorEmail: string | undefined,
): Promise<string | undefined> {
  if (await hasOperator(db, operatorEmail)) return undefined
  await db.delete(verifications).where(and(isWelcome, lt(verifications.expiresAt, sql`now()`)))
  const code = newCode()
  const expiresAt = new Date(Date.now() + LIFE)
  await db.insert(verifications).values({ identifier: PURPOSE, value: hashCodeText(code), expiresAt })
  return code
}

const isWelcome = eq(verifications.identifier, PURPOSE)

/**
 * Lets the first person in. If several try at once, one of them comes in.
 *
 * @param operatorEmail as for {@link hasOperator}
 * @throws ServiceError already_exists if there is an operator or a person with this e-mail address, unauthorized if the code
 *   is not valid, rate_limited; DatabaseUnavailable
 */
export async function welcome(
  db: Database,
  operatorEmail: string | undefined,
  { code, name, email, password }: FirstPerson,
): Promise<void> {
  const early = await withTimeout(() => faultOf(db, operatorEmail, code)) // before the work of a hash
  if (early !== undefined) throw early
  const person = { name, email, hash: await hashPassword(password), isOperator: true }
  const fault = await withTimeout(() =>
    db.transaction(async (tx) => {
      await takeLock(tx, 'firstPerson')
      return (await faultOf(tx, operatorEmail, code)) ?? letIn(tx, person)
    }),
  )
  if (fault !== undefined) throw fault
}

/** What is wrong with coming in by a code now. */
async function faultOf(
  db: Database,
  operatorEmail: string | undefined,
  code: string,
): Promise<ServiceError | undefined> {
  if (await hasOperator(db, operatorEmail))
    return new ServiceError('already_exists', 'The first person is there already.', {
      detail: 'Sign in, or ask the operator of this server for an invitation.',
    })
  if ((await isValid(db, code)) || (await isFirstKey(db, code))) return undefined
  return new ServiceError('unauthorized', 'The link is not valid.', {
    detail: 'Use the one that the start of Purr has printed, or the API key. Each start prints a new link.',
  })
}

async function isValid(db: Database, code: string): Promise<boolean> {
  const isIt = and(
    isWelcome,
    eq(verifications.value, hashCodeText(code)),
    gt(verifications.expiresAt, sql`now()`),
  )
  return (await db.$count(verifications, isIt)) > 0
}

/**
 * Whether it is the oldest key of the first organization, which the first start has printed not long ago. Older ones are in
 * programs.
 */
async function isFirstKey(db: Database, key: string): Promise<boolean> {
  const prefix = keyPrefix(key)
  if (prefix === undefined) return false
  const [first] = await db
    .select({ hash: keys.hash, createdAt: keys.createdAt, revokedAt: keys.revokedAt })
    .from(keys)
    .innerJoin(projects, eq(projects.id, keys.projectId))
    .innerJoin(organizations, eq(organizations.id, projects.organizationId))
    .orderBy(asc(organizations.createdAt), asc(organizations.id), asc(keys.createdAt))
    .limit(1)
  if (first === undefined || first.revokedAt !== null || first.createdAt.getTime() < Date.now() - LIFE)
    return false
  return timingSafeEqual(first.hash, hashKey(key))
}

async function letIn(tx: Database, person: NewPerson): Promise<ServiceError | undefined> {
  const userId = await createPerson(tx, person)
  if (userId === undefined)
    return new ServiceError('already_exists', 'There is a person with this e-mail address already.', {
      detail: 'Use another e-mail address.',
    })
  const [first] = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .orderBy(asc(organizations.createdAt), asc(organizations.id))
    .limit(1)
  if (first !== undefined)
    await tx.insert(members).values({ organizationId: first.id, userId, role: 'owner' })
  await tx.delete(verifications).where(isWelcome)
  return undefined
}
