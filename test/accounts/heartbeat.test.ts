import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { eq, type SQL, sql } from 'drizzle-orm'
import { takeCharge } from '../../src/accounts/admission.ts'
import { Heartbeat, PROCESS_LEASE } from '../../src/accounts/heartbeat.ts'
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
  test('refunds nobody who lives after nobody could renew, and the dead a lease later', async () => {
    const { db } = storage
    const caller = await createMember(db, 100)
    const [first, second] = [new Heartbeat(db, silentLog()), new Heartbeat(db, silentLog())]
    await first.start(false)
    await second.start(false)
    const dead = crypto.randomUUID()
    for (const processId of [second.id, dead])
      await takeCharge(db, { id: crypto.randomUUID(), caller, credits: 10, processId })
    await rows(db, sql`UPDATE processes SET until = clock_timestamp() - interval '1 minute'`) // its clock was set ahead
    const lives = (id: string) =>
      db.$count(processes, sql`${eq(processes.id, id)} AND ${processes.until} > clock_timestamp()`)
    await eventually(async () => (await lives(first.id)) === 1 && (await lives(second.id)) === 1)
    const open = async () =>
      (await db.select({ by: openCharges.processId }).from(openCharges)).map(({ by }) => by).sort()
    expect(await open()).toEqual([second.id, dead].sort())
    const now = performance.now
    const later = spyOn(performance, 'now')
    later.mockImplementation(() => now.call(performance) + PROCESS_LEASE * 1000)
    await eventually(async () => (await open()).length === 1)
    later.mockRestore()
    expect(await open()).toEqual([second.id])
    await Promise.all([first.stop(), second.stop()])
  })
})
