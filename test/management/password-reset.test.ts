import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { COMMAND_LINE } from '../../src/management/access/actors.ts'
import { makeResetLink, personOfReset, resetPassword } from '../../src/management/people/password-resets.ts'
import { members, signInAttempts, verifications } from '../../src/storage/schema.ts'
import { browserOf, cookieIn, makePerson, post, signIn, type TestPerson } from '../support/people.ts'
import { type Service, startService } from '../support/service.ts'

const RULES = { operatorEmail: undefined }
const NEW = 'a password that is new'

let service: Service
beforeAll(async () => {
  service = await startService({ operatorEmail: 'boss@example.com' })
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.storage.db.delete(signInAttempts)
})

async function team() {
  const { organizationId } = await service.member(0)
  const owner = await makePerson(service, { organizationId })
  const member = await makePerson(service, { organizationId, role: 'member' })
  return { organizationId, owner, member }
}

const ask = (by: TestPerson, organizationId: string, { id }: TestPerson) =>
  by.fetch(`/management/organizations/${organizationId}/members/${id}/password-reset`, post({}))

async function codeIn(answer: Response): Promise<string> {
  const { link } = (await answer.json()) as { link: string }
  expect(link).toStartWith('/dashboard/reset#')
  return link.split('#')[1]!
}

const use = (code: string, password = NEW) =>
  browserOf(service.url)('/management/password-reset', post({ code, password }))

test('an owner helps a member who has forgotten the password; all their sessions end', async () => {
  const { organizationId, owner, member } = await team()
  const code = await codeIn(await ask(owner, organizationId, member))
  const look = await browserOf(service.url)('/management/password-reset/look', post({ code }))
  expect(await look.json()).toEqual({ name: 'Ada', email: member.email })
  const answer = await use(code)
  expect(answer.status).toBe(200)
  expect((await member.fetch('/management/auth/sessions')).status).toBe(401)
  const theirs = browserOf(service.url, cookieIn(answer))
  expect(await (await theirs('/management/session')).json()).toMatchObject({
    person: { email: member.email },
  })
  const sign = (password: string) =>
    browserOf(service.url)('/management/auth/sign-in/email', post({ email: member.email, password }))
  expect((await sign(member.password)).status).toBe(401)
  expect((await sign(NEW)).status).toBe(200)
  expect((await use(code)).status).toBe(404)
})

test('who has tried too many passwords comes in with a link all the same', async () => {
  const { organizationId, owner, member } = await team()
  const guess = () =>
    browserOf(service.url)('/management/auth/sign-in/email', post({ email: member.email, password: 'wrong' }))
  const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await guess()).status))
  expect(statuses).toContain(429)
  const answer = await use(await codeIn(await ask(owner, organizationId, member)))
  expect(answer.status).toBe(200)
  const theirs = browserOf(service.url, cookieIn(answer))
  expect((await theirs('/management/auth/sessions')).status).toBe(200)
})

describe('nobody is taken over', () => {
  test('who belongs to another organization too, or is operator', async () => {
    const { organizationId, owner, member } = await team()
    const other = (await service.member(0)).organizationId
    await service.storage.db
      .insert(members)
      .values({ organizationId: other, userId: member.id, role: 'owner' })
    expect((await ask(owner, organizationId, member)).status).toBe(403)
    const operator = await makePerson(service, { organizationId, role: 'member', isOperator: true })
    expect((await ask(owner, organizationId, operator)).status).toBe(403)
    expect((await ask(operator, organizationId, member)).status).toBe(200)
  })

  test('who comes to belong elsewhere after the link was made', async () => {
    const { organizationId, owner, member } = await team()
    const code = await codeIn(await ask(owner, organizationId, member))
    const other = (await service.member(0)).organizationId
    await service.storage.db
      .insert(members)
      .values({ organizationId: other, userId: member.id, role: 'owner' })
    expect((await use(code)).status).toBe(404)
    expect((await member.fetch('/management/auth/sessions')).status).toBe(200)
  })

  test('who has left the organization of the owner', async () => {
    const { organizationId, owner, member } = await team()
    const code = await codeIn(await ask(owner, organizationId, member))
    await owner.fetch(`/management/organizations/${organizationId}/members/${member.id}`, {
      method: 'DELETE',
    })
    expect((await use(code)).status).toBe(404)
  })

  test.each([
    ['is taken out', { method: 'DELETE' }],
    ['is an owner no more', post({ role: 'member' }, 'PATCH')],
  ])('by an owner who has made a link for another one, and %s', async (_, change) => {
    const { organizationId, owner } = await team()
    const other = await makePerson(service, { organizationId })
    const code = await codeIn(await ask(owner, organizationId, other))
    const path = `/management/organizations/${organizationId}/members/${owner.id}`
    expect((await other.fetch(path, change)).status).toBe(204)
    expect((await use(code)).status).toBe(404)
    expect((await other.fetch('/management/auth/sessions')).status).toBe(200)
  })

  test('by a stranger, or a member', async () => {
    const { organizationId, owner, member } = await team()
    const stranger = (await team()).owner
    expect((await ask(stranger, organizationId, member)).status).toBe(404)
    expect((await ask(member, organizationId, owner)).status).toBe(403)
    const mine = (await team()).organizationId
    expect((await ask(stranger, mine, member)).status).toBe(404)
  })

  test('by an owner who asks as the operator does', async () => {
    const { owner, member } = await team()
    const answer = await owner.fetch('/management/password-resets', post({ email: member.email }))
    expect(answer.status).toBe(403)
  })
})

test('the operator helps everybody, also an operator', async () => {
  const operator = await makePerson(service, { isOperator: true })
  const { owner } = await team()
  for (const { email } of [operator, owner]) {
    const answer = await operator.fetch('/management/password-resets', post({ email: email.toUpperCase() }))
    expect(await personOfReset(service.storage.db, await codeIn(answer), RULES)).toMatchObject({ email })
  }
})

test('a link is valid for a day, the latest alone, and is not stored', async () => {
  const { db } = service.storage
  const [{ email }, other] = [await makePerson(service), await makePerson(service)]
  const now = new Date('2026-11-22T18:00:00Z')
  const [first, second] = [
    await makeResetLink(db, email, COMMAND_LINE, now),
    await makeResetLink(db, email, COMMAND_LINE, now),
  ]
  await makeResetLink(db, other.email, COMMAND_LINE, now) // the links of others stay valid
  const at = (milliseconds: number) => ({ ...RULES, now: new Date(now.getTime() + milliseconds) })
  await expect(personOfReset(db, first!.code, at(0))).rejects.toMatchObject({ code: 'not_found' })
  expect(await personOfReset(db, second!.code, at(86_399_999))).toMatchObject({ email })
  await expect(resetPassword(db, second!.code, NEW, at(86_400_000))).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(JSON.stringify(await db.select().from(verifications))).not.toContain(second!.code)
  expect(await makeResetLink(db, 'nobody@example.com', COMMAND_LINE)).toBeUndefined()
})

describe('a password that is being checked while a link changes it lets nobody in', () => {
  /**
   * Has the next password that is checked be checked only when the person has a new one. Returns what the request is answered.
   */
  async function meanwhileReset(code: string, request: () => Promise<Response>): Promise<Response> {
    const [checking, reset] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const verify = Bun.password.verify.bind(Bun.password)
    const spy = spyOn(Bun.password, 'verify').mockImplementationOnce(async (...given) => {
      checking.resolve()
      await reset.promise
      return verify(...given)
    })
    const answer = request()
    await checking.promise
    spy.mockRestore()
    const used = await use(code)
    reset.resolve()
    expect(used.status).toBe(200)
    return answer
  }

  test('who signs in with the old one', async () => {
    const { organizationId, owner, member } = await team()
    const code = await codeIn(await ask(owner, organizationId, member))
    const { email, password } = member
    const answer = await meanwhileReset(code, () =>
      browserOf(service.url)('/management/auth/sign-in/email', post({ email, password })),
    )
    expect(answer.status).toBe(401)
    expect(answer.headers.getSetCookie()).toEqual([])
    const theirs = browserOf(service.url, await signIn(service.url, { email, password: NEW }))
    const { data } = (await (await theirs('/management/auth/sessions')).json()) as { data: object[] }
    expect(data).toHaveLength(2) // that of the link and this one
  })

  test('who changes the old one', async () => {
    const { organizationId, owner, member } = await team()
    const code = await codeIn(await ask(owner, organizationId, member))
    const body = { current_password: member.password, password: 'one that a thief has chosen' }
    const answer = await meanwhileReset(code, () =>
      member.fetch('/management/auth/change-password', post(body)),
    )
    expect(answer.status).toBe(401)
    await signIn(service.url, { email: member.email, password: NEW })
  })
})

test('a link is void when its person has changed the password', async () => {
  const { organizationId, owner, member } = await team()
  const [code, other] = [
    await codeIn(await ask(owner, organizationId, member)),
    await codeIn(await ask(owner, organizationId, owner)),
  ]
  const change = { current_password: member.password, password: 'another good password' }
  expect((await member.fetch('/management/auth/change-password', post(change))).status).toBe(200)
  expect((await use(code)).status).toBe(404)
  expect((await use(other)).status).toBe(200)
})

describe('a link that somebody has made for another is void when', () => {
  /** Somebody who has made links for others in two browsers, of which a thief may have one. */
  async function maker(isOperator: boolean) {
    const { organizationId, member } = await team()
    const owner = await makePerson(service, { organizationId, isOperator })
    const second = await makePerson(service, { organizationId })
    const cookie = await signIn(service.url, owner)
    const elsewhere = { ...owner, fetch: browserOf(service.url, cookie) }
    return {
      organizationId,
      owner,
      links: {
        stolen: await codeIn(await ask(elsewhere, organizationId, member)),
        own: await codeIn(await ask(owner, organizationId, second)),
      },
    }
  }
  const works = async (code: string) => (await use(code)).status === 200

  describe.each([false, true])('(they are operator: %p)', (isOperator) => {
    test('they sign out in another browser, where it was made', async () => {
      const { owner, links } = await maker(isOperator)
      const { data } = (await (await owner.fetch('/management/auth/sessions')).json()) as {
        data: { id: string; is_current: boolean }[]
      }
      const { id } = data.find(({ is_current }) => !is_current)!
      const ended = await owner.fetch(`/management/auth/sessions/${id.toUpperCase()}`, { method: 'DELETE' })
      expect(ended.status).toBe(204)
      expect([await works(links.stolen), await works(links.own)]).toEqual([false, true])
    })

    test('they change their password', async () => {
      const { owner, links } = await maker(isOperator)
      const change = { current_password: owner.password, password: NEW }
      expect((await owner.fetch('/management/auth/change-password', post(change))).status).toBe(200)
      expect([await works(links.stolen), await works(links.own)]).toEqual([false, false])
    })

    test('they choose a new password with a link themselves', async () => {
      const { organizationId, owner, links } = await maker(isOperator)
      const helper = await makePerson(service, { organizationId, isOperator: true })
      const third = await makePerson(service, { organizationId, role: 'member' })
      const other = await codeIn(await ask(helper, organizationId, third))
      expect(await works(await codeIn(await ask(helper, organizationId, owner)))).toBe(true)
      expect([await works(links.stolen), await works(links.own)]).toEqual([false, false])
      expect(await works(other)).toBe(true)
    })
  })
})

test('a link that somebody has made is valid when they sign out', async () => {
  const { organizationId, owner, member } = await team()
  const code = await codeIn(await ask(owner, organizationId, member))
  expect((await owner.fetch('/management/auth/sign-out', post({}))).status).toBe(200)
  expect((await use(code)).status).toBe(200)
})

test('a link that an older version has made is valid, and void as the others are', async () => {
  const { db } = service.storage
  const { organizationId, owner, member } = await team()
  const other = await makePerson(service, { organizationId })
  const codes = [
    await codeIn(await ask(owner, organizationId, member)),
    await codeIn(await ask(owner, organizationId, other)),
  ]
  await db.execute(
    sql`UPDATE verifications SET value = split_part(value, ' ', 1) || ' ' || split_part(value, ' ', 2)`,
  )
  expect((await use(codes[0]!)).status).toBe(200)
  const path = `/management/organizations/${organizationId}/members/${owner.id}`
  expect((await other.fetch(path, { method: 'DELETE' })).status).toBe(204)
  expect((await use(codes[1]!)).status).toBe(404)
})

describe('a management key that is revoked leaves no link behind', () => {
  const made = (key: string, path: string, body: object) => {
    const init = post(body)
    const headers = { ...init.headers, authorization: `Bearer ${key}` }
    return fetch(`${service.url}/management${path}`, { ...init, headers })
  }

  test('one of an organization', async () => {
    const [{ organizationId, owner, member }, elsewhere] = [await team(), await team()]
    const { key, id } = (await createManagementKey(service.storage.db, organizationId, 'Leaked'))!
    const path = `/organizations/${organizationId}`
    const code = await codeIn(await made(key, `${path}/members/${member.id}/password-reset`, {}))
    const other = await codeIn(await ask(elsewhere.owner, elsewhere.organizationId, elsewhere.member))
    const revoked = await owner.fetch(`/management${path}/management-keys/${id}`, { method: 'DELETE' })
    expect(revoked.status).toBe(204)
    expect((await use(code)).status).toBe(404)
    expect((await use(other)).status).toBe(200)
  })

  test("one of the operator's", async () => {
    const { organizationId, owner, member } = await team()
    const operator = await makePerson(service, { isOperator: true })
    const { key, id } = (await createManagementKey(service.storage.db, null, 'Leaked'))!
    const code = await codeIn(await made(key, '/password-resets', { email: operator.email }))
    const other = await codeIn(await ask(owner, organizationId, member))
    const revoked = await operator.fetch(`/management/management-keys/${id}`, { method: 'DELETE' })
    expect(revoked.status).toBe(204)
    expect((await use(code)).status).toBe(404)
    expect((await use(other)).status).toBe(200)
  })
})

test('a link is used once, however many try at once', async () => {
  const { db } = service.storage
  const { email } = await makePerson(service)
  const { code } = (await makeResetLink(db, email, COMMAND_LINE))!
  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => resetPassword(db, code, NEW, RULES)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
