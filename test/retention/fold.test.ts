import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { takeCharge } from '../../src/accounts/admission.ts'
import { renew } from '../../src/accounts/heartbeat.ts'
import { foldedUpTo, verifyLedger } from '../../src/accounts/ledger-check.ts'
import { settle } from '../../src/accounts/settlement.ts'
import { foldCharges } from '../../src/retention/fold-charges.ts'
import { Retention } from '../../src/retention/retention.ts'
import { type Database, rows, type Storage } from '../../src/storage/database.ts'
import { openStorage } from '../../src/storage/open.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { createTemporaryPostgres, databases } from '../support/databases.ts'
import { failing } from '../support/failing-database.ts'
import { readLedger } from '../support/ledger-entries.ts'
import { createMember, type Member } from '../support/member.ts'
import { seeded } from '../support/random.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 5, 15, 13)
const CREDITS = 1e9

/** A charge as the ledger has it, and how it ended. */
interface Spent {
  readonly at: number
  readonly credits: number
  readonly outcome: 'confirmed' | 'refunded'
}

/** Charges of the ten days before now, at random times. */
function spendings(random: () => number, count: number): Spent[] {
  return Array.from({ length: count }, () => ({
    at: NOW - Math.floor(random() * 10 * DAY),
    credits: 1 + Math.floor(random() * 500),
    outcome: random() < 0.2 ? 'refunded' : 'confirmed',
  }))
}

/** Writes charges into the ledger as if they had been taken and settled at their times. */
async function spend(
  db: Database,
  { organizationId, keyId }: Member,
  spent: readonly Spent[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (let from = 0; from < spent.length; from += 500) {
      const some = spent.slice(from, from + 500)
      const [ats, credits, outcomes] = [
        sql.param(some.map(({ at }) => new Date(at).toISOString())),
        sql.param(some.map((each) => each.credits)),
        sql.param(some.map(({ outcome }) => outcome)),
      ]
      await tx.execute(sql`
        WITH spent AS (
          SELECT gen_random_uuid() AS id, at::timestamptz AS at, credits, outcome
          FROM unnest(${ats}::text[], ${credits}::bigint[], ${outcomes}::text[]) AS s(at, credits, outcome)
        ), charged AS (
          INSERT INTO charges (id, organization_id, key_id, credits, created_at)
          SELECT id, ${organizationId}::uuid, ${keyId}::uuid, credits, at FROM spent
        ), ended AS (
          INSERT INTO settlements (charge_id, outcome, created_at) SELECT id, outcome, at FROM spent
        )
        UPDATE organizations SET balance = balance
          - (SELECT coalesce(sum(credits), 0) FROM spent WHERE outcome = 'confirmed')
        WHERE id = ${organizationId}`)
    }
  })
}

/** The sums of the charges of each day that are older than a moment. */
function daysOf(spent: readonly Spent[], before = Number.POSITIVE_INFINITY) {
  const days = new Map<string, { transcripts: number; credits: number }>()
  for (const { at, credits, outcome } of spent) {
    if (at >= before || outcome === 'refunded') continue
    const day = new Date(at).toISOString().slice(0, 10)
    const sums = days.get(day) ?? { transcripts: 0, credits: 0 }
    days.set(day, { transcripts: sums.transcripts + 1, credits: sums.credits + credits })
  }
  return days
}

async function foldedDays(db: Database, { organizationId }: Member) {
  const { daily } = await readLedger(db)
  const theirs = daily.filter((each) => each.organizationId === organizationId)
  return new Map(theirs.map(({ day, transcripts, credits }) => [day, { transcripts, credits }]))
}

async function chargesOf(db: Database, { organizationId }: Member) {
  return (await readLedger(db)).charges.filter((each) => each.organizationId === organizationId)
}

async function balanceOf(db: Database, { organizationId }: Member): Promise<number> {
  return (await readLedger(db)).organizations.find(({ id }) => id === organizationId)!.balance
}

describe.each(databases)('old charges on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  const random = seeded(16)
  beforeAll(async () => {
    storage = await open()
    db = storage.db
  })
  afterAll(() => storage.close())

  test('become sums of a day, and the ledger adds up at every moment', async () => {
    const [member, other] = [await createMember(db, CREDITS), await createMember(db, CREDITS)]
    const spent = spendings(random, 700)
    await spend(db, member, spent)
    await spend(db, other, spent)
    const balance = await balanceOf(db, member)
    const before = new Date(NOW - 3 * DAY)
    const old = spent.filter(({ at }) => at < before.getTime())
    const folding = foldCharges(db, member.organizationId, before, 50) // long enough for several looks
    let isFolding = true
    void folding.finally(() => {
      isFolding = false
    })
    let looks = 0
    while (isFolding || looks === 0) {
      expect(await verifyLedger(db)).toEqual([])
      expect(await balanceOf(db, member)).toBe(balance)
      looks++
    }
    expect(await folding).toBe(old.length)
    expect(looks).toBeGreaterThan(1)
    expect(await foldedDays(db, member)).toEqual(daysOf(old))
    expect((await chargesOf(db, member)).length).toBe(spent.length - old.length)
    expect(await foldedDays(db, other)).toEqual(new Map())
    expect((await chargesOf(db, other)).length).toBe(spent.length)
    expect(await foldCharges(db, member.organizationId, before, 1)).toBe(0)
    const later = new Date(NOW)
    await foldCharges(db, member.organizationId, later, 1) // the rest of a day is added to its sum
    expect(await foldedDays(db, member)).toEqual(daysOf(spent))
    expect(await foldedUpTo(db, member.organizationId)).toBe([...daysOf(spent).keys()].toSorted().at(-1))
    expect(await foldedUpTo(db, other.organizationId)).toBeUndefined()
    expect(await verifyLedger(db)).toEqual([])
  })

  test('that are open stay, and are settled and folded later', async () => {
    const member = await createMember(db, CREDITS)
    const processId = crypto.randomUUID()
    const [kept, refunded] = [crypto.randomUUID(), crypto.randomUUID()]
    for (const id of [kept, refunded])
      expect(await takeCharge(db, { id, caller: member, credits: 70, processId })).toBe('taken')
    const fold = () => foldCharges(db, member.organizationId, new Date(Date.now() + DAY), 1)
    expect(await fold()).toBe(0)
    await settle(db, [kept], 'confirmed', member.organizationId)
    expect(await fold()).toBe(1)
    await settle(db, [kept], 'refunded', member.organizationId) // a repetition changes nothing
    await settle(db, [refunded], 'refunded', member.organizationId)
    expect(await balanceOf(db, member)).toBe(CREDITS - 70)
    expect(await fold()).toBe(1)
    expect([...(await foldedDays(db, member)).values()]).toEqual([{ transcripts: 1, credits: 70 }])
    expect(await verifyLedger(db)).toEqual([])
  })

  test('are folded however many of the others are open', async () => {
    const member = await createMember(db, CREDITS)
    const processId = crypto.randomUUID()
    for (let n = 0; n < 3; n++) {
      const id = crypto.randomUUID()
      expect(await takeCharge(db, { id, caller: member, credits: 1, processId })).toBe('taken')
      await db.execute(
        sql`UPDATE charges SET created_at = to_timestamp(${NOW / 1000 - n}) - interval '20 days' WHERE id = ${id}`,
      )
    }
    const spent = spendings(random, 250)
    await spend(db, member, spent)
    expect(await foldCharges(db, member.organizationId, new Date(NOW), 1)).toBe(spent.length)
    const left = (await chargesOf(db, member)).map(({ id }) => id)
    expect(left.length).toBe(3)
    await settle(db, left, 'refunded', member.organizationId)
    expect(await foldCharges(db, member.organizationId, new Date(NOW), 1)).toBe(3)
    expect(await verifyLedger(db)).toEqual([])
  })

  test('are folded every hour by one of the servers, whole days at a time', async () => {
    const member = await createMember(db, CREDITS)
    const spent = spendings(random, 300)
    await spend(db, member, spent)
    const ids = ['a', 'f'].map((digit) => crypto.randomUUID().replace(/^./, digit))
    for (const id of ids) await renew(db, id)
    await rows(db, sql`DELETE FROM processes WHERE id NOT IN (${ids[0]}::uuid, ${ids[1]}::uuid)`)
    let swept = 0
    const server = (processId: string) =>
      new Retention({
        db,
        processId,
        log: createLog({ write: () => {} }),
        days: 4,
        removeOrphans: async () => swept++,
        now: async () => NOW,
      })
    expect(await server(ids[1]!).round()).toBe(0)
    const kept = Date.UTC(2026, 5, 11)
    const old = spent.filter(({ at }) => at < kept)
    expect(await server(ids[0]!).round()).toBeGreaterThanOrEqual(old.length)
    expect(await foldedDays(db, member)).toEqual(daysOf(spent, kept))
    expect((await chargesOf(db, member)).map(({ createdAt }) => createdAt.getTime() >= kept)).not.toContain(
      false,
    )
    await rows(db, sql`DELETE FROM processes WHERE id = ${ids[0]}`)
    await spend(db, member, old)
    expect(await server(ids[1]!).round()).toBe(old.length)
    expect(swept).toBe(3)
    expect(await verifyLedger(db)).toEqual([])
  })

  test('that cannot be folded are logged, and folded in the next round', async () => {
    const member = await createMember(db, CREDITS)
    await spend(db, member, spendings(random, 20))
    const lines: string[] = []
    const processId = '00000000-0000-4000-8000-000000000000'
    await renew(db, processId)
    let isBroken = true
    const retention = new Retention({
      db,
      processId,
      log: createLog({ write: (line) => void lines.push(line) }),
      days: 1,
      removeOrphans: async () => {},
      now: async () => {
        if (isBroken) throw new Error('the clock is away')
        return NOW + 2 * DAY
      },
    })
    expect(await retention.round()).toBe(0)
    expect(lines.join()).toContain('the clock is away')
    isBroken = false
    expect(await retention.round()).toBeGreaterThan(0)
    expect(await chargesOf(db, member)).toEqual([])
  })

  test('are folded also where what is on the disk cannot be removed', async () => {
    const member = await createMember(db, CREDITS)
    await spend(db, member, spendings(random, 20))
    const lines: string[] = []
    const processId = '00000000-0000-4000-8000-000000000000'
    await renew(db, processId)
    const retention = new Retention({
      db,
      processId,
      log: createLog({ write: (line) => void lines.push(line) }),
      days: 1,
      removeOrphans: () => Promise.reject(new Error('the disk is away')),
      now: async () => NOW + 2 * DAY,
    })
    expect(await retention.round()).toBeGreaterThan(0)
    expect(await chargesOf(db, member)).toEqual([])
    expect(lines.join()).toContain('the disk is away')
  })

  test('of an organization that cannot be folded leave the others theirs', async () => {
    const members = await Promise.all([1, 2, 3].map(() => createMember(db, CREDITS)))
    for (const member of members) await spend(db, member, spendings(random, 5))
    const lines: string[] = []
    const processId = '00000000-0000-4000-8000-000000000000'
    await renew(db, processId)
    let statements = 0
    const retention = new Retention({
      db: failing(db, (statement) =>
        statement.includes('daily_charges') && ++statements === 1 ? 'before' : 'never',
      ),
      processId,
      log: createLog({ write: (line) => void lines.push(line) }),
      days: 1,
      removeOrphans: async () => {},
      now: async () => NOW + 2 * DAY,
    })
    expect(await retention.round()).toBeGreaterThanOrEqual(10)
    expect(lines.join()).toContain('"organizations":1')
    expect(await retention.round()).toBe(5)
    for (const member of members) expect(await chargesOf(db, member)).toEqual([])
  })
})

const POSTGRES = process.env.TEST_DATABASE_URL

describe.each(['PGlite', ...(POSTGRES === undefined ? [] : ['Postgres'])])('on %s', (name) => {
  test('a process that is killed while it folds has folded each charge once or not at all', async () => {
    const dataDir = await newDataFolder()
    const postgres = name === 'Postgres' ? await createTemporaryPostgres(POSTGRES!) : undefined
    const opened = () => openStorage({ dataDir, databaseUrl: postgres?.url })
    const spent = spendings(seeded(9), 3000)
    let storage = await opened()
    const member = await createMember(storage.db, CREDITS)
    await spend(storage.db, member, spent)
    const balance = await balanceOf(storage.db, member)
    const random = seeded(4)
    let left = spent.length
    for (let round = 0; round < 3; round++) {
      await storage.close()
      const script = join(import.meta.dir, 'fold-in-a-process.ts')
      const folding = Bun.spawn(
        [process.execPath, script, member.organizationId, dataDir, postgres?.url ?? ''],
        {
          stdout: 'pipe',
          stderr: 'inherit',
        },
      )
      await folding.stdout.getReader().read()
      await Bun.sleep(random() * 150)
      folding.kill('SIGKILL')
      await folding.exited
      storage = await opened()
      expect(await verifyLedger(storage.db)).toEqual([])
      // At one moment: Postgres may still be at the last statement of the process.
      const read = storage.db.transaction(readLedger, { isolationLevel: 'repeatable read' })
      const { charges, settlements } = await read
      const remaining = charges.length
      expect(settlements.length).toBe(remaining)
      expect(remaining).toBeLessThanOrEqual(left)
      left = remaining
    }
    await foldCharges(storage.db, member.organizationId, new Date(), 0)
    expect(await foldedDays(storage.db, member)).toEqual(daysOf(spent))
    expect(await balanceOf(storage.db, member)).toBe(balance)
    await storage.close()
    await postgres?.drop()
    await rm(dataDir, { recursive: true })
  })
})
