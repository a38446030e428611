import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import type { Slot } from '../../src/accounts/admission.ts'
import { LeaseRenewer } from '../../src/accounts/lease-renewer.ts'
import { type Database, openPostgres, rows, type Storage } from '../../src/storage/database.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { createTemporaryPostgres, databases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { failing } from '../support/failing-database.ts'
import { createMember, type Member } from '../support/member.ts'
import { startPostgresProxy } from '../support/postgres-proxy.ts'

const ORGANIZATIONS = 4
const TURNS = 100
const POSTGRES = process.env.TEST_DATABASE_URL

/** How many of some slots have a lease that ends after this many seconds. */
async function leased(db: Database, seconds: number, slots: readonly Slot[]): Promise<number> {
  const turns = sql.param(slots.map(({ turnId }) => turnId))
  const [row] = await rows<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM slots
      WHERE turn_id = ANY(${turns}::uuid[]) AND until > clock_timestamp() + make_interval(secs => ${seconds}::float8)`,
  )
  return row!.count
}

describe.each(databases)('on $name', ({ name, open }) => {
  let storage: Storage
  let db: Database
  let members: Member[]
  beforeAll(async () => {
    storage = await open()
    db = storage.db
    members = await Promise.all(Array.from({ length: ORGANIZATIONS }, () => createMember(db, 1_000_000)))
  })
  afterAll(() => storage.close())

  /** A renewer with the slots of 100 turns, and its statements about slots since then. */
  async function renewing() {
    const statements: string[] = []
    const counted = failing(db, (statement) => {
      statements.push(statement)
      return 'never'
    })
    const leases = new LeaseRenewer(counted, createLog())
    const slots: Slot[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const caller = members[turn % ORGANIZATIONS]!
      const charge = { id: crypto.randomUUID(), caller, credits: 1, processId: crypto.randomUUID() }
      const admission = await leases.admit(crypto.randomUUID(), charge)
      if (admission.is === 'admitted') slots.push(admission.slot)
    }
    expect(slots.length).toBe(TURNS)
    statements.length = 0
    return { leases, slots, statements }
  }

  const leasedFor = (seconds: number, slots: readonly Slot[]) => leased(db, seconds, slots)

  test('the slots of all organizations are renewed in one statement', async () => {
    const { leases, slots, statements } = await renewing()
    await rows(db, sql`UPDATE slots SET until = clock_timestamp() - interval '1 hour'`)
    await eventually(() => statements.length > 0)
    await eventually(async () => (await leasedFor(0, slots)) === TURNS)
    expect(statements.length).toBeLessThan(10)
    await Promise.all(slots.map((slot) => leases.release(slot)))
  })

  test('turns that end together release their slots in one statement', async () => {
    const { leases, slots, statements } = await renewing()
    await eventually(() => statements.length > 0) // a renewal is on its way
    const before = statements.length
    await Promise.all(slots.map((slot) => leases.release(slot)))
    expect(statements.length - before).toBeLessThanOrEqual(2) // the end of the renewal may have let one begin
    expect(await leasedFor(1, slots)).toBe(0)
  })

  test('a turn that speaks on at once keeps its slot', async () => {
    const { leases, slots } = await renewing()
    const [first, ...others] = slots
    const released = leases.release(first!)
    expect(await leases.resume(first!)).toBe(true)
    await released
    await eventually(async () => (await leasedFor(1.1, [first!])) === 1) // more than a released one has
    await Promise.all([first!, ...others].map((slot) => leases.release(slot)))
    expect(await leasedFor(1, slots)).toBe(0)
  })

  /** A renewer with the slot of one turn of an organization of its own, whose further statements wait until they are let go. */
  async function holding() {
    const gate = Promise.withResolvers<void>()
    let isAdmitted = false
    let sent = 0
    const execute = async (statement: SQL) => {
      if (isAdmitted) {
        sent++
        await gate.promise
      }
      return db.execute(statement)
    }
    const slow = new Proxy(db, {
      get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)),
    })
    const leases = new LeaseRenewer(slow, createLog())
    const charge = {
      id: crypto.randomUUID(),
      caller: await createMember(db, 1_000_000),
      credits: 1,
      processId: crypto.randomUUID(),
    }
    const admission = await leases.admit(crypto.randomUUID(), charge)
    if (admission.is !== 'admitted') throw new Error(admission.is)
    isAdmitted = true
    return { leases, slot: admission.slot, letGo: gate.resolve, sent: () => sent }
  }

  test('a turn that speaks on while its slot is being released takes it again after that, and keeps it', async () => {
    const { leases, slot, letGo, sent } = await holding()
    const released = leases.release(slot)
    await eventually(() => sent() === 1)
    const resumed = leases.resume(slot)
    await Bun.sleep(0)
    expect(sent()).toBe(1)
    expect(leases.held).toBe(0)
    letGo()
    await released
    expect(await resumed).toBe(true)
    expect(leases.held).toBe(1)
    await leases.release(slot)
  })

  test('a slot that another turn has by now is not taken again', async () => {
    const { leases, slot, letGo } = await holding()
    letGo()
    await leases.release(slot)
    await rows(
      db,
      sql`UPDATE slots SET turn_id = ${crypto.randomUUID()}::uuid
        WHERE organization_id = ${slot.organizationId} AND number = ${slot.number}`,
    )
    expect(await leases.resume(slot)).toBe(false)
    expect(leases.held).toBe(0)
  })

  test.if(name === 'Postgres')(
    'a slot that another statement has locked lets the leases of no others run out',
    async () => {
      const { leases, slots } = await renewing()
      const [locked, ...others] = slots
      await db.transaction(async (tx) => {
        await tx.execute(sql`SELECT FROM slots WHERE turn_id = ${locked!.turnId} FOR UPDATE`)
        await rows(
          db,
          sql`UPDATE slots SET until = clock_timestamp() - interval '1 hour' WHERE turn_id <> ${locked!.turnId}`,
        )
        await eventually(async () => (await leasedFor(0, others)) === TURNS - 1)
      })
      await Promise.all(slots.map((slot) => leases.release(slot)))
    },
  )
})

test.skipIf(POSTGRES === undefined)(
  'a renewal on a dead connection is given up long before other statements, the next one takes another, and what arrives late undoes no release',
  async () => {
    const database = await createTemporaryPostgres(POSTGRES!)
    const proxy = await startPostgresProxy(database.url)
    const [near, remote] = [await openPostgres(database.url), await openPostgres(proxy.url)]
    try {
      const caller = await createMember(near.db, 1000)
      const leases = new LeaseRenewer(remote.db, createLog())
      const charge = { id: crypto.randomUUID(), caller, credits: 1, processId: crypto.randomUUID() }
      const admission = await leases.admit(crypto.randomUUID(), charge)
      if (admission.is !== 'admitted') throw new Error(admission.is)
      const { slot } = admission
      const setEnd = (end: string) =>
        rows(near.db, sql`UPDATE slots SET until = ${end}::timestamptz WHERE turn_id = ${slot.turnId}`)

      const otherFrozen = proxy.frozen('another statement')
      let isGivenUp = false
      const other = rows(remote.db, sql`SELECT 'another statement'`).catch(() => {
        isGivenUp = true
      })
      await otherFrozen
      const renewal = await proxy.frozen(slot.turnId)
      await setEnd('infinity') // until it is renewed
      await eventually(async () => (await leased(near.db, 1000, [slot])) === 0)
      expect(leases.failures).toBeGreaterThan(0)
      expect(isGivenUp).toBe(false)

      await leases.release(slot)
      await setEnd('-infinity')
      await renewal.deliver()
      expect(await leased(near.db, 0, [slot])).toBe(0)
      proxy.close()
      await other
    } finally {
      proxy.close()
      await remote.close()
      await near.close()
      await database.drop()
    }
  },
)
