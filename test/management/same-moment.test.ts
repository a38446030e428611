import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { takeCharge } from '../../src/accounts/admission.ts'
import { createKey } from '../../src/accounts/keys.ts'
import { createManagementKey, revokeManagementKey } from '../../src/accounts/management-keys.ts'
import { createOrganization, renameOrganization } from '../../src/accounts/organizations.ts'
import { createProject, renameProject } from '../../src/accounts/projects.ts'
import { settle } from '../../src/accounts/settlement.ts'
import type { Person } from '../../src/management/access/actor.ts'
import { endSession } from '../../src/management/access/sessions.ts'
import { invite } from '../../src/management/people/invitations.ts'
import { removeMember, setRole } from '../../src/management/people/members.ts'
import {
  personOfReset,
  type Reset,
  resetMember,
  resetPassword,
} from '../../src/management/people/password-resets.ts'
import { deleteOrganization } from '../../src/retention/delete-organization.ts'
import { type Database, rows, withoutTimeLimit } from '../../src/storage/database.ts'
import { invitations, keys, members, projects, verifications } from '../../src/storage/schema.ts'
import { takeLock } from '../../src/storage/transaction-lock.ts'
import { DisturbedDatabase } from '../support/disturbed-database.ts'
import { eventually } from '../support/eventually.ts'
import { browserOf, makePerson, PASSWORD, post, type TestPerson } from '../support/people.ts'
import { type Service, startService } from '../support/service.ts'

const RULES = { operatorEmail: undefined }
const NEW = 'a password that is new'

const disturbed = new DisturbedDatabase()
let service: Service
let db: Database
beforeAll(async () => {
  service = await startService({ through: disturbed.through })
  db = service.storage.db
})
afterEach(() => {
  disturbed.before = async () => {}
})
afterAll(() => service.close())

async function team() {
  const { organizationId } = await service.member(0)
  const owner = await makePerson(service, { organizationId })
  const other = await makePerson(service, { organizationId })
  const member = await makePerson(service, { organizationId, role: 'member' })
  return { organizationId, owner, other, member }
}

async function actorOf({ id, name, email }: TestPerson): Promise<Person> {
  return { kind: 'person', userId: id, name, email, sessionId: await sessionOf(id), isOperator: false }
}

async function sessionOf(userId: string): Promise<string> {
  return (await db.query.sessions.findFirst({ where: (session, { eq }) => eq(session.userId, userId) }))!.id
}

async function answerTo(request: Promise<Response>): Promise<unknown> {
  const answer = await request
  return [answer.status, ((await answer.json()) as { error?: string }).error]
}

describe('no link for a new password is left by whoever makes it in the moment', () => {
  const linksFor = ({ id }: TestPerson) =>
    db.$count(verifications, sql`${verifications.value} LIKE ${`${id} %`}`)

  test.each<[string, (organizationId: string, owner: TestPerson) => Promise<unknown>]>([
    ['they are taken out', (organizationId, { id }) => removeMember(db, organizationId, id, undefined)],
    ['they are an owner no more', (organizationId, { id }) => setRole(db, organizationId, id, 'member')],
  ])('in which %s', async (_, lose) => {
    const { organizationId, owner, other } = await team()
    disturbed.before = () => lose(organizationId, owner)
    const path = `/management/organizations/${organizationId}/members/${other.id}/password-reset`
    expect(await answerTo(owner.fetch(path, post({})))).toEqual([403, 'not_granted'])
    expect(await linksFor(other)).toBe(0)
  })

  test.each<[string, (owner: TestPerson, reset: Reset) => Promise<unknown>]>([
    ['they end their session', async ({ id }) => endSession(db, id, await sessionOf(id))],
    ['a link changes their password', (_, { code }) => resetPassword(db, code, NEW, RULES)],
  ])('in which %s', async (_, end) => {
    const { organizationId, owner, other } = await team()
    const reset = await resetMember(db, organizationId, owner.id, await actorOf(other), RULES)
    disturbed.before = () => end(owner, reset)
    const path = `/management/organizations/${organizationId}/members/${other.id}/password-reset`
    expect(await answerTo(owner.fetch(path, post({})))).toEqual([401, 'unauthorized'])
    expect(await linksFor(other)).toBe(0)
  })

  test.each([false, true])(
    'in which their management key is revoked (of the operator: %p)',
    async (isOperator) => {
      const { organizationId, other } = await team()
      const of = isOperator ? null : organizationId
      const { key, id } = (await createManagementKey(db, of, 'Leaked'))!
      disturbed.before = () => revokeManagementKey(db, of, id)
      const [path, body] = isOperator
        ? ['password-resets', { email: other.email }]
        : [`organizations/${organizationId}/members/${other.id}/password-reset`, {}]
      const { headers, ...init } = post(body)
      const asked = fetch(`${service.url}/management/${path}`, {
        ...init,
        headers: { ...headers, authorization: `Bearer ${key}` },
      })
      expect(await answerTo(asked)).toEqual([401, 'unauthorized'])
      expect(await linksFor(other)).toBe(0)
    },
  )
})

describe('an invitation is not accepted by somebody in the moment', () => {
  async function invited() {
    const [{ organizationId, owner, member }, elsewhere] = [await team(), await team()]
    const { code } = await invite(db, elsewhere.organizationId, { email: member.email, role: 'owner' })
    const accept = () => answerTo(member.fetch('/management/invitations/accept', post({ code })))
    return { organizationId, owner, member, elsewhere, accept }
  }

  test('in which they are deleted', async () => {
    const { organizationId, member, accept } = await invited()
    disturbed.before = () => removeMember(db, organizationId, member.id, undefined)
    expect(await accept()).toEqual([401, 'unauthorized'])
  })

  test('in which another uses a link for their password, who would come in there with them', async () => {
    const { organizationId, owner, member, elsewhere, accept } = await invited()
    const { code } = await resetMember(db, organizationId, member.id, await actorOf(owner), RULES)
    disturbed.before = () => resetPassword(db, code, NEW, RULES)
    expect(await accept()).toEqual([401, 'unauthorized'])
    expect(await db.$count(members, eq(members.organizationId, elsewhere.organizationId))).toBe(3)
  })
})

test('whoever is deleted while their password is checked is not signed in', async () => {
  const { organizationId, member } = await team()
  const verify = Bun.password.verify.bind(Bun.password)
  const spy = spyOn(Bun.password, 'verify').mockImplementationOnce(async (...given) => {
    await removeMember(db, organizationId, member.id, undefined)
    return verify(...given)
  })
  const entering = post({ email: member.email, password: PASSWORD })
  expect(await answerTo(browserOf(service.url)('/management/auth/sign-in/email', entering))).toEqual([
    401,
    'unauthorized',
  ])
  spy.mockRestore()
})

describe.skipIf(process.env.TEST_DATABASE_URL === undefined)('what waits for another transaction', () => {
  /** Resolves when as many statements wait for others as are to, or all that is under way has ended without. */
  async function waiting(count: number, ...underWay: Promise<unknown>[]): Promise<void> {
    let isOver = false
    void Promise.allSettled(underWay).then(() => {
      isOver = true
    })
    const blocked = sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await eventually(async () => isOver || (await rows(db, blocked)).length >= count)
  }

  test('a link that an owner was making before they were taken out is void', async () => {
    const { organizationId, owner, other } = await team()
    const [making, removing] = await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM people WHERE id = ${other.id} FOR UPDATE`)
      const making = resetMember(db, organizationId, other.id, await actorOf(owner), RULES)
      await waiting(1, making)
      const removing = removeMember(db, organizationId, owner.id, undefined)
      await waiting(2, removing)
      return [making, removing] as const
    })
    await removing
    const { code } = await making
    await expect(personOfReset(db, code, RULES)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('no token of the dashboard is given to an owner who is being taken out', async () => {
    const { organizationId, owner, other } = await team()
    await resetMember(db, organizationId, other.id, await actorOf(owner), RULES)
    const [project] = await db.select().from(projects).where(eq(projects.organizationId, organizationId))
    const path = `/management/organizations/${organizationId}/projects/${project!.id}/access-token`
    const [removing, asking] = await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM verifications FOR UPDATE`) // which the removal voids at its end
      const removing = removeMember(db, organizationId, owner.id, undefined)
      await waiting(1, removing)
      const asking = owner.fetch(path, post({}))
      await waiting(2, asking)
      return [removing, asking] as const
    })
    await removing
    expect(await answerTo(asking)).toEqual([404, 'organization_not_found'])
  })

  test('a link for the password of somebody who was about to join another organization is void', async () => {
    const [{ organizationId, owner, member }, elsewhere] = [await team(), await team()]
    const { code } = await resetMember(db, organizationId, member.id, await actorOf(owner), RULES)
    const using = await db.transaction(async (tx) => {
      const joined = { organizationId: elsewhere.organizationId, userId: member.id, role: 'owner' } as const
      await tx.insert(members).values(joined)
      const using = resetPassword(db, code, NEW, RULES)
      using.catch(() => {})
      await waiting(1, using)
      return { using }
    })
    await expect(using.using).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a link that was being made in a session which ends is void', async () => {
    const { organizationId, owner, other } = await team()
    const by = await actorOf(owner)
    const [making, ending] = await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM people WHERE id = ${other.id} FOR UPDATE`)
      const making = resetMember(db, organizationId, other.id, by, RULES)
      await waiting(1, making)
      const ending = endSession(db, owner.id, by.sessionId)
      await waiting(2, ending)
      return [Promise.allSettled([making]), ending] as const
    })
    expect(await ending).toBe(true)
    const [made] = await making
    if (made.status === 'fulfilled')
      await expect(personOfReset(db, made.value.code, RULES)).rejects.toMatchObject({ code: 'not_found' })
    else expect(made.reason).toMatchObject({ code: 'unauthorized' })
  })

  test('a password of somebody who is being taken out is not changed', async () => {
    const { organizationId, owner, other } = await team()
    await resetMember(db, organizationId, owner.id, await actorOf(other), RULES)
    const change = post({ current_password: PASSWORD, password: NEW })
    const [changing, removing] = await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM credentials WHERE user_id = ${owner.id} FOR SHARE`)
      const removing = removeMember(db, organizationId, owner.id, undefined)
      removing.catch(() => {})
      await waiting(1, removing)
      const changing = owner.fetch('/management/auth/change-password', change)
      await waiting(2, changing)
      return [changing, removing] as const
    })
    await removing
    expect((await changing).status).toBe(401)
  })

  describe('who swaps names in the same moment is told that one is taken', () => {
    type Rename = (tx: Database, id: string, name: string) => Promise<boolean>

    /** Renames two to the name of the other in two transactions, of which each waits for the other. */
    async function swap([first, second]: readonly [string, string], names: [string, string], rename: Rename) {
      const [one, other] = await withoutTimeLimit(db, async (tx) => {
        await rename(tx, second, crypto.randomUUID())
        const one = withoutTimeLimit(db, (tx) => rename(tx, first, names[1]))
        await waiting(1, one)
        return [() => one, await rename(tx, second, names[0])] as const
      })
      return [await one(), other]
    }

    test('of organizations', async () => {
      const names: [string, string] = [crypto.randomUUID(), crypto.randomUUID()]
      const [first, second] = [
        (await createOrganization(db, names[0]))!.organizationId,
        (await createOrganization(db, names[1]))!.organizationId,
      ]
      expect(await swap([first, second], names, renameOrganization)).toContain(false)
    })

    test('of projects', async () => {
      const { organizationId } = await service.member(0)
      const made = async (name: string) => (await createProject(db, organizationId, name)) as { id: string }
      const projects = [(await made('one')).id, (await made('two')).id] as const
      const rename: Rename = (tx, id, name) => renameProject(tx, organizationId, id, name)
      expect(await swap(projects, ['one', 'two'], rename)).toContain(false)
    })
  })

  test('a key that was being made for an organization goes with it', async () => {
    const { organizationId } = await service.member(0)
    const [project] = await db.select().from(projects).where(eq(projects.organizationId, organizationId))
    const deleting = await db.transaction(async (tx) => {
      await createKey(tx, project!.id, 'Late')
      const deleting = deleteOrganization(db, organizationId, true, undefined)
      deleting.catch(() => {})
      await waiting(1, deleting)
      return { deleting }
    })
    expect(await deleting.deleting).toMatchObject({ keys: 2 })
  })

  /** Makes an organization of two people, the second with the greater id and the first row. */
  async function pair(role: 'owner' | 'member') {
    const { organizationId } = await service.member(0)
    const people = [await makePerson(service), await makePerson(service)]
    const [first, second] = people.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    await db.insert(members).values({ organizationId, userId: second!.id, role: 'owner' })
    await db.insert(members).values({ organizationId, userId: first!.id, role })
    return { organizationId, first, second }
  }

  test('owners of an organization who are being changed go with it', async () => {
    const { organizationId, first, second } = await pair('owner')
    const [deleting, changing] = await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM members WHERE user_id = ${second!.id} FOR UPDATE`)
      const deleting = deleteOrganization(db, organizationId, true, undefined)
      await waiting(1, deleting)
      const changing = setRole(db, organizationId, first!.id, 'member')
      await waiting(2, changing)
      return [Promise.allSettled([deleting]), Promise.allSettled([changing])] as const
    })
    expect(await deleting).toMatchObject([{ status: 'fulfilled' }])
    expect(await changing).toMatchObject([{ reason: { code: 'not_found' } }])
  })

  test('somebody who has just become an owner is taken out while another changes', async () => {
    const { organizationId, first, second } = await pair('member')
    const other = await makePerson(service, { organizationId, role: 'member' })
    const [removing, changing] = await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM members WHERE user_id = ${second!.id} FOR KEY SHARE`)
      const removing = removeMember(db, organizationId, first!.id, undefined)
      await waiting(1, removing)
      await db.update(members).set({ role: 'owner' }).where(eq(members.userId, first!.id))
      const changing = setRole(db, organizationId, other.id, 'member')
      await waiting(2, changing)
      return [Promise.allSettled([removing]), Promise.allSettled([changing])] as const
    })
    expect(await removing).toMatchObject([{ status: 'fulfilled' }])
    expect(await changing).toMatchObject([{ status: 'fulfilled' }])
  })

  test('a member who is being taken out does not keep an organization', async () => {
    const { organizationId, first, second } = await pair('member')
    const [removing, deleting] = await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM members WHERE user_id = ${second!.id} FOR UPDATE`)
      const removing = removeMember(db, organizationId, first!.id, undefined)
      await waiting(1, removing)
      const deleting = deleteOrganization(db, organizationId, true, undefined)
      await waiting(2, deleting)
      return [Promise.allSettled([removing]), Promise.allSettled([deleting])] as const
    })
    expect(await removing).toMatchObject([{ status: 'fulfilled' }])
    expect(await deleting).toMatchObject([{ status: 'fulfilled' }])
  })

  test('an invitation that was being accepted goes with its organization', async () => {
    const caller = await service.member(1)
    const { organizationId } = caller
    const guest = await makePerson(service)
    // A deletion waits for what is being spoken. Until then the operator can invite somebody.
    const charge = { id: crypto.randomUUID(), caller, credits: 1, processId: crypto.randomUUID() }
    await takeCharge(db, charge)
    const deleting = deleteOrganization(db, organizationId, false, undefined)
    deleting.catch(() => {})
    const isRevoked = and(isNotNull(keys.revokedAt), eq(projects.organizationId, organizationId))
    const revoked = db.select({ id: keys.id }).from(keys).innerJoin(projects, eq(projects.id, keys.projectId))
    await eventually(async () => (await revoked.where(isRevoked)).length > 0)
    await invite(db, organizationId, { email: guest.email, role: 'member' })
    await db.transaction(async (tx) => {
      await takeLock(tx, 'members', organizationId)
      await tx.delete(invitations).where(eq(invitations.organizationId, organizationId))
      await settle(db, [charge.id], 'refunded')
      await waiting(1, deleting)
      await tx.insert(members).values({ organizationId, userId: guest.id, role: 'member' })
    })
    await deleting
    expect(await db.$count(members, eq(members.userId, guest.id))).toBe(0)
  })
})
