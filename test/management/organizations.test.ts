import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { databases } from '../support/databases.ts'
import { type Managed, startManaged } from '../support/managed.ts'

describe.each(databases)('organizations, on $name', (database) => {
  let managed: Managed
  let own: string
  beforeAll(async () => {
    managed = await startManaged(database)
    own = `organizations/${managed.member.organizationId}`
  })
  afterAll(() => managed.close())

  test('everybody lists their own with the role, the operator all, by name and page', async () => {
    const { organizationId: id } = managed.member
    for (const role of ['member', 'owner'] as const) {
      const { body } = await managed.as(role)('GET', 'organizations')
      expect(body.data).toMatchObject([{ id, role, balance: 1000 }])
    }
    expect((await managed.program('GET', 'organizations')).body.data).toMatchObject([{ id, role: 'owner' }])
    const { body: strangers } = await managed.as('stranger')('GET', `organizations?search=${id.slice(0, 8)}`)
    expect(strangers.data).toEqual([])
    const operator = managed.as('operator')
    for (const name of ['100% Acme', '100 Acme']) await operator('POST', 'organizations', { name })
    const { body: found } = await operator('GET', 'organizations?search=0%25%20acme')
    expect(found.data).toMatchObject([{ name: '100% Acme', role: 'operator' }])
    const names: string[] = []
    for (let after = ''; names.length < 4; ) {
      const { body } = await operator('GET', `organizations?limit=1${after}`)
      names.push(body.data[0].name)
      after = `&starting_after=${body.next_page}`
    }
    expect(new Set(names).size).toBe(4)
  })

  test('owners name theirs, the operator also sets tier and limits', async () => {
    const name = 'Acme Telephony'
    expect((await managed.as('member')('PATCH', own, { name })).status).toBe(403)
    expect((await managed.as('owner')('PATCH', own, { name })).body.name).toBe(name)
    expect((await managed.as('operator')('POST', 'organizations', { name })).status).toBe(409)
    for (const change of [{ tier: 'tier3' }, { own_limits: { voices: 5 } }]) {
      expect((await managed.as('owner')('PATCH', own, change)).body.error).toBe('not_granted')
      expect((await managed.program('PATCH', own, change)).body.error).toBe('not_granted')
    }
    for (const tier of ['gold', 'constructor'])
      expect((await managed.as('operator')('PATCH', own, { tier })).body.error).toBe('invalid_value')
    const limits = { requests_per_minute: null, concurrency: 300 }
    const { body } = await managed.as('operator')('PATCH', own, { tier: 'tier3', own_limits: limits })
    expect(body).toMatchObject({
      tier: 'tier3',
      limits: { requests_per_minute: 6000, concurrency: 300 },
      own_limits: { requests_per_minute: null, concurrency: 300, clones_per_hour: null },
    })
    const { body: back } = await managed.as('operator')('PATCH', own, { own_limits: { concurrency: null } })
    expect(back.limits.concurrency).toBe(100)
    const taken = await managed.as('stranger')('GET', 'organizations')
    const other = `organizations/${taken.body.data[0].id}`
    expect((await managed.as('stranger')('PATCH', other, { name })).status).toBe(409)
    expect((await managed.as('stranger')('PATCH', own, { name: 'x' })).status).toBe(404)
  })

  test('a name is given once, however many ask for it at the same time', async () => {
    const operator = managed.as('operator')
    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
    const make = () => operator('POST', 'organizations', { name: 'Made at once' })
    expect(statuses(await Promise.all([make(), make(), make()]))).toEqual([200, 409, 409])
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three'])
      ids.push((await operator('POST', 'organizations', { name })).body.id)
    const rename = (id: string) =>
      operator('PATCH', `organizations/${id}`, { name: 'Renamed at once', tier: 'tier3' })
    expect(statuses(await Promise.all(ids.map(rename)))).toEqual([200, 409, 409])
    const { body } = await operator('GET', 'organizations?search=at%20once')
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Made at once', 'Renamed at once'])
    const tiers = await Promise.all(
      ids.map(async (id) => (await operator('GET', `organizations/${id}`)).body.tier),
    )
    expect(tiers.sort()).toEqual(['tier1', 'tier1', 'tier3'])
  })

  test('a change that fails at its end has changed nothing', async () => {
    const { db } = managed.storage
    const operator = managed.as('operator')
    const { body: before } = await operator('GET', own)
    await db.execute(sql`ALTER TABLE slots ADD CONSTRAINT few CHECK (number <= 1000)`)
    const change = { name: 'Acme Radio', tier: 'tier2', own_limits: { concurrency: 1001 } }
    expect((await operator('PATCH', own, change)).status).toBe(503)
    await db.execute(sql`ALTER TABLE slots DROP CONSTRAINT few`)
    expect((await operator('GET', own)).body).toEqual(before)
    expect((await operator('PATCH', own, change)).body).toMatchObject({ name: 'Acme Radio', tier: 'tier2' })
  })
})
