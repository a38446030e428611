import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { takeCharge } from '../../src/accounts/admission.ts'
import { SettlementQueue } from '../../src/accounts/settlement-queue.ts'
import type { Database, Storage } from '../../src/storage/database.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { books } from '../support/books.ts'
import { databases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { type Failure, failing } from '../support/failing-database.ts'
import { createMember, type Member } from '../support/member.ts'

const CHARGES = 100

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

test('while the database is away, what is new waits for the next attempt', async () => {
  const caller = await createMember(storage.db, 1000)
  const [first, ...others] = await charges(caller)
  const { settlements, seen } = queue(() => (seen.statements <= 3 ? 'before' : 'never'))
  void settlements.settle(caller.organizationId, [first!], 'refunded')
  await eventually(() => seen.log.length > 0)
  for (const id of others) void settlements.settle(caller.organizationId, [id], 'refunded')
  await settlements.drained()
  expect(seen.statements).toBeLessThanOrEqual(5)
  expect((await books(storage.db, caller.organizationId)).open).toBe(0)
})

test('one organization whose settlements fail does not delay those of others', async () => {
  const [locked, other] = [await createMember(storage.db, 1000), await createMember(storage.db, 1000)]
  const id = await charge(locked)
  const dialect = new PgDialect()
  let isLocked = true
  const execute = (statement: SQL) =>
    isLocked && dialect.sqlToQuery(statement).params.flat().includes(id)
      ? Promise.reject(Object.assign(new Error('canceling statement'), { code: '57014' }))
      : storage.db.execute(statement)
  const db = new Proxy(storage.db, {
    get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)),
  })
  const settlements = new SettlementQueue(db, createLog({ write: () => {} }))
  await settlements.settle(locked.organizationId, [id], 'refunded') // not within its second
  await settlements.settle(other.organizationId, [await charge(other)], 'refunded')
  const open = async (caller: Member) => (await books(storage.db, caller.organizationId)).open
  expect([await open(locked), await open(other)]).toEqual([1, 0])
  isLocked = false
  await settlements.drained()
  expect(await open(locked)).toBe(0)
})
