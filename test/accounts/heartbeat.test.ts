import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq, type SQL } from 'drizzle-orm'
import { Heartbeat } from '../../src/accounts/heartbeat.ts'
import type { Storage } from '../../src/storage/database.ts'
import { processes } from '../../src/storage/schema.ts'
import { silentLog } from '../../src/telemetry/log.ts'
import { databases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'

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
})
