import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { setLimits } from '../../src/accounts/organizations.ts'
import { TIERS } from '../../src/accounts/tiers.ts'
import { type Database, openPostgres, type Storage } from '../../src/storage/database.ts'
import { checkRoom, deleteClone, keepClone, VoiceLimitReached } from '../../src/voices/clones.ts'
import { findVoice } from '../../src/voices/voices.ts'
import { CLONED } from '../support/controlled-cloner.ts'
import { createTemporaryPostgres, databases } from '../support/databases.ts'
import { createMember } from '../support/member.ts'
import { MODELS } from '../support/models.ts'

const clone = { name: 'Ann', description: '', language: 'en', ...CLONED }

async function organization(db: Database, voices: number | null = null): Promise<string> {
  const { organizationId } = await createMember(db, 0, { voices })
  return organizationId
}

/** Keeps this many clones at once, in turn through each database; gives the ids of those that were kept. */
async function keepAtOnce(
  dbs: readonly Database[],
  organizationId: string,
  count: number,
): Promise<string[]> {
  const kept = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      keepClone(dbs[index % dbs.length]!, organizationId, clone).catch(refusalOf),
    ),
  )
  const ids = kept.flatMap((voice) => (voice instanceof VoiceLimitReached ? [] : [voice.id]))
  expect(kept.filter((voice) => voice instanceof VoiceLimitReached).length).toBe(count - ids.length)
  return ids
}

function refusalOf(error: unknown): VoiceLimitReached {
  if (error instanceof VoiceLimitReached) return error
  throw error
}

describe.each(databases)('on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  beforeAll(async () => {
    storage = await open()
    db = storage.db
  })
  afterAll(() => storage.close())

  test('an organization has as many clones as its limit, however many come at once', async () => {
    const [one, other] = [await organization(db, 3), await organization(db, 3)]
    expect((await keepAtOnce([db], one, 12)).length).toBe(3)
    expect(await checkRoom(db, one).catch(refusalOf)).toMatchObject({ limit: 3 })
    expect((await keepAtOnce([db], other, 2)).length).toBe(2)
    expect(await checkRoom(db, other).catch(refusalOf)).toBeUndefined()
  })

  test('a clone that is deleted makes room for one', async () => {
    const id = await organization(db, 2)
    const [first] = await keepAtOnce([db], id, 2)
    await deleteClone(db, id, first!)
    expect((await keepAtOnce([db], id, 5)).length).toBe(1)
  })

  test('of two that come for the last place, one gets it', async () => {
    const id = await organization(db, 2)
    await keepAtOnce([db], id, 1)
    for (let round = 0; round < 20; round++) {
      const kept = await keepAtOnce([db], id, 2)
      expect(kept.length).toBe(1)
      await deleteClone(db, id, kept[0]!)
    }
  })

  test('the limit can be lowered below what there is, and taken back', async () => {
    const id = await organization(db, 2)
    const [first] = await keepAtOnce([db], id, 2)
    await setLimits(db, id, { voices: 0 })
    expect((await keepAtOnce([db], id, 1)).length).toBe(0)
    expect(await findVoice({ db, models: MODELS }, id, first!)).toMatchObject({
      name: 'Ann',
      speaker: CLONED.speaker,
    })
    await setLimits(db, id, { voices: null })
    expect((await keepAtOnce([db], id, TIERS.tier1.voices)).length).toBe(98)
  })
})

const POSTGRES = process.env.TEST_DATABASE_URL

test.skipIf(POSTGRES === undefined)('the limit holds over several processes', async () => {
  const database = await createTemporaryPostgres(POSTGRES!)
  const pools = [
    await openPostgres(database.url),
    await openPostgres(database.url),
    await openPostgres(database.url),
  ]
  const dbs = pools.map(({ db }) => db)
  try {
    const id = await organization(dbs[0]!, 7)
    for (let round = 0; round < 10; round++) {
      const kept = await keepAtOnce(dbs, id, 30)
      expect(kept.length).toBe(7)
      await Promise.all(kept.map((voice) => deleteClone(dbs[0]!, id, voice)))
    }
  } finally {
    await Promise.all(pools.map((pool) => pool.close()))
    await database.drop()
  }
})
