import { afterEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { generateKey } from '../../src/accounts/api-key.ts'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import type { Series } from '../../src/management/usage/usage-answers.ts'
import { openPostgres, rows, type Storage } from '../../src/storage/database.ts'
import { newDataFolder, openLeft } from '../support/data-folder.ts'
import { createTemporaryPostgres } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { type Purr, startPurr } from '../support/process.ts'
import { goodRequest, post } from '../support/request.ts'

const POSTGRES = process.env.TEST_DATABASE_URL
const TEXT = 'Meow.'

const running: Purr[] = []
afterEach(async () => {
  for (const purr of running.splice(0)) {
    await purr.stop()
    await purr.remove()
  }
})

async function start(env: Record<string, string>): Promise<Purr> {
  const purr = await startPurr(env)
  running.push(purr)
  return purr
}

async function speak({ url, key }: Purr, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const answer = await post(`${url}/tts/bytes`, key, { ...goodRequest, transcript: TEXT })
    expect(answer.status).toBe(200)
    await answer.bytes()
  }
}

async function kill(purr: Purr): Promise<void> {
  process.kill(purr.pid, 'SIGKILL')
  await purr.stop() // waits until it is gone
}

/** The turns that a server tells of. */
async function told({ url }: Purr, managementKey: string): Promise<number> {
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${managementKey}` }
    return (await fetch(`${url}/management/${path}`, { headers })).json()
  }
  const { data } = (await ask('organizations')) as { data: { id: string }[] }
  const { totals } = (await ask(`organizations/${data[0]!.id}/usage`)) as Series
  return totals.turns
}

/** The turns that are counted: by each period the same, with keys and in all. */
async function countedIn({ db }: Storage): Promise<number> {
  const found = await rows<{ turns: number }>(
    db,
    sql`
      SELECT sum(turns)::int AS turns FROM usage GROUP BY period
      UNION ALL SELECT sum(turns)::int FROM usage_totals GROUP BY period`,
  )
  const sums = new Set(found.map(({ turns }) => turns))
  expect(sums.size).toBeLessThanOrEqual(1)
  return found[0]?.turns ?? 0
}

/** The turns that the ledger has, settled. */
async function paidIn({ db }: Storage): Promise<number> {
  const [row] = await rows<{ turns: number }>(
    db,
    sql`SELECT count(*)::int AS turns FROM settlements WHERE outcome = 'confirmed'`,
  )
  return row!.turns
}

test('a server that stops has counted every turn, and one that is killed all but the last seconds', async () => {
  const folder = await newDataFolder()
  const key = generateKey()
  const left = async <Answer>(read: (storage: Storage) => Promise<Answer>): Promise<Answer> => {
    const storage = await openLeft(folder)
    try {
      return await read(storage)
    } finally {
      await storage.close()
    }
  }
  const managementKey = await left(async ({ db }) => (await createManagementKey(db, null, 'test'))!.key)
  const env = { DATA_DIR: folder, PURR_API_KEY: key }
  const stopped = await start(env)
  await speak(stopped, 7)
  expect(await stopped.stop()).toBe(0)
  expect([await left(countedIn), await left(paidIn)]).toEqual([7, 7])

  const killed = await start(env)
  await speak(killed, 5)
  await eventually(async () => (await told(killed, managementKey)) === 12)
  await speak(killed, 3)
  await kill(killed)
  const counted = await left(countedIn)
  expect(counted).toBeGreaterThanOrEqual(12)
  expect(counted).toBeLessThanOrEqual(15)
  await (await start(env)).stop() // it refunds what was open
  expect(await left(countedIn)).toBe(counted)
}, 120_000)

test.skipIf(POSTGRES === undefined)(
  'of two servers one is killed: what it had counted is there, and all that the other one counts',
  async () => {
    const database = await createTemporaryPostgres(POSTGRES!)
    const key = generateKey()
    const env = { DATABASE_URL: database.url, PURR_API_KEY: key }
    const [killed, lives] = [await start(env), await start(env)]
    const storage = await openPostgres(database.url)
    await Promise.all([speak(killed, 5), speak(lives, 5)])
    await eventually(async () => (await countedIn(storage)) === 10)
    await speak(killed, 2)
    await kill(killed)
    await speak(lives, 5)
    expect(await lives.stop()).toBe(0)
    const counted = await countedIn(storage)
    expect(counted).toBeGreaterThanOrEqual(15)
    expect(counted).toBeLessThanOrEqual(17)
    await storage.close()
    for (const purr of running.splice(0)) await purr.remove()
    await database.drop()
  },
  120_000,
)
