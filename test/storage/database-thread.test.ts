import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { type Database, rows, type Storage } from '../../src/storage/database.ts'
import { EmbeddedClient } from '../../src/storage/embedded-client.ts'
import { clusterIn, openEmbedded } from '../../src/storage/pglite.ts'
import { begunInTime } from '../../src/storage/start-deadline.ts'
import { onTerms } from '../../src/storage/statement-terms.ts'
import { withoutStatement } from '../../src/storage/unavailable.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { databases, type TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'

let dataDir: string
let storage: Storage
const incidents: string[] = []
beforeAll(async () => {
  dataDir = await newDataFolder()
  storage = await openEmbedded(join(dataDir, 'database'), (_, cause) => incidents.push(String(cause)))
})
afterAll(async () => {
  await storage.close()
  await rm(dataDir, { recursive: true })
})

/** What the database says of a statement that fails. */
async function refusal(db: Database, statement: string) {
  const error = withoutStatement(await rows(db, sql.raw(statement)).catch(withoutStatement))
  const { message, code, detail, severity } = error as Record<string, unknown>
  return { message, code, detail, severity }
}

test('a statement that computes for long leaves the main thread free', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const statement = sql`SELECT sum(length(md5(n::text)))::int AS sum FROM generate_series(1, 300000) AS n`
  expect(await rows<{ sum: number }>(storage.db, statement)).toEqual([{ sum: 9_600_000 }])
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})

test('statements take effect in the order in which they were sent, and none within a transaction of others', async () => {
  const { db } = storage
  await db.execute(sql`CREATE TABLE steps (number serial, name text)`)
  const step = (on: Pick<Database, 'execute'>, name: string) =>
    on.execute(sql`INSERT INTO steps (name) VALUES (${name})`)
  const transaction = db.transaction(async (tx) => {
    await step(tx, 'in 1')
    await Bun.sleep(20)
    await step(tx, 'in 2')
  })
  await Promise.all([transaction, ...['a', 'b', 'c'].map((name) => step(db, name))])
  const names = await rows<{ name: string }>(db, sql`SELECT name FROM steps ORDER BY number`)
  expect(names.map(({ name }) => name)).toEqual(['in 1', 'in 2', 'a', 'b', 'c'])
})

test('a transaction that fails leaves nothing, and a transaction in it only what it did itself', async () => {
  const { db } = storage
  await db.execute(sql`CREATE TABLE kept (n int PRIMARY KEY)`)
  const insert = (on: Pick<Database, 'execute'>, n: number) => on.execute(sql`INSERT INTO kept VALUES (${n})`)
  const why = new Error('no more')
  const failed = db.transaction(async (tx) => {
    await insert(tx, 1)
    throw why
  })
  expect(await failed.catch((error) => error)).toBe(why)
  await db.transaction(async (tx) => {
    await insert(tx, 2)
    await tx
      .transaction(async (inner) => {
        await insert(inner, 3)
        await insert(inner, 2)
      })
      .catch(() => {})
    await insert(tx, 4)
  })
  expect(await rows(db, sql`SELECT n FROM kept ORDER BY n`)).toEqual([{ n: 2 }, { n: 4 }])
})

test('a transaction that its caller has given up leaves nothing', async () => {
  const { db } = storage
  await db.execute(sql`CREATE TABLE given_up (n int)`)
  const caller = new AbortController()
  const late = onTerms({ givenUp: caller.signal }, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO given_up VALUES (1)`)
      caller.abort()
    }),
  )
  expect(`${await late.catch((error) => error)}`).toContain('the transaction took too long')
  expect(await rows(db, sql`SELECT * FROM given_up`)).toEqual([])
})

test('a statement that its sender has given up has no effect', async () => {
  const folder = await newDataFolder()
  const client = await EmbeddedClient.open(clusterIn(join(folder, 'database')), () => {}, 100)
  const db = drizzle({ client: client as unknown as PGlite })
  await db.execute(sql`CREATE TABLE late (n int)`)
  const held = db.transaction(() => Bun.sleep(200))
  const late = db.execute(sql`INSERT INTO late SELECT 1 WHERE ${begunInTime()}`).catch(withoutStatement)
  await held
  expect(await late).toMatchObject({ code: 'PU001' })
  expect((await db.execute(sql`SELECT * FROM late`)).rows).toEqual([])
  await client.close()
  await rm(folder, { recursive: true })
})

test('a statement that needs too much memory fails, and the others go on', async () => {
  expect(await refusal(storage.db, `SELECT length(repeat('x', 1000000000))`)).toMatchObject({ code: '53200' })
  expect(await rows(storage.db, sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  expect(incidents).toEqual([])
})

test.each(databases)('values and errors are the same on $name', async ({ open }: TestDatabase) => {
  const { db, close } = await open()
  await db.execute(sql`CREATE TABLE kinds (
    id int PRIMARY KEY CHECK (id > 0), bytes bytea, moment timestamptz, json jsonb, number float8, texts text[])`)
  const bytes = Buffer.from([0, 1, 254, 255])
  await db.execute(sql`INSERT INTO kinds VALUES
    (1, ${bytes}, '2026-01-02T03:04:05.678Z', ${JSON.stringify({ a: [1, null, 'ä'] })}, 0.1, ARRAY['x', 'y'])`)
  const [row] = await rows<Record<string, unknown>>(
    db,
    sql`SELECT bytes, moment, json, number, to_json(texts) AS texts, null AS nothing, true AS yes FROM kinds`,
  )
  expect({ ...row, bytes: [...(row!.bytes as Uint8Array)] }).toMatchObject({
    bytes: [0, 1, 254, 255],
    json: { a: [1, null, 'ä'] },
    number: 0.1,
    texts: ['x', 'y'],
    nothing: null,
    yes: true,
  })
  expect(new Date(row!.moment as string).toISOString()).toBe('2026-01-02T03:04:05.678Z')
  expect(await refusal(db, 'INSERT INTO kinds VALUES (1)')).toEqual({
    message: 'duplicate key value violates unique constraint "kinds_pkey"',
    code: '23505',
    detail: 'Key (id)=(1) already exists.',
    severity: 'ERROR',
  })
  expect(await refusal(db, 'INSERT INTO kinds VALUES (-1)')).toMatchObject({ code: '23514' })
  expect(await refusal(db, 'SELECT nothing')).toMatchObject({ code: '42703', severity: 'ERROR' })
  await close()
})

test('if Postgres gives itself up, the database is opened again, with all that was committed', async () => {
  const { db } = storage
  await db.execute(sql`CREATE TABLE committed (n int)`)
  await db.execute(sql`INSERT INTO committed VALUES (1)`)
  const log = join(dataDir, 'database/postgres/pg_wal')
  await db.execute(sql`SELECT pg_switch_wal()`)
  await rename(log, `${log}-away`)
  const failed = db.execute(sql`INSERT INTO committed VALUES (2)`).catch(withoutStatement)
  const waiting = db.execute(sql`INSERT INTO committed VALUES (3)`).catch(withoutStatement)
  expect(await failed).toMatchObject({ severity: 'PANIC' })
  expect(`${await waiting}`).toContain('the embedded database has failed')
  await rename(`${log}-away`, log)
  const all = () => rows<{ n: number }>(db, sql`SELECT n FROM committed`)
  await eventually(() =>
    all().then(
      () => true,
      () => false,
    ),
  )
  expect(await all()).toEqual([{ n: 1 }])
  expect(incidents[0]).toContain('the embedded database has failed')
  await db.execute(sql`INSERT INTO committed VALUES (4)`)
})
