import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { hashPassword } from '../../src/management/access/passwords.ts'
import { createPerson } from '../../src/management/access/people.ts'
import { isSecure } from '../../src/management/access/same-site.ts'
import { attempt } from '../../src/management/access/sign-in-limits.ts'
import { credentials, sessions, signInAttempts } from '../../src/storage/schema.ts'
import { browserOf, cookieIn, makePerson, PASSWORD, post, signIn } from '../support/people.ts'
import { type Service, startService } from '../support/service.ts'

const PUBLIC = 'https://purr.example.com'

let service: Service
beforeAll(async () => {
  service = await startService({ prompts: { publicUrl: PUBLIC } })
})
afterAll(() => service.close())

const browse = (path: string, init?: RequestInit) => browserOf(service.url)(path, init)
const enter = (body: object) => browse('/management/auth/sign-in/email', post(body))

async function codeOf(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as { error: string }).error]
}

/** Somebody whose password is hashed as the service does it: that of `makePerson` is cheaper to verify. */
async function makeHashed(): Promise<{ id: string; email: string }> {
  const email = `${crypto.randomUUID()}@example.com`
  const hash = await hashPassword(PASSWORD)
  const id = (await createPerson(service.storage.db, { name: 'Ada', email, hash }))!
  return { id, email }
}

describe('signing in', () => {
  test('makes somebody known until they sign out, in all browsers of the person apart', async () => {
    const { organizationId } = await service.member(0)
    const person = await makePerson(service, { organizationId, role: 'member' })
    const other = browserOf(service.url, await signIn(service.url, person))
    const session = await (await person.fetch('/management/session')).json()
    expect(session).toEqual({
      person: { id: person.id, name: 'Ada', email: person.email, is_operator: false },
      organizations: [{ id: organizationId, name: expect.any(String), role: 'member' }],
      needs_owner: false,
    })
    const path = `/management/organizations/${organizationId}`
    expect((await person.fetch(path)).status).toBe(200)
    const out = await person.fetch('/management/auth/sign-out', { method: 'POST' })
    expect(out.status).toBe(200)
    expect(out.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^purr_session=;.*Max-Age=0/))
    expect((await person.fetch(path)).status).toBe(401)
    expect((await other(path)).status).toBe(200)
    expect(await (await person.fetch('/management/session')).json()).toMatchObject({ person: null })
  })

  test('is the same for any way in which the address is written', async () => {
    const { email } = await makePerson(service)
    expect((await enter({ email: email.toUpperCase(), password: PASSWORD })).status).toBe(200)
  })

  test.each([
    ['wrong', 401, 'not the password'],
    ['half a character', 401, '\ud800'],
    ['as long as one may be', 401, 'x'.repeat(1024)],
    ['too long', 400, 'x'.repeat(1025)],
    ['empty', 400, ''],
  ])(
    'tells nobody which addresses are known: not by the answer to a password that is %s',
    async (_, status, password) => {
      const { email } = await makePerson(service)
      const [wrong, unknown] = await Promise.all([
        enter({ email, password }),
        enter({ email: 'nobody@example.com', password }),
      ])
      expect([wrong.status, unknown.status]).toEqual([status, status])
      expect(await unknown.text()).toBe(await wrong.text())
      expect(unknown.headers.getSetCookie()).toEqual([])
    },
  )

  test('and not by the time: a password is hashed once, at the same cost, for an unknown address too', async () => {
    const { email } = await makeHashed()
    const hash = spyOn(Bun.password, 'hash')
    const verify = spyOn(Bun.password, 'verify')
    try {
      await enter({ email, password: 'not the password' })
      expect(hash).not.toHaveBeenCalled()
      expect(verify).toHaveBeenCalledTimes(1)
      expect(verify.mock.calls[0]![1]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      await enter({ email: 'nobody@example.com', password: 'not the password' })
      expect(verify).toHaveBeenCalledTimes(1)
      expect(hash).toHaveBeenCalledTimes(1)
      expect(hash.mock.calls[0]![1]).toEqual({ algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 })
    } finally {
      hash.mockRestore()
      verify.mockRestore()
    }
  })

  test('leads nowhere else, whatever is asked for', async () => {
    const { email } = await makePerson(service)
    const evil = 'https://evil.example'
    const path = `/management/auth/sign-in/email?next=${evil}&callbackURL=${evil}`
    const body = { email, password: PASSWORD, next: evil, callbackURL: evil }
    const answer = await browserOf(service.url)(path, { ...post(body), redirect: 'manual' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).toBe('{"done":true}')
  })

  test('hashes passwords with argon2id, and stores nothing else of them', async () => {
    const { id } = await makeHashed()
    const [kept] = await service.storage.db.select().from(credentials).where(eq(credentials.userId, id))
    expect(kept!.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(kept)).not.toContain(PASSWORD)
  })
})

describe('a session', () => {
  test('has a new token after each sign-in: one that somebody else has set is never taken over', async () => {
    const { email } = await makePerson(service)
    const fixed = 'purr_session=fixed.c2lnbmF0dXJl'
    const signedIn = await browserOf(service.url, fixed)(
      '/management/auth/sign-in/email',
      post({ email, password: PASSWORD }),
    )
    const cookie = cookieIn(signedIn)
    expect(cookie).not.toContain('fixed')
    const again = await browserOf(service.url, cookie)(
      '/management/auth/sign-in/email',
      post({ email, password: PASSWORD }),
    )
    expect(cookieIn(again)).not.toBe(cookie)
    expect(await (await browserOf(service.url, fixed)('/management/session')).json()).toMatchObject({
      person: null,
    })
  })

  test('is one of a hundred at most, and all of them are told: none hides behind others', async () => {
    const { db } = service.storage
    const { id, email } = await makePerson(service)
    const expiresAt = new Date(Date.now() + 86_400_000)
    const createdAt = new Date(Date.now() - 1000)
    const more = Array.from({ length: 120 }, () => crypto.randomUUID())
    await db.insert(sessions).values(more.map((token) => ({ token, userId: id, expiresAt, createdAt })))
    const there = browserOf(service.url, await signIn(service.url, { email, password: PASSWORD }))
    const { data } = (await (await there('/management/auth/sessions')).json()) as { data: object[] }
    expect(data).toHaveLength(100)
    expect(data[0]).toMatchObject({ is_current: true })
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(100)
  })

  test('cannot be made of a token without the signature', async () => {
    const { cookie } = await makePerson(service)
    const whole = /purr_session=([^;]+)/.exec(cookie)![1]!
    const [token] = whole.split('.')
    for (const forged of [token, `${token}.`, `${token}.AAAA`, whole.slice(0, -6)]) {
      const ask = browserOf(service.url, `purr_session=${forged}`)
      expect((await ask('/management/auth/sessions')).status).toBe(401)
    }
  })

  test('ends a week after its last use', async () => {
    const { cookie, id, fetch } = await makePerson(service)
    expect(cookie).not.toBe('')
    const { db } = service.storage
    await db
      .update(sessions)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(sessions.userId, id))
    expect((await fetch('/management/auth/sessions')).status).toBe(401)
  })

  test('that is used lasts longer, and so does its cookie', async () => {
    const { id, fetch } = await makePerson(service)
    const { db } = service.storage
    const old = sql`now() + interval '3 days'`
    await db.update(sessions).set({ expiresAt: old }).where(eq(sessions.userId, id))
    const answer = await fetch('/management/session')
    expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/Max-Age=604800/))
    const [kept] = await db.select().from(sessions).where(eq(sessions.userId, id))
    expect(kept!.expiresAt.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  })

  test('is listed with its browser, and can be ended from another', async () => {
    const person = await makePerson(service)
    const other = await signIn(service.url, person)
    const list = async () =>
      (await (await person.fetch('/management/auth/sessions')).json()) as {
        data: { id: string; is_current: boolean; address: string; browser: string }[]
      }
    const { data } = await list()
    expect(data.map(({ is_current }) => is_current)).toEqual([false, true])
    expect(data[0]).toMatchObject({ address: '127.0.0.1', browser: expect.stringContaining('Bun') })
    const stranger = await makePerson(service)
    const path = `/management/auth/sessions/${data[0]!.id}`
    expect((await stranger.fetch(path, { method: 'DELETE' })).status).toBe(404)
    expect((await person.fetch(path, { method: 'DELETE' })).status).toBe(204)
    expect((await browserOf(service.url, other)('/management/auth/sessions')).status).toBe(401)
    expect((await list()).data).toHaveLength(1)
  })

  test('has a cookie that scripts cannot read and other sites do not send', async () => {
    const { email } = await makePerson(service)
    const [cookie] = (await enter({ email, password: PASSWORD })).headers.getSetCookie()
    expect(cookie).toMatch(/^purr_session=/)
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=604800'])
      expect(cookie).toContain(flag)
    expect(cookie).not.toContain('Domain')
    expect(cookie).not.toContain('Secure')
  })

  test('has a cookie for encrypted connections alone if the browser came over one, if only to a proxy', async () => {
    const { email } = await makePerson(service)
    const headers = { origin: PUBLIC, 'content-type': 'application/json' }
    const body = JSON.stringify({ email, password: PASSWORD })
    const answer = await fetch(`${service.url}/management/auth/sign-in/email`, {
      method: 'POST',
      headers,
      body,
    })
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-purr_session=/)
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Secure']) expect(cookie).toContain(flag)
    const kept = cookieIn(answer)
    const asked = await fetch(`${service.url}/management/session`, { headers: { cookie: kept } })
    expect(await asked.json()).toMatchObject({ person: { email } })
    const out = { method: 'POST', headers: { cookie: kept, origin: PUBLIC } }
    const plain = kept.replace('__Host-', '')
    const overTls = { cookie: plain, host: 'purr.example.com' }
    const downgraded = await fetch(`${service.url}/management/session`, { headers: overTls })
    expect(await downgraded.json()).toMatchObject({ person: null })
    expect((await fetch(`${service.url}/management/auth/sign-out`, out)).status).toBe(200)
  })

  test.each<[string, Record<string, string>, string | undefined, boolean]>([
    ['https://purr.example.com/', {}, undefined, true],
    ['http://127.0.0.1:8080/', {}, undefined, false],
    ['http://127.0.0.1:8080/', {}, PUBLIC, false],
    ['http://127.0.0.1:8080/', { origin: PUBLIC }, PUBLIC, true],
    ['http://purr.example.com/', {}, PUBLIC, true],
    ['http://purr.example.com/', {}, 'http://purr.example.com', false],
    ['http://127.0.0.1:8080/', { 'x-forwarded-proto': 'https' }, undefined, false],
  ])('%s with %p and the public address %s is encrypted: %p', (url, headers, publicUrl, secure) => {
    expect(isSecure(new Request(url, { headers }), publicUrl)).toBe(secure)
  })

  test('is of no use to an API key, and an API key is no session', async () => {
    const { key } = await service.member(0)
    expect((await browserOf(service.url, `purr_session=${key}`)('/management/auth/sessions')).status).toBe(
      401,
    )
  })
})

describe('a request of another site', () => {
  const change = async (
    headers: Record<string, string>,
    method = 'POST',
    path = '/management/auth/sign-out',
  ) => {
    const { cookie } = await makePerson(service)
    return fetch(service.url + path, { method, headers: { cookie, ...headers } })
  }
  const own = () => service.url

  test.each<[string, () => Record<string, string>]>([
    ['from another site', () => ({ origin: 'https://evil.example' })],
    ['from another port of this machine', () => ({ origin: 'http://127.0.0.1:1' })],
    ['from a page that does not say where it is from', () => ({ origin: 'null' })],
    ['that says nothing', () => ({})],
    ['that the browser calls foreign', () => ({ origin: own(), 'sec-fetch-site': 'cross-site' })],
    ['of a neighbour', () => ({ 'sec-fetch-site': 'same-site' })],
    ['with a name that looks like ours', () => ({ origin: 'https://purr.example.com.evil.example' })],
  ])('%s changes nothing', async (_, headers) => {
    expect(await codeOf(await change(headers()))).toEqual([403, 'not_granted'])
  })

  test.each<[string, () => Record<string, string>]>([
    ['of this server', () => ({ origin: own() })],
    ['that the browser calls ours', () => ({ 'sec-fetch-site': 'same-origin' })],
  ])('but one %s does', async (_, headers) => {
    expect((await change(headers())).status).toBe(200)
  })

  test('reads nothing either', async () => {
    const { cookie } = await makePerson(service)
    const headers = { cookie, 'sec-fetch-site': 'cross-site' }
    expect((await fetch(`${service.url}/management/auth/sessions`, { headers })).status).toBe(403)
  })

  test('signs nobody in as somebody else', async () => {
    const { email } = await makePerson(service)
    const headers = { origin: 'https://evil.example' }
    const init = { method: 'POST', headers, body: JSON.stringify({ email, password: PASSWORD }) }
    const answer = await fetch(`${service.url}/management/auth/sign-in/email`, init)
    expect(await codeOf(answer)).toEqual([403, 'not_granted'])
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('is let through with a management key, which no browser adds', async () => {
    const { organizationId } = await service.member(0)
    const key = (await createManagementKey(service.storage.db, organizationId, 'test'))!.key
    const headers = { authorization: `Bearer ${key}`, origin: 'https://app.example' }
    const answer = await fetch(`${service.url}/management/organizations/${organizationId}`, { headers })
    expect(answer.status).toBe(200)
  })
})

describe('guessing', () => {
  const guess = (email: string, password = 'a wrong password') => enter({ email, password })

  test('a password is over after ten attempts, also all at once, and for the right one', async () => {
    const { email } = await makePerson(service)
    await service.storage.db.delete(signInAttempts)
    const statuses = await Promise.all(Array.from({ length: 14 }, async () => (await guess(email)).status))
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    const refused = await guess(email, PASSWORD)
    expect(await codeOf(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
    const other = await makePerson(service)
    expect((await guess(other.email, PASSWORD)).status).toBe(200)
    await pass(70)
    expect((await guess(email, PASSWORD)).status).toBe(200)
  })

  test('by strangers locks nobody out of a browser in which they have signed in before', async () => {
    const person = await makePerson(service)
    const cookies = cookieIn(await guess(person.email, PASSWORD))
    const known = /purr_browser=[^;]+/.exec(cookies)![0]
    await service.storage.db.delete(signInAttempts)
    await Promise.all(Array.from({ length: 10 }, () => guess(person.email)))
    await pass(-300) // what all others have tried here is enough for minutes, too
    expect((await guess(person.email, PASSWORD)).status).toBe(429)
    const there = (email: string, password: string, cookie = known) =>
      browserOf(service.url, cookie)('/management/auth/sign-in/email', post({ email, password }))
    expect((await there(person.email, PASSWORD)).status).toBe(200)
    expect((await there('somebody-else@example.com', PASSWORD)).status).toBe(429)
    expect((await there(person.email, PASSWORD, known.replace(/.$/, '~'))).status).toBe(429)
    const guesses = Array.from({ length: 11 }, async () => (await there(person.email, 'wrong')).status)
    expect((await Promise.all(guesses)).toSorted()).toEqual([...Array<number>(10).fill(401), 429])
    await service.storage.db.delete(signInAttempts)
  })

  test('is no excuse to sign in without end: each hash costs, also that of the right password', async () => {
    const { db } = service.storage
    const who = { network: '192.0.2.77', claim: 'ada@example.com' }
    const right = () => attempt(db, who, async () => 'in')
    const wrong = () => attempt(db, who, async () => Promise.reject(new Error('wrong')))
    for (let each = 0; each < 5; each++) {
      await expect(wrong()).rejects.toThrow('wrong')
      expect(await right()).toBe('in')
    }
    for (let each = 5; each < 99; each++) await right()
    await pass(-60) // what was given back meanwhile
    await expect(right()).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await attempt(db, { ...who, network: '192.0.2.78' }, async () => 'in')).toBe('in')
    await pass(100)
    expect(await right()).toBe('in')
    await db.delete(signInAttempts)
  })

  test('is forgotten when the clock of the database was set back by a day', async () => {
    const { email } = await makePerson(service)
    const statuses = await Promise.all(Array.from({ length: 14 }, async () => (await guess(email)).status))
    expect(statuses).toContain(429)
    await pass(-86_400)
    const again = await Promise.all(Array.from({ length: 14 }, async () => (await guess(email)).status))
    expect(again.filter((status) => status === 401)).toHaveLength(10)
    await pass(-86_400)
    expect((await guess(email, PASSWORD)).status).toBe(200)
    await service.storage.db.delete(signInAttempts)
  })

  test('many accounts is over, too', async () => {
    await service.storage.db.delete(signInAttempts)
    const begun = performance.now()
    let allowed = 0
    while ((await guess(`person-${allowed}@example.com`)).status === 401) allowed++
    const meanwhile = (performance.now() - begun) / 5000 // one more every five seconds
    expect(allowed).toBeWithin(60, 60 + meanwhile + 2)
    await service.storage.db.delete(signInAttempts)
  })

  test('the current password is over as soon, with a session that was stolen', async () => {
    const { fetch } = await makePerson(service)
    await service.storage.db.delete(signInAttempts)
    const body = { current_password: 'a wrong password', password: 'a new password of mine' }
    const statuses: number[] = []
    for (let each = 0; each < 11; each++)
      statuses.push((await fetch('/management/auth/change-password', post(body))).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    await service.storage.db.delete(signInAttempts)
  })

  /** Lets time pass for what was counted. */
  async function pass(seconds: number): Promise<void> {
    const earlier = sql`${signInAttempts.fullAt} - make_interval(secs => ${seconds}::float8)`
    await service.storage.db.update(signInAttempts).set({ fullAt: earlier })
  }
})

describe('a new password', () => {
  const change = (person: { fetch: typeof browse }, password: string, current = PASSWORD) =>
    person.fetch('/management/auth/change-password', post({ current_password: current, password }))

  test('needs the one before, and says so', async () => {
    const person = await makePerson(service)
    const answer = await person.fetch(
      '/management/auth/change-password',
      post({ password: 'another good password' }),
    )
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      message: expect.stringContaining('current_password is missing'),
    })
  })

  test('ends all other sessions, and changes the one of this browser', async () => {
    const person = await makePerson(service)
    const other = browserOf(service.url, await signIn(service.url, person))
    const changed = await change(person, 'another good password')
    expect(changed.status).toBe(200)
    const renewed = browserOf(service.url, cookieIn(changed))
    const status = async (ask: typeof browse) => (await ask('/management/auth/sessions')).status
    expect(await Promise.all([other, person.fetch, renewed].map(status))).toEqual([401, 401, 200])
    expect((await enter({ email: person.email, password: PASSWORD })).status).toBe(401)
    expect((await enter({ email: person.email, password: 'another good password' })).status).toBe(200)
  })

  test.each([
    ['short', 'too short'],
    ['all one sign', 'aaaaaaaaaaaaaaaa'],
    ['guessed first', 'Password123'],
    ['too long', 'x1y2'.repeat(100)],
  ])('is refused if it is %s', async (_, password) => {
    const person = await makePerson(service)
    expect(await codeOf(await change(person, password))).toEqual([400, 'invalid_value'])
  })

  test('needs no kinds of characters', async () => {
    const person = await makePerson(service)
    expect((await change(person, 'nur kleine buchstaben')).status).toBe(200)
  })
})
