import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { backUp } from '../../src/storage/backup/back-up.ts'
import { OnlineBackup } from '../../src/storage/backup/online-backup.ts'
import { restore } from '../../src/storage/backup/restore.ts'
import { type Database, rows, type Storage } from '../../src/storage/database.ts'
import { clusterIn, openEmbedded } from '../../src/storage/pglite.ts'
import { Upkeep } from '../../src/storage/upkeep.ts'
import { newDataFolder, openLeft } from '../support/data-folder.ts'
import { eventually } from '../support/eventually.ts'
import { createMember } from '../support/member.ts'

/** The most log between two checkpoints (bytes). */
const BOUND = 64 * 1024 * 1024

let folder: string
let storage: Storage
let upkeep: Upkeep
beforeAll(async () => {
  folder = await newDataFolder()
  storage = await openLeft(folder)
  upkeep = new Upkeep(storage.db, () => {})
})
afterAll(async () => {
  await storage.close()
  await rm(folder, { recursive: true })
})

/** Writes to the log of a database, and nothing else (megabytes). */
async function fillLog(db: Database, megabytes: number): Promise<void> {
  const message = sql`SELECT pg_logical_emit_message(false, 'test', repeat('a', 5000000))::text`
  for (let written = 0; written < megabytes; written += 5) await rows(db, message)
}

/** Leaves most of the log of a database empty, which is faster than to fill it (megabytes). */
async function passLog(db: Database, megabytes: number): Promise<void> {
  for (let passed = 0; passed < megabytes; passed += 16) {
    await rows(db, sql`SELECT pg_logical_emit_message(false, 'test', 'a')::text`)
    await rows(db, sql`SELECT pg_switch_wal()::text`)
  }
}

/** The log since the last checkpoint (bytes). */
async function logOf(db: Database): Promise<number> {
  const [log] = await rows<{ bytes: number }>(
    db,
    sql`SELECT (pg_current_wal_lsn() - redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()`,
  )
  return log!.bytes
}

test('a round makes a checkpoint once there is much log, and not before', async () => {
  await fillLog(storage.db, 20)
  await upkeep.round()
  expect(await logOf(storage.db)).toBeGreaterThan(10_000_000)
  await fillLog(storage.db, 60)
  expect(await logOf(storage.db)).toBeGreaterThan(BOUND)
  await upkeep.round()
  expect(await logOf(storage.db)).toBeLessThan(1_000_000)
})

test('a backup during which much is written has all that was committed, and the log is cut off after it', async () => {
  const { db } = storage
  const backup = new OnlineBackup(db)
  await db.execute(sql`CREATE TABLE kept (n int)`)
  const source = {
    begin: () => backup.begin(),
    async end(id: string) {
      await fillLog(db, 80)
      await db.execute(sql`INSERT INTO kept VALUES (1)`)
      await upkeep.round()
      return backup.end(id)
    },
  }
  const file = join(folder, 'purr.backup')
  await backUp(clusterIn(join(folder, 'database')), source, file)
  expect(await logOf(db)).toBeGreaterThan(BOUND)
  await upkeep.round()
  expect(await logOf(db)).toBeLessThan(1_000_000)
  await restore(file, join(folder, 'restored/database'))
  const restored = await openLeft(join(folder, 'restored'))
  expect(await rows(restored.db, sql`SELECT n FROM kept`)).toEqual([{ n: 1 }])
  await restored.close()
})

test('more than 1 GiB of log during a backup is cut off, and the backup fails', async () => {
  const { db } = storage
  const backup = new OnlineBackup(db)
  const logs: number[] = []
  const source = {
    begin: () => backup.begin(),
    async end(id: string) {
      for (const megabytes of [1000, 100]) {
        await passLog(db, megabytes)
        await upkeep.round()
        logs.push(await logOf(db))
      }
      return backup.end(id)
    },
  }
  const failure = await backUp(
    clusterIn(join(folder, 'database')),
    source,
    join(folder, 'too-late.backup'),
  ).catch((error) => error)
  expect(logs[0]).toBeGreaterThan(1_000_000_000)
  expect(logs[1]).toBeLessThan(1_000_000)
  expect(`${failure}`).toContain('the log no longer goes back to the start of the backup: try again')
})

test('the room of charges that were open is given back', async () => {
  const { db } = storage
  const { organizationId, keyId } = await createMember(db, 0)
  await db.execute(sql`
    WITH taken AS (
      INSERT INTO charges (organization_id, key_id, credits)
      SELECT ${organizationId}::uuid, ${keyId}::uuid, 0 FROM generate_series(1, 50000) RETURNING id
    ) INSERT INTO open_charges SELECT id, ${keyId}::uuid FROM taken`)
  await db.execute(sql`DELETE FROM open_charges`)
  const size = async () => {
    const [table] = await rows<{ bytes: number }>(
      db,
      sql`SELECT pg_relation_size('open_charges')::int AS bytes`,
    )
    return table!.bytes
  }
  expect(await size()).toBeGreaterThan(1_000_000)
  // Postgres counts removed rows with a delay of a second.
  await eventually(async () => {
    await upkeep.round()
    return (await size()) === 0
  })
})

test('rounds follow each other while the database is open', async () => {
  const other = await newDataFolder()
  const { db, close } = await openEmbedded(join(other, 'database'), () => {}, 20)
  for (let time = 0; time < 2; time++) {
    await fillLog(db, 70)
    await eventually(async () => (await logOf(db)) < 1_000_000)
  }
  await close()
  await rm(other, { recursive: true })
})

test('a failure is told once, and again only after a round without one', async () => {
  const { db } = storage
  let isBroken = true
  const breakable = new Proxy(db, {
    get: (target, name) =>
      name === 'execute' && isBroken
        ? () => target.execute(sql`SELECT nothing`)
        : Reflect.get(target, name, target),
  })
  const told: string[] = []
  const breaking = new Upkeep(breakable, (_, cause) => told.push((cause as Error).message))
  for (isBroken of [true, true, false, true]) await breaking.round()
  expect(told).toEqual(Array(2).fill('column "nothing" does not exist'))
})

test('of a database that is away, only the one who opens it again tells, and the next round finds it', async () => {
  const other = await newDataFolder()
  const told: string[] = []
  const tell = (message: string) => told.push(message)
  const { db, close } = await openEmbedded(join(other, 'database'), tell)
  const away = new Upkeep(db, tell)
  const log = join(other, 'database/postgres/pg_wal')
  await fillLog(db, 70)
  await rows(db, sql`SELECT pg_switch_wal()::text`)
  await rename(log, `${log}-away`)
  await away.round()
  await away.round()
  await rename(`${log}-away`, log)
  expect(new Set(told)).toEqual(new Set(['the embedded database has failed and is opened again']))
  await eventually(() =>
    logOf(db).then(
      () => true,
      () => false,
    ),
  )
  await fillLog(db, 70)
  await away.round()
  expect(await logOf(db)).toBeLessThan(1_000_000)
  await close()
  await rm(other, { recursive: true })
})
