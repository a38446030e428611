import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { takeCharge } from '../../src/accounts/admission.ts'
import { generateKey } from '../../src/accounts/api-key.ts'
import { authorize, authorizeKeyId, type Caller } from '../../src/accounts/authorize.ts'
import { deregister, PROCESS_LEASE, refundAbandoned, renew } from '../../src/accounts/heartbeat.ts'
import { listKeys, revokeKey } from '../../src/accounts/keys.ts'
import {
  createManagementKey,
  listManagementKeys,
  MAX_MANAGEMENT_KEYS,
} from '../../src/accounts/management-keys.ts'
import { ensureFirstOrganization, listOrganizations } from '../../src/accounts/organizations.ts'
import { price } from '../../src/accounts/price.ts'
import { purchase } from '../../src/accounts/purchases.ts'
import { settle, voidCharges } from '../../src/accounts/settlement.ts'
import { type Database, rows, type Storage } from '../../src/storage/database.ts'
import { databases } from '../support/databases.ts'
import { failing } from '../support/failing-database.ts'
import { createMember } from '../support/member.ts'
import { seeded } from '../support/random.ts'

/** A process that is not there. */
const DEAD = crypto.randomUUID()

/** Takes a charge; gives its id when the balance covered it. */
async function take(db: Database, caller: Caller, credits: number): Promise<string | undefined> {
  const id = crypto.randomUUID()
  return (await takeCharge(db, { id, caller, credits, processId: DEAD })) === 'taken' ? id : undefined
}

/** The balance as it is stored, and as the ledger's entries make it. */
async function balances(db: Database, organizationId: string): Promise<{ stored: number; entries: number }> {
  const [row] = await rows<{ stored: string; entries: string }>(
    db,
    sql`
      SELECT o.balance::text AS stored, (
        coalesce((SELECT sum(credits) FROM purchases WHERE organization_id = o.id), 0)
        - coalesce((SELECT sum(c.credits) FROM charges c LEFT JOIN settlements s ON s.charge_id = c.id
                    WHERE c.organization_id = o.id AND s.outcome IS DISTINCT FROM 'refunded'), 0)
      )::text AS entries FROM organizations o WHERE o.id = ${organizationId}`,
  )
  return { stored: Number(row!.stored), entries: Number(row!.entries) }
}

test.each([
  ['abc', 3],
  ['', 0],
  ['é', 1],
  ['e\u0301', 2],
  ['😀', 1],
  ['👨‍👩‍👧', 5],
  ['a b', 3],
])('%j costs %d credits: one for each code point', (transcript, credits) => {
  expect(price(transcript)).toBe(credits)
})

describe.each(databases)('on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  beforeAll(async () => {
    storage = await open()
    db = storage.db
  })
  afterAll(() => storage.close())

  test('the first start makes one organization, its credits and its key; the next start makes nothing', async () => {
    const key = await ensureFirstOrganization(db, { credits: 500 })
    const caller = (await authorize(db, key!))!
    expect(await balances(db, caller.organizationId)).toEqual({ stored: 500, entries: 500 })
    expect(await ensureFirstOrganization(db, { credits: 500 })).toBeUndefined()
  })

  test('servers that start together with one key share it; later starts are held to a valid key', async () => {
    const { db, close } = await open()
    const [key, other] = [generateKey(), generateKey()]
    const start = (given: string) => ensureFirstOrganization(db, { credits: 500, key: given })
    const made = await Promise.all(Array.from({ length: 8 }, () => start(key)))
    expect(made.filter((each) => each !== undefined)).toEqual([key])
    expect(await listOrganizations(db)).toHaveLength(1)
    await expect(start(other)).rejects.toThrow(/^PURR_API_KEY is not a key of this database, .+: unset it/)
    const ofAnother = await createMember(db, 0)
    expect(await start(ofAnother.key)).toBeUndefined()
    await revokeKey(db, key.slice(8, 16))
    await expect(start(key)).rejects.toThrow(/^PURR_API_KEY was revoked: unset it/)
    await close()
  })

  test('a key stands for its organization until it is revoked', async () => {
    const { key, organizationId, keyId } = await createMember(db, 0)
    expect(await authorize(db, key)).toEqual({ keyId, organizationId })
    expect(await authorizeKeyId(db, keyId)).toEqual({ keyId, organizationId })
    expect(await revokeKey(db, key.slice(8, 16))).toBe(keyId)
    expect(await authorize(db, key)).toBeUndefined()
    expect(await authorizeKeyId(db, keyId)).toBeUndefined()
    expect(await revokeKey(db, key.slice(8, 16))).toBeUndefined()
  })

  test('unknown and mistyped keys stand for nobody', async () => {
    expect(await authorize(db, generateKey())).toBeUndefined()
    expect(await authorize(db, 'nonsense')).toBeUndefined()
    expect(await authorizeKeyId(db, crypto.randomUUID())).toBeUndefined()
  })

  test('the use of a key is noted, and neither the key nor its secret is stored', async () => {
    const { key } = await createMember(db, 0)
    const listed = (await listKeys(db)).find(({ prefix }) => prefix === key.slice(8, 16))!
    expect(listed.lastUsedAt).toBeInstanceOf(Date)
    const stored = JSON.stringify(await rows(db, sql`SELECT encode(hash, 'hex') AS hash, k.* FROM keys k`))
    expect(stored).not.toContain(key.slice(17))
  })

  test('an owner never has more management keys than the limit, and each that was made is listed', async () => {
    const { organizationId } = await createMember(db, 0)
    for (const owner of [organizationId, null]) {
      await db.execute(sql`
        INSERT INTO management_keys (organization_id, name, prefix, hash)
        SELECT ${owner}::uuid, 'one of many', gen_random_uuid(), '' FROM generate_series(2, ${MAX_MANAGEMENT_KEYS})`)
      const tries = await Promise.all(
        Array.from({ length: 5 }, () => createManagementKey(db, owner, 'the last one')),
      )
      const made = tries.flatMap((each) => each ?? [])
      expect(made).toHaveLength(1)
      const listed = await listManagementKeys(db, owner)
      expect(listed).toHaveLength(MAX_MANAGEMENT_KEYS)
      expect(listed.map(({ id }) => id)).toContain(made[0]!.id)
    }
  })

  test('a purchase counts once for its reference', async () => {
    const { organizationId } = await createMember(db, 0)
    const bought = { credits: 70, cents: 0, provider: 'bank', reference: crypto.randomUUID() }
    expect(await purchase(db, organizationId, bought)).toBe(true)
    expect(await purchase(db, organizationId, bought)).toBe(false)
    expect(await balances(db, organizationId)).toEqual({ stored: 70, entries: 70 })
  })

  test('a charge that the balance does not cover takes nothing', async () => {
    const caller = await createMember(db, 10)
    expect(await take(db, caller, 11)).toBeUndefined()
    expect(await take(db, caller, 10)).toBeString()
    expect(await take(db, caller, 1)).toBeUndefined()
    expect(await balances(db, caller.organizationId)).toEqual({ stored: 0, entries: 0 })
  })

  test('a charge ends once: the first settlement stands', async () => {
    const caller = await createMember(db, 100)
    const refunded = (await take(db, caller, 30))!
    const confirmed = (await take(db, caller, 20))!
    for (const outcome of ['refunded', 'confirmed', 'refunded'] as const)
      await settle(db, [refunded], outcome)
    for (const outcome of ['confirmed', 'refunded'] as const) await settle(db, [confirmed], outcome)
    expect(await balances(db, caller.organizationId)).toEqual({ stored: 80, entries: 80 })
  })

  test('very many charges are ended in small statements, each of them once', async () => {
    const caller = await createMember(db, 1000)
    const ids: string[] = []
    for (let index = 0; index < 600; index++) ids.push((await take(db, caller, 1))!)
    let statements = 0
    const counting = failing(db, () => {
      statements++
      return 'never'
    })
    await settle(counting, [...ids, ids[0]!], 'refunded')
    expect(statements).toBe(3)
    expect(await balances(db, caller.organizationId)).toEqual({ stored: 1000, entries: 1000 })
  })

  test('a charge that is voided costs nothing, whether it was taken before, meanwhile, or would be later', async () => {
    const caller = await createMember(db, 100)
    const charge = () => ({ id: crypto.randomUUID(), caller, credits: 30, processId: DEAD })
    const [before, after, ...meanwhile] = [charge(), charge(), charge(), charge(), charge()]
    expect(await takeCharge(db, before!)).toBe('taken')
    await voidCharges(db, before!.caller.organizationId, [before!])
    await voidCharges(db, after!.caller.organizationId, [after!])
    await expect(takeCharge(db, after!)).rejects.toThrow()
    await Promise.allSettled(
      meanwhile.flatMap((each) => [
        takeCharge(db, each),
        voidCharges(db, each.caller.organizationId, [each]),
      ]),
    )
    expect(await balances(db, caller.organizationId)).toEqual({ stored: 100, entries: 100 })
    await voidCharges(db, before!.caller.organizationId, [before!])
    expect(await balances(db, caller.organizationId)).toEqual({ stored: 100, entries: 100 })
  })

  test('charges whose process died are refunded, once, and settled ones are left alone', async () => {
    await refundAbandoned(db) // those of the tests before
    const caller = await createMember(db, 100)
    await take(db, caller, 10)
    await take(db, caller, 20)
    await settle(db, [(await take(db, caller, 40))!], 'confirmed')
    expect(await refundAbandoned(db)).toBe(2)
    expect(await refundAbandoned(db)).toBe(0)
    expect(await balances(db, caller.organizationId)).toEqual({ stored: 60, entries: 60 })
  })

  test('charges whose process died before the clock was set back are refunded after one lease', async () => {
    const caller = await createMember(db, 100)
    await take(db, caller, 10)
    const later = (interval: string) =>
      rows(db, sql`UPDATE processes SET until = until + ${interval}::interval WHERE id = ${DEAD}`)
    await renew(db, DEAD)
    await later('1 hour') // on the clock as it was
    expect(await refundAbandoned(db)).toBe(0)
    await later(`-${PROCESS_LEASE} seconds`)
    expect(await refundAbandoned(db)).toBe(1)
    expect(await balances(db, caller.organizationId)).toEqual({ stored: 100, entries: 100 })
    await deregister(db, DEAD)
  })

  test('however charges and settlements interleave, the balance is what the entries say and never negative', async () => {
    const random = seeded(7)
    const callers = await Promise.all([50, 200, 1000].map((credits) => createMember(db, credits)))
    const open: string[] = []
    const act = async () => {
      const caller = callers[Math.floor(random() * callers.length)]!
      const action = random()
      if (action < 0.6) {
        const id = await take(db, caller, 1 + Math.floor(random() * 60))
        if (id !== undefined) open.push(id)
      } else {
        const id = open[Math.floor(random() * open.length)]
        if (id !== undefined) await settle(db, [id], action < 0.8 ? 'confirmed' : 'refunded')
      }
    }
    // No more at once: the embedded database does one after the other.
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 40 }, act))
    for (const { organizationId } of callers) {
      const { stored, entries } = await balances(db, organizationId)
      expect(stored).toBe(entries)
      expect(stored).toBeGreaterThanOrEqual(0)
    }
  })
})
