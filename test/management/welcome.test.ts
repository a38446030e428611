import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createKey } from '../../src/accounts/keys.ts'
import { ensureFirstOrganization } from '../../src/accounts/organizations.ts'
import { makeWelcomeCode, welcome } from '../../src/management/people/welcome.ts'
import type { Database, Storage } from '../../src/storage/database.ts'
import { keys, members, organizations, people, verifications } from '../../src/storage/schema.ts'
import { databases } from '../support/databases.ts'
import { browserOf, cookieIn, PASSWORD, post } from '../support/people.ts'
import { type Service, startService } from '../support/service.ts'

const ADA = { name: 'Ada', email: 'Ada@example.com', password: PASSWORD }

describe.each(databases)('the first visit, on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  let key: string
  beforeEach(async () => {
    storage = await open()
    db = storage.db
    key = (await ensureFirstOrganization(db, { credits: 0 }))!
  })
  afterEach(() => storage.close())

  const come = (code: string, more = {}, operatorEmail?: string) =>
    welcome(db, operatorEmail, { ...ADA, code, ...more })
  const newCode = async () => (await makeWelcomeCode(db, undefined))!

  test('makes the operator, who owns the first organization', async () => {
    await come(await newCode())
    expect(await db.select().from(people)).toEqual([
      expect.objectContaining({ name: 'Ada', email: 'ada@example.com', isOperator: true }),
    ])
    const [first] = await db.select().from(organizations)
    expect(await db.select().from(members)).toEqual([
      expect.objectContaining({ organizationId: first!.id, role: 'owner' }),
    ])
    expect(await db.$count(verifications)).toBe(0)
    expect(await makeWelcomeCode(db, undefined)).toBeUndefined()
  })

  test('is let in with the link of any start, of this server or another', async () => {
    const codes = [await newCode(), await newCode(), await newCode()]
    expect(new Set(codes).size).toBe(3)
    await come(codes[1]!)
    await expect(come(codes[0]!, { email: 'eve@example.com' })).rejects.toMatchObject({
      code: 'already_exists',
    })
  })

  test('is let in with the first API key, and with no other', async () => {
    const [project] = await db.query.projects.findMany()
    const later = await createKey(db, project!.id, 'of an application')
    await expect(come(later)).rejects.toMatchObject({ code: 'unauthorized' })
    await come(key)
    expect(await db.$count(people)).toBe(1)
  })

  test('is refused with a first API key that is older than a month: programs have it', async () => {
    await db.update(keys).set({ createdAt: sql`now() - interval '31 days'` })
    await expect(come(key)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('is refused without the code, and a database that is read does not tell it', async () => {
    const code = await newCode()
    const kept = await db.select().from(verifications)
    expect(JSON.stringify(kept)).not.toContain(code)
    for (const wrong of ['', 'x', `${code}x`, kept[0]!.value, key.replace(/.$/, '~')])
      await expect(come(wrong)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await db.$count(people)).toBe(0)
  })

  test('is refused with a link that is a month old; a new start prints another', async () => {
    const code = await newCode()
    await db.update(verifications).set({ expiresAt: sql`now() - interval '1 second'` })
    await expect(come(code)).rejects.toMatchObject({ code: 'unauthorized' })
    await come(await newCode())
  })

  test('makes one owner, however many come at once', async () => {
    const codes = [await newCode(), await newCode(), key]
    const visits = Array.from({ length: 12 }, (_, at) =>
      come(codes[at % 3]!, { email: `person-${at}@example.com` }).then(
        () => 'in',
        ({ code }) => code,
      ),
    )
    const outcomes = await Promise.all(visits)
    expect(outcomes.toSorted()).toEqual([...Array<string>(11).fill('already_exists'), 'in'])
    expect(await db.$count(people)).toBe(1)
    expect(await db.$count(members)).toBe(1)
  })

  test('is over where the configuration names the operator, once that person is there', async () => {
    const code = (await makeWelcomeCode(db, 'boss@example.com'))!
    await db.insert(people).values({ name: 'Boss', email: 'boss@example.com' })
    expect(await makeWelcomeCode(db, 'boss@example.com')).toBeUndefined()
    await expect(come(code, {}, 'boss@example.com')).rejects.toMatchObject({ code: 'already_exists' })
  })
})

describe('over HTTP', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ operatorEmail: 'boss@example.com' })
  })
  afterAll(() => service.close())

  test('somebody comes in, is signed in, and nobody comes after them', async () => {
    const browse = browserOf(service.url)
    const session = async (ask = browse) => (await (await ask('/management/session')).json()) as object
    expect(await session()).toEqual({ person: null, organizations: [], needs_owner: true })
    const code = await makeWelcomeCode(service.storage.db, 'boss@example.com')
    const foreign = { ...post({ ...ADA, code }), headers: { origin: 'https://evil.example' } }
    expect((await fetch(`${service.url}/management/welcome`, foreign)).status).toBe(403)
    const answer = await browse('/management/welcome', post({ ...ADA, code }))
    expect(answer.status).toBe(200)
    const theirs = browserOf(service.url, cookieIn(answer))
    expect(await session(theirs)).toMatchObject({ person: { email: 'ada@example.com', is_operator: true } })
    expect(await session()).toEqual({ person: null, organizations: [], needs_owner: false })
    const late = await browse('/management/welcome', post({ ...ADA, email: 'eve@example.com', code }))
    expect(late.status).toBe(409)
  })

  test('codes are guessed ten times', async () => {
    const statuses: number[] = []
    for (let each = 0; each < 11; each++)
      statuses.push((await browserOf(service.url)('/management/welcome', post({ ...ADA, code: 'x' }))).status)
    expect(statuses.at(-1)).toBe(429)
  })
})
