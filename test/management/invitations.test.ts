import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createOrganization } from '../../src/accounts/organizations.ts'
import type { Person } from '../../src/management/access/actor.ts'
import { createPerson, findPerson } from '../../src/management/access/people.ts'
import {
  accept,
  acceptAsNewcomer,
  invite,
  listInvitations,
  offerOf,
  withdraw,
} from '../../src/management/people/invitations.ts'
import { listMembers, removeMember, setRole } from '../../src/management/people/members.ts'
import type { Database, Storage } from '../../src/storage/database.ts'
import { invitations, members, sessions } from '../../src/storage/schema.ts'
import { databases } from '../support/databases.ts'
import { browserOf, cookieIn, makePerson, PASSWORD, post } from '../support/people.ts'
import { type Service, startService } from '../support/service.ts'

const EVE = { name: 'Eve', password: PASSWORD }
const WEEK = 7 * 86_400_000

describe.each(databases)('on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  beforeAll(async () => {
    storage = await open()
    db = storage.db
  })
  afterAll(() => storage.close())

  const address = () => `${crypto.randomUUID()}@example.com`
  const organization = async () => (await createOrganization(db, crypto.randomUUID()))!.organizationId

  async function person(organizationId?: string, role: 'owner' | 'member' = 'owner'): Promise<Person> {
    const email = address()
    const userId = (await createPerson(db, { name: 'Ada', email, hash: 'none' }))!
    if (organizationId !== undefined) await db.insert(members).values({ organizationId, userId, role })
    const session = { userId, token: crypto.randomUUID(), expiresAt: new Date(Date.now() + WEEK) }
    const [made] = await db.insert(sessions).values(session).returning({ id: sessions.id })
    return { kind: 'person', userId, name: 'Ada', email, sessionId: made!.id, isOperator: false }
  }

  const roles = async (organizationId: string) =>
    Object.fromEntries((await listMembers(db, organizationId)).map(({ email, role }) => [email, role]))

  describe('an invitation', () => {
    test('makes somebody new a member with the address that it has, once', async () => {
      const id = await organization()
      const email = address()
      const { code } = await invite(db, id, { email: email.toUpperCase(), role: 'member' })
      expect(await offerOf(db, code)).toMatchObject({
        organizationId: id,
        email,
        role: 'member',
        isKnown: false,
      })
      expect(await acceptAsNewcomer(db, code, EVE)).toEqual({ organizationId: id, email })
      expect(await roles(id)).toEqual({ [email]: 'member' })
      await expect(acceptAsNewcomer(db, code, EVE)).rejects.toMatchObject({ code: 'not_found' })
      await expect(offerOf(db, code)).rejects.toMatchObject({ code: 'not_found' })
      expect(await listInvitations(db, id)).toEqual([])
    })

    test('is accepted once, however many try at once', async () => {
      const id = await organization()
      const { code } = await invite(db, id, { email: address(), role: 'owner' })
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => acceptAsNewcomer(db, code, EVE)))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(Object.keys(await roles(id))).toHaveLength(1)
    })

    test('of somebody who is there is accepted by them alone', async () => {
      const id = await organization()
      const [friend, foreign] = [await person(), await person()]
      const { code } = await invite(db, id, { email: friend.email, role: 'owner' })
      await expect(acceptAsNewcomer(db, code, EVE)).rejects.toMatchObject({ code: 'unauthorized' })
      await expect(accept(db, code, foreign)).rejects.toMatchObject({ code: 'not_granted' })
      expect(await accept(db, code, friend)).toBe(id)
      expect(await roles(id)).toEqual({ [friend.email]: 'owner' })
      await expect(accept(db, code, friend)).rejects.toMatchObject({ code: 'not_found' })
    })

    test('is valid for a week', async () => {
      const id = await organization()
      const now = new Date('2026-11-22T18:00:00Z')
      const later = (milliseconds: number) => new Date(now.getTime() + milliseconds)
      const { code, expiresAt } = await invite(db, id, { email: address(), role: 'member' }, now)
      expect(expiresAt).toEqual(later(WEEK))
      expect(await offerOf(db, code, later(WEEK - 1))).toMatchObject({ organizationId: id })
      await expect(offerOf(db, code, later(WEEK))).rejects.toMatchObject({ code: 'not_found' })
      await expect(acceptAsNewcomer(db, code, EVE, later(WEEK))).rejects.toMatchObject({ code: 'not_found' })
      expect(await listInvitations(db, id, later(WEEK))).toEqual([])
    })

    test('is no longer valid after it was withdrawn, or the same address was invited again', async () => {
      const id = await organization()
      const email = address()
      const first = await invite(db, id, { email, role: 'owner' })
      const second = await invite(db, id, { email, role: 'member' })
      await expect(offerOf(db, first.code)).rejects.toMatchObject({ code: 'not_found' })
      expect((await listInvitations(db, id)).map((each) => each.id)).toEqual([second.id])
      expect(await withdraw(db, await organization(), second.id)).toBe(false)
      expect(await withdraw(db, id, second.id)).toBe(true)
      await expect(acceptAsNewcomer(db, second.code, EVE)).rejects.toMatchObject({ code: 'not_found' })
    })

    test('is the only one of its address, however many are made at once', async () => {
      const id = await organization()
      const email = address()
      const made = await Promise.all(
        Array.from({ length: 6 }, () => invite(db, id, { email, role: 'member' })),
      )
      const [open, ...others] = await listInvitations(db, id)
      expect(others).toEqual([])
      const offers = await Promise.allSettled(made.map(({ code }) => offerOf(db, code)))
      expect(offers.map(({ status }) => status === 'fulfilled')).toEqual(
        made.map((each) => each.id === open!.id),
      )
    })

    test('is not made for members, and its code is not stored', async () => {
      const id = await organization()
      const { email } = await person(id)
      await expect(invite(db, id, { email, role: 'owner' })).rejects.toMatchObject({ code: 'already_exists' })
      const { code } = await invite(db, id, { email: address(), role: 'member' })
      const kept = await db.select().from(invitations)
      expect(JSON.stringify(kept)).not.toContain(code)
    })
  })

  describe('an organization', () => {
    test('keeps its last owner', async () => {
      const id = await organization()
      const [owner, member] = [await person(id), await person(id, 'member')]
      const refused = { code: 'last_owner' }
      await expect(setRole(db, id, owner.userId, 'member')).rejects.toMatchObject(refused)
      await expect(removeMember(db, id, owner.userId, undefined)).rejects.toMatchObject(refused)
      await setRole(db, id, owner.userId, 'owner')
      await setRole(db, id, member.userId, 'owner')
      await setRole(db, id, owner.userId, 'member')
      expect(await roles(id)).toEqual({ [owner.email]: 'member', [member.email]: 'owner' })
    })

    test('keeps one, also if all its owners leave at once', async () => {
      const id = await organization()
      const owners = [await person(id), await person(id), await person(id)]
      const leaving = await Promise.allSettled([
        removeMember(db, id, owners[0]!.userId, undefined),
        setRole(db, id, owners[1]!.userId, 'member'),
        removeMember(db, id, owners[2]!.userId, undefined),
      ])
      expect(leaving.filter(({ status }) => status === 'rejected')).toHaveLength(1)
      expect(Object.values(await roles(id)).filter((role) => role === 'owner')).toHaveLength(1)
    })

    test('loses nobody to another: those who belong nowhere else are deleted, and no others', async () => {
      const [id, other] = [await organization(), await organization()]
      await person(id)
      const [here, both] = [await person(id, 'member'), await person(id, 'member')]
      await db.insert(members).values({ organizationId: other, userId: both.userId, role: 'member' })
      await expect(removeMember(db, other, here.userId, undefined)).rejects.toMatchObject({
        code: 'not_found',
      })
      await removeMember(db, id, here.userId, undefined)
      await removeMember(db, id, both.userId, undefined)
      expect(await findPerson(db, here.email)).toBeUndefined()
      expect(await findPerson(db, both.email)).toBeDefined()
      await expect(removeMember(db, id, 'x', undefined)).rejects.toMatchObject({ code: 'not_found' })
    })

    test('deletes somebody whom two take out at once, and nobody who joins another meanwhile', async () => {
      const [one, other] = [await organization(), await organization()]
      for (const id of [one, other]) await person(id)
      for (let each = 0; each < 20; each++) {
        const [leaver, joiner] = [await person(one, 'member'), await person(one, 'member')]
        await db.insert(members).values({ organizationId: other, userId: leaver.userId, role: 'member' })
        const { code } = await invite(db, other, { email: joiner.email, role: 'member' })
        const [joined] = await Promise.allSettled([
          accept(db, code, joiner),
          ...[one, other].map((id) => removeMember(db, id, leaver.userId, undefined)),
          removeMember(db, one, joiner.userId, undefined),
        ])
        expect(await findPerson(db, leaver.email)).toBeUndefined()
        const isThere = (await findPerson(db, joiner.email)) !== undefined
        expect(isThere).toBe(joined.status === 'fulfilled')
        if (joined.status === 'rejected') expect(joined.reason).toMatchObject({ code: 'unauthorized' })
      }
    })
  })
})

describe('over HTTP', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ operatorEmail: 'boss@example.com' })
  })
  afterAll(() => service.close())

  async function team() {
    const { organizationId } = await service.member(0)
    const path = `/management/organizations/${organizationId}`
    const owner = await makePerson(service, { organizationId })
    const member = await makePerson(service, { organizationId, role: 'member' })
    return { organizationId, path, owner, member }
  }
  const remove = { method: 'DELETE' }

  test('a link lets somebody in, who is signed in then', async () => {
    const { path, owner, organizationId } = await team()
    const email = 'eve@example.com'
    const made = await owner.fetch(`${path}/invitations`, post({ email, role: 'member' }))
    const { link } = (await made.json()) as { link: string }
    const [page, code] = link.split('#')
    expect(page).toBe('/dashboard/invitation')
    const browse = browserOf(service.url)
    const offer = await (await browse('/management/invitations/look', post({ code }))).json()
    expect(offer).toMatchObject({
      email,
      role: 'member',
      has_account: false,
      organization: { id: organizationId },
    })
    const accepted = await browse(
      '/management/invitations/accept',
      post({ code, ...EVE, email: owner.email }),
    )
    expect(await accepted.json()).toEqual({ organization_id: organizationId })
    const session = await browserOf(service.url, cookieIn(accepted))('/management/session')
    expect(await session.json()).toMatchObject({
      person: { email, is_operator: false },
      organizations: [{ role: 'member' }],
    })
  })

  test('a member may do less than an owner', async () => {
    const { path, owner, member } = await team()
    const status = async (by: typeof owner, at: string, init?: RequestInit) =>
      (await by.fetch(path + at, init)).status
    const invited = () => post({ email: `${crypto.randomUUID()}@example.com`, role: 'owner' })
    const asked = (by: typeof owner) =>
      Promise.all([
        status(by, '/members'),
        status(by, '/invitations'),
        status(by, '/invitations', invited()),
        status(by, '/management-keys', post({ name: 'Mine' })),
        status(by, `/members/${member.id}`, post({ role: 'owner' }, 'PATCH')),
        status(by, `/members/${owner.id}/password-reset`, post({})),
      ])
    expect(await asked(member)).toEqual([200, 403, 403, 403, 403, 403])
    expect(await status(member, `/members/${owner.id}`, remove)).toBe(403)
    expect(await status(member, `/members/${member.id}`, remove)).toBe(204)
    const { member: another, path: elsewhere } = await team()
    expect((await owner.fetch(`${elsewhere}/members/${another.id}`, remove)).status).toBe(404)
  })

  test('somebody who was removed is signed out of the organization at once', async () => {
    const { path, owner, member } = await team()
    expect((await member.fetch(path)).status).toBe(200)
    await owner.fetch(`${path}/members/${member.id}`, remove)
    expect((await member.fetch(path)).status).toBe(401)
  })

  test('an owner does not become operator by inviting the address that the configuration names', async () => {
    const { path, owner } = await team()
    const init = post({ email: 'Boss@example.com', role: 'member' })
    expect((await owner.fetch(`${path}/invitations`, init)).status).toBe(403)
    const operator = await makePerson(service, { isOperator: true })
    expect((await operator.fetch(`${path}/invitations`, init)).status).toBe(200)
  })

  test('an owner cannot delete the operator whom the configuration names, who is no operator in the database', async () => {
    const { db } = service.storage
    const { path, owner, member, organizationId } = await team()
    const boss = (await createPerson(db, { name: 'Bo', email: 'boss@example.com', hash: 'none' }))!
    await db.insert(members).values({ organizationId, userId: boss, role: 'member' })
    for (const id of [boss, member.id])
      expect((await owner.fetch(`${path}/members/${id}`, remove)).status).toBe(204)
    expect(await findPerson(db, 'boss@example.com')).toBeDefined()
    expect(await findPerson(db, member.email)).toBeUndefined()
  })

  test('codes of links are guessed ten times', async () => {
    const look = () => browserOf(service.url)('/management/invitations/look', post({ code: 'x' }))
    const statuses: number[] = []
    for (let each = 0; each < 11; each++) statuses.push((await look()).status)
    expect(statuses.at(-1)).toBe(429)
  })
})
