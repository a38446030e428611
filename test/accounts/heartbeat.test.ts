import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq, type SQL, sql } from 'drizzle-orm'
import { takeCharge } from '../../src/accounts/admission.ts'
import { Heartbeat, PROCESS_LEASE, refundAbandoned, renew } from '../../src/accounts/heartbeat.ts'
import { rows, type Storage } from '../../src/storage/database.ts'
import { openCharges, processes } from '../../src/storage/schema.ts'
import { silentLog } from '../../src/telemetry/log.ts'
import { databases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { createMember } from '../support/member.ts'

describe.each(databases)('a heartbeat on $name', ({ open }) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await open()
  })
  afterAll(() => storage.close())

  test('whose renewal is on its way when it stops does not register its process again', async () => {
    const { db } = storage
    const [renewal, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let hasStarted = false
    let sent = 0
    const execute = async (statement: SQL) => {
      if (hasStarted && ++sent === 1) {
        renewal.resolve()
        await gate.promise
      }
      return db.execute(statement)
    }
    const slow = new Proxy(db, {
      get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)),
    })
    const heartbeat = new Heartbeat(slow, silentLog())
    await heartbeat.start(false)
    hasStarted = true
    const registered = () => db.$count(processes, eq(processes.id, heartbeat.id))
    expect(await registered()).toBe(1)
    await renewal.promise
    const stopped = heartbeat.stop()
    await Bun.sleep(100) // in which a process that waited for no renewal would be deregistered
    gate.resolve()
    await stopped
    await eventually(() => sent >= 3) // the renewal, and what follows it
    expect(await registered()).toBe(0)
  })
  /** Registers processes whose registrations end so many seconds from now, each with an open charge. */
  async function registered(ends: Readonly<Record<string, number>>): Promise<Map<string, string>> {
    await rows(storage.db, sql`DELETE FROM processes`)
    await refundAbandoned(storage.db)
    const caller = await createMember(storage.db, 100)
    const names = new Map<string, string>()
    for (const [name, seconds] of Object.entries(ends)) {
      const processId = crypto.randomUUID()
      names.set(processId, name)
      const until = sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`
      await rows(storage.db, sql`INSERT INTO processes (id, until) VALUES (${processId}, ${until})`)
      await takeCharge(storage.db, { id: crypto.randomUUID(), caller, credits: 10, processId })
    }
    return names
  }

  /** The processes that have an open charge. */
  async function charged(names: ReadonlyMap<string, string>): Promise<string[]> {
    const charges = await storage.db.select({ by: openCharges.processId }).from(openCharges)
    return charges.map(({ by }) => names.get(by)!).sort()
  }

  test.each([
    ['one was silent while others were heard', { living: 25, dead: -1 }, ['living']],
    ['nobody was heard for a minute', { first: -32, second: -30 }, ['first', 'second']],
    ['nobody was heard for 25 s', { first: -1, second: 5 }, ['first', 'second']],
    ['nobody was heard since one had died', { living: -3600, dead: -3631 }, ['living']],
    ['nobody was heard for days', { first: -200_000, second: -200_004 }, ['first', 'second']],
  ])('that starts when %s refunds only the dead', async (_, ends, spared) => {
    const names = await registered(ends)
    const heartbeat = new Heartbeat(storage.db, silentLog())
    await heartbeat.start(false)
    expect(await charged(names)).toEqual(spared)
    await heartbeat.stop()
  })
  test('that starts when nobody was heard refunds those who do not register again, a lease later', async () => {
    const names = await registered({ living: -60, dead: -60 })
    const heartbeat = new Heartbeat(storage.db, silentLog())
    await heartbeat.start(false)
    expect(await charged(names)).toEqual(['dead', 'living'])
    await rows(storage.db, sql`UPDATE processes SET until = until - make_interval(secs => ${PROCESS_LEASE})`)
    const [living] = [...names].find(([, name]) => name === 'living')!
    await renew(storage.db, living)
    await eventually(async () => !(await charged(names)).includes('dead'))
    expect(await charged(names)).toEqual(['living'])
    await heartbeat.stop()
  })
  test('that goes on when nobody was heard refunds nobody who lives', async () => {
    const names = await registered({ other: 25 })
    const heartbeat = new Heartbeat(storage.db, silentLog())
    await heartbeat.start(false)
    await rows(storage.db, sql`UPDATE processes SET until = clock_timestamp() - interval '1 minute'`) // its clock was set ahead
    const lives = () => storage.db.$count(processes, sql`${processes.until} > clock_timestamp()`)
    await eventually(async () => (await lives()) === 2)
    await Bun.sleep(200) // in which it would refund the other
    expect(await charged(names)).toEqual(['other'])
    await heartbeat.stop()
  })
  test('that were all away, and come back at once, spare each other', async () => {
    await registered({})
    const heartbeats = Array.from({ length: 8 }, () => new Heartbeat(storage.db, silentLog()))
    for (const heartbeat of heartbeats) await heartbeat.start(false)
    const caller = await createMember(storage.db, 100)
    for (const { id } of heartbeats)
      await takeCharge(storage.db, { id: crypto.randomUUID(), caller, credits: 10, processId: id })
    await rows(storage.db, sql`UPDATE processes SET until = clock_timestamp() - interval '1 minute'`)
    const late = Array.from({ length: 8 }, () => new Heartbeat(storage.db, silentLog()))
    await Promise.all(late.map((each) => each.start(false)))
    expect(await storage.db.$count(openCharges)).toBe(heartbeats.length)
    await Promise.all([...heartbeats, ...late].map((each) => each.stop()))
  })
})
