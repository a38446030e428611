import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createKey } from '../../src/accounts/keys.ts'
import { createOrganization } from '../../src/accounts/organizations.ts'
import { commandLineRoutes } from '../../src/management/command-line-routes.ts'
import { rows, type Storage } from '../../src/storage/database.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { databases } from '../support/databases.ts'

describe.each(databases)('reports, on $name', ({ name, open }) => {
  let storage: Storage
  let routes: ReturnType<typeof commandLineRoutes>
  beforeAll(async () => {
    storage = await open()
    routes = commandLineRoutes({ db: storage.db, log: createLog() })
  })
  afterAll(() => storage.close())

  const ask = (path: string) => routes.handle(new Request(`http://purr/management/reports/${path}`))

  test('a key is found by its prefix, in its organization or in all', async () => {
    const { db } = storage
    const [{ organizationId: id, projectId }, other] = [
      (await createOrganization(db, 'Acme'))!,
      (await createOrganization(db, 'Other'))!,
    ]
    const prefix = (await createKey(db, projectId, 'phone')).slice(8, 16)
    await createKey(db, projectId, 'another')
    for (const path of [`key?prefix=${prefix}`, `key?prefix=${prefix}&organization=${id}`])
      expect(await (await ask(path)).json()).toMatchObject({ prefix, name: 'phone', organizationId: id })
    for (const path of ['key?prefix=unknown', `key?prefix=${prefix}&organization=${other.organizationId}`])
      expect((await ask(path)).status).toBe(404)
  })

  test('a database that fails is reported as such', async () => {
    const failed = await open()
    const { handle } = commandLineRoutes({ db: failed.db, log: createLog() })
    await failed.close()
    for (const path of ['keys', 'key?prefix=unknown', 'cloned-voices', 'ledger']) {
      const answer = await handle(new Request(`http://purr/management/reports/${path}`))
      expect([path, answer.status, await answer.json()]).toMatchObject([
        path,
        503,
        { error: 'billing_unavailable' },
      ])
    }
  })

  // The embedded database runs one transaction after another, so none waits for a lock.
  test.skipIf(name !== 'Postgres')('long lists are read to their end, however long that takes', async () => {
    const reports = await storage.db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE keys, voices, daily_charges`)
      const asked = ['keys', 'cloned-voices', 'ledger'].map(ask)
      await expect(rows(storage.db, sql`SELECT FROM keys`)).rejects.toThrow('the database did not answer')
      return asked
    })
    expect((await Promise.all(reports)).map(({ status }) => status)).toEqual([200, 200, 200])
  })
})
