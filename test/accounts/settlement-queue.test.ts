import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { takeCharge } from '../../src/accounts/admission.ts'
import { SettlementQueue } from '../../src/accounts/settlement-queue.ts'
import type { Database, Storage } from '../../src/storage/database.ts'
import { ConnectionsBusy, withoutStatement } from '../../src/storage/unavailable.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { books } from '../support/books.ts'
import { databases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { type Failure, failing } from '../support/failing-database.ts'
import { createMember, type Member } from '../support/member.ts'

const CHARGES = 100
/** Charges for which it takes two statements. */
const MORE_THAN_A_BATCH = 251

let storage: Storage
beforeAll(async () => {
  storage = await databases.at(-1)!.open()
})
afterAll(() => storage.close())

async function charge(caller: Member): Promise<string> {
  const id = crypto.randomUUID()
  await takeCharge(storage.db, { id, caller, credits: 1, processId: crypto.randomUUID() })
  return id
}

function charges(caller: Member): Promise<string[]> {
  return Promise.all(Array.from({ length: CHARGES }, () => charge(caller)))
}

/** A queue, what it logs, and the number of its statements. */
function queue(failure: (statement: string) => Failure) {
  const log: string[] = []
  const seen = { statements: 0, log }
  const db: Database = failing(storage.db, (statement) => {
    seen.statements++
    return failure(statement)
  })
  return { settlements: new SettlementQueue(db, createLog({ write: (line) => void log.push(line) })), seen }
}

test('a hundred settlements that fail are tried again together, each recorded once, with a few lines in the log', async () => {
  const caller = await createMember(storage.db, 1000)
  const ids = await charges(caller)
  /** The attempts of each settlement, and two rounds of retries. */
  const failures = CHARGES + 2
  const { settlements, seen } = queue(() => (seen.statements <= failures ? 'before' : 'never'))
  for (const [index, id] of ids.entries())
    void settlements.settle(caller.organizationId, [id], index % 2 === 0 ? 'confirmed' : 'refunded')
  await settlements.drained()
  expect(seen.statements).toBe(failures + 2)
  expect(seen.log.length).toBeLessThanOrEqual(4)
  expect(await books(storage.db, caller.organizationId)).toMatchObject({
    open: 0,
    confirmed: CHARGES / 2,
    refunded: CHARGES / 2,
    balance: 1000 - CHARGES / 2,
  })
})

test('more charges than one statement settles are all settled', async () => {
  const caller = await createMember(storage.db, 1000)
  const { settlements } = queue(() => 'never')
  const ids: string[] = []
  while (ids.length < MORE_THAN_A_BATCH) ids.push(...(await charges(caller)))
  await settlements.settle(caller.organizationId, ids, 'confirmed')
  await settlements.drained()
  expect(await books(storage.db, caller.organizationId)).toMatchObject({ open: 0, confirmed: ids.length })
})

test('more charges than one statement voids can all be taken no more', async () => {
  const caller = await createMember(storage.db, 1000)
  const { settlements, seen } = queue(() => (seen.statements === 1 ? 'before' : 'never'))
  const charges = Array.from({ length: MORE_THAN_A_BATCH }, () => {
    return { id: crypto.randomUUID(), caller, credits: 1, processId: crypto.randomUUID() }
  })
  void settlements.void(charges[0]!)
  await eventually(() => seen.log.length > 0) // the others wait for the next attempt
  for (const each of charges.slice(1)) void settlements.void(each)
  await settlements.drained()
  for (const each of charges) {
    const refusal: unknown = await takeCharge(storage.db, each).catch(withoutStatement)
    expect(refusal).toMatchObject({ code: '23505' }) // its id is taken
  }
  expect(await books(storage.db, caller.organizationId)).toMatchObject({ open: 0, balance: 1000 })
})

test('while the database is away, and no longer, what is new waits for the next attempt', async () => {
  const caller = await createMember(storage.db, 1000)
  const [first, ...others] = await charges(caller)
  const { settlements, seen } = queue(() => (seen.statements <= 3 ? 'before' : 'never'))
  void settlements.settle(caller.organizationId, [first!], 'refunded')
  await eventually(() => seen.log.length > 0)
  for (const id of others) void settlements.settle(caller.organizationId, [id], 'refunded')
  await settlements.drained()
  expect(seen.statements).toBeLessThanOrEqual(5)
  const { retries } = settlements
  await settlements.settle(caller.organizationId, [await charge(caller)], 'refunded')
  expect(settlements.retries).toBe(retries) // once it is back, what is new is recorded at once
  expect((await books(storage.db, caller.organizationId)).open).toBe(0)
})

/** A database that does something before each statement, by the values in it. */
function intercepted(before: (values: readonly unknown[]) => void): Database {
  const dialect = new PgDialect()
  const execute = async (statement: SQL) => {
    before(dialect.sqlToQuery(statement).params.flat())
    return storage.db.execute(statement)
  }
  return new Proxy(storage.db, {
    get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)),
  })
}

const openCredits = async (caller: Member) => (await books(storage.db, caller.organizationId)).open

test('a settlement that comes while another is tried again is recorded, too', async () => {
  const caller = await createMember(storage.db, 1000)
  const [first, late] = [await charge(caller), await charge(caller)]
  let statements = 0
  const db = intercepted(() => {
    statements++
    if (statements === 1) throw new Error('connection refused')
    if (statements === 2) void settlements.settle(caller.organizationId, [late], 'confirmed')
  })
  const settlements = new SettlementQueue(db, createLog({ write: () => {} }))
  await settlements.settle(caller.organizationId, [first], 'confirmed')
  await eventually(() => settlements.length === 0)
  expect(await openCredits(caller)).toBe(0)
})

test.each([
  ['cannot be reached', undefined],
  ['has no connection left', '53300'],
  ['is starting', '57P03'],
  ['has broken the connection off', '08006'],
])('a database that %s is asked for one organization only, until it answers', async (_, code) => {
  const [one, other] = [await createMember(storage.db, 1000), await createMember(storage.db, 1000)]
  const [ofOne, ofOther] = [await charge(one), await charge(other)]
  const asked: string[] = []
  const log: string[] = []
  const db = intercepted((values) => {
    asked.push(values.includes(ofOne) ? 'one' : 'other')
    if (asked.length <= 2) throw Object.assign(new Error('away'), code && { code })
  })
  const settlements = new SettlementQueue(db, createLog({ write: (line) => void log.push(line) }))
  void settlements.settle(one.organizationId, [ofOne], 'refunded')
  await eventually(() => log.length > 0)
  void settlements.settle(other.organizationId, [ofOther], 'refunded')
  await settlements.drained()
  expect(asked).toEqual(['one', 'one', 'one', 'other'])
})

test.each([
  ['a lock', () => Object.assign(new Error('canceling statement'), { code: '57014' })],
  ['want of a free connection', () => new ConnectionsBusy('all in use')],
])('settlements of one organization that fail for %s do not delay those of others', async (_, failure) => {
  const [locked, other] = [await createMember(storage.db, 1000), await createMember(storage.db, 1000)]
  const [id, late] = [await charge(locked), await charge(locked)]
  let isLocked = true
  let isTriedAlone = false
  const db = intercepted((values) => {
    if (values.includes(late) && !values.includes(id)) isTriedAlone = true
    if (isLocked && values.includes(id)) throw failure()
  })
  const settlements = new SettlementQueue(db, createLog({ write: () => {} }))
  await settlements.settle(locked.organizationId, [id], 'refunded') // not within its second
  await settlements.settle(other.organizationId, [await charge(other)], 'refunded')
  expect([await openCredits(locked), await openCredits(other)]).toEqual([2, 0])
  void settlements.settle(locked.organizationId, [late], 'refunded')
  isLocked = false
  await settlements.drained()
  expect(await openCredits(locked)).toBe(0)
  expect(isTriedAlone).toBe(false) // it waited for the one before it
})
