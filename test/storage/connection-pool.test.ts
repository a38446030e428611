import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { admit } from '../../src/accounts/admission.ts'
import { authorize, authorizeRequest } from '../../src/accounts/authorize.ts'
import { countClone } from '../../src/accounts/clone-rate.ts'
import { listKeys } from '../../src/accounts/keys.ts'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { purchase } from '../../src/accounts/purchases.ts'
import { keepDictionary } from '../../src/dictionaries/dictionaries.ts'
import { ADVISORY_LOCKS } from '../../src/storage/advisory-locks.ts'
import { ConnectionPool } from '../../src/storage/connection-pool.ts'
import { openPostgres, rows, type Storage, withTimeout } from '../../src/storage/database.ts'
import { isMigrated } from '../../src/storage/migrated.ts'
import { onTerms } from '../../src/storage/statement-terms.ts'
import { ConnectionsBusy, DatabaseUnavailable } from '../../src/storage/unavailable.ts'
import { createTemporaryPostgres } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { createMember, type Member } from '../support/member.ts'
import { startPostgresProxy } from '../support/postgres-proxy.ts'
import { postgresPrograms, startPostgres } from '../support/postgres-server.ts'

const POSTGRES = process.env.TEST_DATABASE_URL
const PROGRAMS = postgresPrograms()
if (PROGRAMS === undefined)
  console.warn('No connection is lost with its Postgres: that needs its programs on this machine.')
const LIMIT = 100
/** What one client asks for during a stall, which is most of what it may ask for in a minute. */
const ASKED = 80

/** Asks for credits, many requests, a turn and a clone. All are refused, because the database does not answer. */
async function askInVain(storage: Storage, caller: Member): Promise<void> {
  const charge = { id: crypto.randomUUID(), caller, credits: 10, processId: crypto.randomUUID() }
  const grant = { credits: 500, cents: 0, provider: 'grant', reference: crypto.randomUUID() }
  const asked = await Promise.allSettled([
    purchase(storage.db, caller.organizationId, grant),
    ...Array.from({ length: ASKED }, () => authorizeRequest(storage.db, caller.key)),
    admit(storage.db, crypto.randomUUID(), charge),
    countClone(storage.db, caller.organizationId),
  ])
  for (const each of asked) expect((each as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailable)
}

/** Checks that none of that has taken effect, not even later. */
async function expectNothing(storage: Storage, admin: postgres.Sql, caller: Member): Promise<void> {
  await eventually(async () => {
    const [row] = await admin<{ busy: number }[]>`
      SELECT count(*)::int AS busy FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'`
    return row!.busy === 0
  })
  const counted = await authorizeRequest(storage.db, caller.key)
  expect(counted).toMatchObject({ isAdmitted: true, rate: { remaining: LIMIT - 1 } })
  const { organizationId } = caller
  const left = await rows(
    storage.db,
    sql`SELECT o.balance::int AS balance, cardinality(w.clones) AS clones,
        (SELECT count(*)::int FROM charges WHERE organization_id = o.id) AS charges
      FROM organizations o JOIN request_windows w ON w.organization_id = o.id WHERE o.id = ${organizationId}`,
  )
  expect(left[0]).toEqual({ balance: 1000, clones: 0, charges: 0 })
}

const limited = (storage: Storage) => createMember(storage.db, 1000, { requestsPerMinute: LIMIT })

/** Makes the pool open as many connections as it may, and prepare on them what is asked for. */
async function warmUp({ db }: Storage): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, () => rows(db, sql`SELECT pg_sleep(0.1)`)))
  const members = await Promise.all(Array.from({ length: 10 }, () => createMember(db, 0)))
  for (let round = 0; round < 3; round++)
    await Promise.all(members.map(({ key }) => authorizeRequest(db, key)))
}

test.skipIf(POSTGRES === undefined)(
  'a database that goes away at the first statement of a connection is an error for those who wait, and no end of the process',
  async () => {
    const database = await createTemporaryPostgres(POSTGRES!)
    const proxy = await startPostgresProxy(database.url)
    const storage = await openPostgres(proxy.url)
    proxy.closeAtNextStatement()
    await expect(rows(storage.db, sql`SELECT 1`)).rejects.toThrow(DatabaseUnavailable)
    await storage.close()
    await database.drop()
  },
)

test.skipIf(PROGRAMS === undefined)(
  'what is asked for while Postgres is suspended is refused, and not counted when it goes on',
  async () => {
    const server = await startPostgres(PROGRAMS!)
    const storage = await openPostgres(server.url)
    const admin = postgres(server.url, { max: 1 })
    try {
      await warmUp(storage)
      const caller = await limited(storage)
      await admin`SELECT 1`
      await server.freeze()
      try {
        await askInVain(storage, caller)
      } finally {
        await server.thaw()
      }
      await expectNothing(storage, admin, caller)
    } finally {
      await storage.close()
      await admin.end()
      await server.remove()
    }
  },
)

test.skipIf(PROGRAMS === undefined)(
  'servers that together want more connections than Postgres allows wait for those that work',
  async () => {
    const server = await startPostgres(PROGRAMS!, 6)
    const storages = [await openPostgres(server.url), await openPostgres(server.url)]
    try {
      const callers = await Promise.all(storages.map((storage) => createMember(storage.db, 0)))
      const asked = storages.flatMap((storage) =>
        Array.from({ length: 60 }, async (_, index) => {
          const found = await authorize(storage.db, callers[index % callers.length]!.key)
          await rows(storage.db, sql`SELECT pg_sleep(0.01)`)
          return found
        }),
      )
      expect((await Promise.all(asked)).every((found) => found !== undefined)).toBe(true)
    } finally {
      for (const storage of storages) await storage.close()
      await server.remove()
    }
  },
)

test.skipIf(POSTGRES === undefined)(
  'a statement that got no connection in time takes none later, and leaves the place of its organization',
  async () => {
    const pool = new ConnectionPool(POSTGRES!, 1)
    try {
      const work = Promise.withResolvers<void>()
      const transaction = pool.begin(() => work.promise)
      const late = onTerms({ owner: 'one', within: 100 }, async () => await pool.unsafe('SELECT 1'))
      await expect(late).rejects.toBeInstanceOf(ConnectionsBusy)
      work.resolve()
      await transaction
      await onTerms({ owner: 'one' }, async () => await pool.unsafe('SELECT 1'))
      await eventually(() => pool.state().idle === 1)
      expect(pool.state()).toEqual({ open: 1, idle: 1, waiting: 0 })
    } finally {
      await pool.close()
    }
  },
)

test.skipIf(PROGRAMS === undefined)(
  'a server leaves connections that it does not need to others',
  async () => {
    const server = await startPostgres(PROGRAMS!, 6)
    const pools = [new ConnectionPool(server.url, 10, 500), new ConnectionPool(server.url, 10)]
    try {
      await Promise.all(Array.from({ length: 20 }, () => pools[0]!.unsafe('SELECT pg_sleep(0.01)')))
      let isServed = false
      const other = Promise.resolve(pools[1]!.unsafe('SELECT 1 AS one')).finally(() => {
        isServed = true
      })
      while (!isServed) await pools[0]!.unsafe('SELECT pg_sleep(0.01)')
      expect(Array.from((await other) as object[])).toEqual([{ one: 1 }])
    } finally {
      for (const pool of pools) await pool.close()
      await server.remove()
    }
  },
)

describe.skipIf(POSTGRES === undefined)('connections to Postgres', () => {
  let database: { url: string; drop: () => Promise<void> }
  let admin: postgres.Sql
  let storage: Storage
  beforeAll(async () => {
    database = await createTemporaryPostgres(POSTGRES!)
    storage = await openPostgres(database.url)
    admin = postgres(database.url, { max: 2 })
  })
  afterAll(async () => {
    await admin.end()
    await storage.close()
    await database.drop()
  })

  test('what lies in a stalled network has no effect when it arrives', async () => {
    const proxy = await startPostgresProxy(database.url)
    const remote = await openPostgres(proxy.url)
    try {
      await warmUp(remote)
      const caller = await limited(remote)
      await admin`SELECT 1`
      proxy.stall()
      await askInVain(remote, caller)
      proxy.resume()
      await expectNothing(remote, admin, caller)
    } finally {
      await remote.close()
      proxy.close()
    }
  })

  test('opens connections with no parameter that PgBouncer refuses', async () => {
    const given = await rows<{ name: string }>(
      storage.db,
      sql`SELECT name FROM pg_settings WHERE source = 'client' ORDER BY name`,
    )
    expect(given.map(({ name }) => name)).toEqual(['application_name', 'client_encoding'])
  })

  test('an organization whose rows are locked does not keep others from the database', async () => {
    const [locked, other] = [await createMember(storage.db, 1000), await createMember(storage.db, 1000)]
    const held = Promise.withResolvers<void>()
    const isLocked = Promise.withResolvers<void>()
    const lock = admin.begin(async (tx) => {
      await tx`SELECT FROM request_windows WHERE organization_id = ${locked.organizationId} FOR UPDATE`
      await tx`SELECT FROM organizations WHERE id = ${locked.organizationId} FOR UPDATE`
      isLocked.resolve()
      await held.promise
    })
    await isLocked.promise
    const turn = (caller: Member) => {
      const charge = { id: crypto.randomUUID(), caller, credits: 1, processId: crypto.randomUUID() }
      return admit(storage.db, crypto.randomUUID(), charge)
    }
    const waiting = Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0 ? authorizeRequest(storage.db, locked.key) : turn(locked),
      ),
    )
    const served = await Promise.all(
      Array.from({ length: 10 }, async () => [
        await authorizeRequest(storage.db, other.key),
        await turn(other),
      ]),
    )
    for (const [counted, admission] of served)
      expect([counted, admission]).toMatchObject([{ isAdmitted: true }, { is: 'admitted' }])
    const ended = await waiting // the locks are held all the time
    expect(ended.every(({ status }) => status === 'rejected')).toBe(true)
    held.resolve()
    await lock
    const counted = await authorizeRequest(storage.db, locked.key)
    expect(counted!.rate.limit - counted!.rate.remaining).toBe(1)
  })

  test.each<[string, number, (organizationId: string) => Promise<unknown>]>([
    [
      'dictionaries',
      ADVISORY_LOCKS.dictionaries,
      (id) => keepDictionary(storage.db, id, { name: 'Names', description: '', language: null, items: [] }),
    ],
    ['management keys', ADVISORY_LOCKS.managementKeys, (id) => createManagementKey(storage.db, id, 'CI')],
  ])('an organization that makes many %s at once leaves connections to others', async (_, lock, make) => {
    await warmUp(storage)
    const { organizationId } = await createMember(storage.db, 0)
    const held = Promise.withResolvers<void>()
    const isLocked = Promise.withResolvers<void>()
    const holding = admin.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(${lock}::int, hashtext(${organizationId}))`
      isLocked.resolve()
      await held.promise
    })
    await isLocked.promise
    const making = Array.from({ length: 12 }, () => make(organizationId))
    await eventually(() => storage.connections!().waiting > 0)
    const { idle } = storage.connections!()
    held.resolve()
    await holding
    await Promise.all(making)
    expect(idle).toBeGreaterThan(0)
  })

  test('a statement that waits for a lock ends in the database too, in time', async () => {
    await rows(storage.db, sql`CREATE TABLE waited (value int)`)
    const held = Promise.withResolvers<void>()
    const isLocked = Promise.withResolvers<void>()
    const lock = admin.begin(async (tx) => {
      await tx`LOCK TABLE waited`
      isLocked.resolve()
      await held.promise
    })
    await isLocked.promise
    const late = rows(storage.db, sql`INSERT INTO waited VALUES (1)`)
    await expect(late).rejects.toBeInstanceOf(DatabaseUnavailable)
    held.resolve()
    await lock
    expect(await rows(storage.db, sql`SELECT * FROM waited`)).toEqual([])
  })

  test('a transaction that takes longer than its caller waits is rolled back', async () => {
    await rows(storage.db, sql`CREATE TABLE begun (value int)`)
    const gaveUp = Promise.withResolvers<void>()
    const slow = withTimeout(() =>
      storage.db.transaction(async (tx) => {
        await tx.execute(sql`INSERT INTO begun VALUES (1)`)
        await gaveUp.promise
      }),
    )
    await expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable)
    gaveUp.resolve()
    await rows(storage.db, sql`ALTER TABLE begun ADD COLUMN more int`) // waits for what is left of it
    expect(await rows(storage.db, sql`SELECT * FROM begun`)).toEqual([])
  })

  test('connections that the server closes are replaced', async () => {
    await warmUp(storage)
    await admin`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`
    await eventually(async () => {
      try {
        await rows(storage.db, sql`SELECT 1`)
        return true
      } catch {
        return false // its connection was closed while it was sent
      }
    })
    await warmUp(storage)
  })

  test('a statement that comes too late by a clock that was set is sent again', async () => {
    const caller = await createMember(storage.db, 0)
    await rows(storage.db, sql`CREATE SEQUENCE asked`)
    await rows(storage.db, sql`ALTER FUNCTION begun_by RENAME TO real_begun_by`)
    await rows(
      storage.db,
      sql.raw(`
        CREATE FUNCTION begun_by(deadline double precision) RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN RETURN real_begun_by(CASE WHEN nextval('asked') = 1 THEN 0 ELSE deadline END); END $$`),
    )
    expect(await authorizeRequest(storage.db, caller.key)).toMatchObject({ isAdmitted: true })
    expect(await rows(storage.db, sql`SELECT last_value::int AS times FROM asked`)).toEqual([{ times: 2 }])
  })
})

describe.skipIf(POSTGRES === undefined)('a database with settings of its own', () => {
  const settings = ["DateStyle = 'German'", "bytea_output = 'escape'", "timezone = 'Asia/Kolkata'"]

  async function openWith(settings: readonly string[]): Promise<Storage> {
    const database = await createTemporaryPostgres(POSTGRES!)
    const admin = postgres(database.url, { max: 1 })
    const name = new URL(database.url).pathname.slice(1)
    for (const setting of settings) await admin.unsafe(`ALTER DATABASE ${name} SET ${setting}`)
    await admin.end()
    const storage = await openPostgres(database.url)
    const close = () => storage.close().then(database.drop)
    return { ...storage, close }
  }

  test.each(settings)('finds keys, and reads when they were made: %s', async (setting) => {
    const storage = await openWith([setting])
    const member = await createMember(storage.db, 0)
    expect(await authorize(storage.db, member.key)).toMatchObject({ organizationId: member.organizationId })
    const [key] = await listKeys(storage.db)
    expect(Math.abs(key!.createdAt.getTime() - Date.now())).toBeLessThan(3_600_000)
    await storage.close()
  })

  test('knows its migrations, whose numbers are read with all digits: extra_float_digits = -5', async () => {
    const storage = await openWith(['extra_float_digits = -5'])
    expect(await isMigrated(storage.db)).toBe(true)
    await storage.close()
  })

  test.each(['repeatable read', 'serializable'])('counts requests that come at once: %s', async (level) => {
    const storage = await openWith([`default_transaction_isolation = '${level}'`])
    const member = await limited(storage)
    const counted = await Promise.all(
      Array.from({ length: 2 * LIMIT }, () => authorizeRequest(storage.db, member.key)),
    )
    expect(counted.filter((each) => each?.isAdmitted)).toHaveLength(LIMIT)
    await storage.close()
  })
})
