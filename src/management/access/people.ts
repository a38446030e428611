import { and, asc, eq, or } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { credentials, members, organizations, people } from '../../storage/schema.ts'
import type { Person, Role } from './actor.ts'
import { PASSWORD_PROVIDER } from './credentials.ts'

/** Most organizations of a person that are listed at once. All others are reached by their URLs. */
const MAX_ORGANIZATIONS = 100

/** Someone new. */
export interface NewPerson {
  readonly name: string
  readonly email: string
  /** The password's hash. */
  readonly hash: string
  readonly isOperator?: boolean
}

/** Makes a person with a password. Returns the id; undefined if there is one with this e-mail address. */
export async function createPerson(
  db: Database,
  { name, email, hash, isOperator = false }: NewPerson,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [person] = await tx
      .insert(people)
      .values({ name: name.trim(), email: email.toLowerCase(), isOperator })
      .onConflictDoNothing()
      .returning({ id: people.id })
    if (person === undefined) return undefined
    await tx
      .insert(credentials)
      .values({ accountId: person.id, userId: person.id, providerId: PASSWORD_PROVIDER, password: hash })
    return person.id
  })
}

/** The person with an e-mail address. */
export async function findPerson(db: Database, email: string) {
  const [person] = await db
    .select({ id: people.id, name: people.name, email: people.email, isOperator: people.isOperator })
    .from(people)
    .where(eq(people.email, email.toLowerCase()))
  return person
}

/**
 * Whether there is an operator.
 *
 * @param operatorEmail the e-mail address of a person who is operator, whatever the database says
 */
export async function hasOperator(db: Database, operatorEmail: string | undefined): Promise<boolean> {
  const isOne = or(
    eq(people.isOperator, true),
    operatorEmail === undefined ? undefined : eq(people.email, operatorEmail),
  )
  const [found] = await db.select({ id: people.id }).from(people).where(isOne).limit(1)
  return found !== undefined
}

/** An organization, and what a person may do in it. */
export interface Membership {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** The organizations of a person, oldest first; for the operator those of all. */
export async function organizationsOf(db: Database, { userId, isOperator }: Person): Promise<Membership[]> {
  const { id, name, createdAt } = organizations
  const isTheirs = and(eq(members.organizationId, id), eq(members.userId, userId))
  const found = isOperator
    ? await db
        .select({ id, name })
        .from(organizations)
        .orderBy(asc(createdAt), asc(id))
        .limit(MAX_ORGANIZATIONS)
    : await db
        .select({ id, name, role: members.role })
        .from(organizations)
        .innerJoin(members, isTheirs)
        .orderBy(asc(createdAt), asc(id))
        .limit(MAX_ORGANIZATIONS)
  return found.map((each) => ({ role: 'operator', ...each }))
}
