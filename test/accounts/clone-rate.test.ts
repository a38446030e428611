import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { countClone } from '../../src/accounts/clone-rate.ts'
import { createOrganization, setLimits, setTier } from '../../src/accounts/organizations.ts'
import { type Database, openPostgres, rows, type Storage } from '../../src/storage/database.ts'
import { createTemporaryPostgres, databases } from '../support/databases.ts'

async function organization(db: Database, clonesPerHour: number | null = null): Promise<string> {
  const { organizationId } = (await createOrganization(db, crypto.randomUUID()))!
  await setLimits(db, organizationId, { clonesPerHour })
  return organizationId
}

/** Starts this many clones at once, in turn through each database, and returns how many were counted. */
async function start(dbs: readonly Database[], id: string, count: number): Promise<number> {
  const asked = await Promise.all(
    Array.from({ length: count }, (_, index) => countClone(dbs[index % dbs.length]!, id)),
  )
  return asked.filter((refusal) => refusal === undefined).length
}

/** Lets time pass for an organization: every clone was this many seconds earlier. */
async function later(db: Database, id: string, seconds: number): Promise<void> {
  await rows(
    db,
    sql`UPDATE request_windows SET clones = ARRAY(SELECT at - ${seconds}::float8 FROM unnest(clones) at)
      WHERE organization_id = ${id}`,
  )
}

describe.each(databases)('on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  beforeAll(async () => {
    storage = await open()
    db = storage.db
  })
  afterAll(() => storage.close())

  test('however many start at once, as many are counted as the tier has', async () => {
    const [one, other] = [await organization(db), await organization(db)]
    expect(await start([db], one, 80)).toBe(60)
    await setTier(db, other, 'tier2')
    expect(await start([db], other, 80)).toBe(80)
    expect((await countClone(db, one))!.limit).toBe(60)
  })

  test('each counts for an hour, and who is refused is told truly when to come again', async () => {
    const id = await organization(db, 2)
    expect(await start([db], id, 1)).toBe(1)
    await later(db, id, 1000)
    expect(await start([db], id, 2)).toBe(1)
    const { wait } = (await countClone(db, id))!
    expect(wait).toBeWithin(2_000_000, 2_600_001)
    await later(db, id, wait / 1000 - 60)
    expect(await start([db], id, 1)).toBe(0)
    await later(db, id, 60)
    expect(await start([db], id, 2)).toBe(1)
  })

  test('one that a clock has counted that was set back since is forgotten, but not if it is ahead a little', async () => {
    const id = await organization(db, 2)
    expect(await start([db], id, 3)).toBe(2)
    await later(db, id, -30)
    expect(await start([db], id, 3)).toBe(0)
    await later(db, id, -86_400)
    expect(await start([db], id, 3)).toBe(2)
  })

  test('one that is refused does not count', async () => {
    const id = await organization(db, 1)
    expect(await start([db], id, 5)).toBe(1)
    await later(db, id, 3600)
    expect(await start([db], id, 5)).toBe(1)
  })

  test('the limit can be lowered below what has started, to none, and be taken back', async () => {
    const id = await organization(db)
    await start([db], id, 1)
    await later(db, id, 600)
    await start([db], id, 3)
    await setLimits(db, id, { clonesPerHour: 3 })
    const { limit, wait } = (await countClone(db, id))!
    expect(limit).toBe(3)
    expect(wait).toBeWithin(3_400_000, 3_600_001) // one of the three has to end too
    await setLimits(db, id, { clonesPerHour: 0 })
    expect(await countClone(db, id)).toEqual({ limit: 0, wait: 3_600_000 })
    await setLimits(db, id, { clonesPerHour: null })
    expect(await start([db], id, 60)).toBe(56)
  })
})

const POSTGRES = process.env.TEST_DATABASE_URL

test.skipIf(POSTGRES === undefined)('the limit holds over several processes', async () => {
  const database = await createTemporaryPostgres(POSTGRES!)
  const pools = [await openPostgres(database.url), await openPostgres(database.url)]
  const dbs = pools.map(({ db }) => db)
  try {
    const id = await organization(dbs[0]!, 7)
    for (let round = 0; round < 10; round++) {
      expect(await start(dbs, id, 30)).toBe(7)
      await later(dbs[0]!, id, 3600)
    }
  } finally {
    await Promise.all(pools.map((pool) => pool.close()))
    await database.drop()
  }
})
