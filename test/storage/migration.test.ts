import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { ADVISORY_LOCKS } from '../../src/storage/advisory-locks.ts'
import { ConnectionPool } from '../../src/storage/connection-pool.ts'
import { openPostgres, type Storage } from '../../src/storage/database.ts'
import { isMigrated } from '../../src/storage/migrated.ts'
import { MIGRATIONS } from '../../src/storage/migrations.ts'
import { createTemporaryPostgres } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'

const POSTGRES = process.env.TEST_DATABASE_URL

describe.skipIf(POSTGRES === undefined)('a server that changes the schema of a Postgres', () => {
  let database: { url: string; drop: () => Promise<void> }
  let other: postgres.Sql
  beforeEach(async () => {
    database = await createTemporaryPostgres(POSTGRES!)
    other = postgres(database.url, { max: 1, onnotice: () => {} })
  })
  afterEach(async () => {
    await other.end()
    await database.drop()
  })

  /** Resolves when a session has waited this long for a lock (milliseconds), or what should wait has ended. */
  async function hasWaited(time: number, opening: Promise<Storage>): Promise<void> {
    let hasEnded = false
    const end = () => {
      hasEnded = true
    }
    opening.then(end, end)
    await eventually(async () => {
      const [row] = await other<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE NOT l.granted AND a.datname = current_database()
          AND clock_timestamp() - l.waitstart >= make_interval(secs => ${time / 1000})`
      return hasEnded || row!.count > 0
    })
  }

  test('waits for another one, and takes its time, whatever limits the database has', async () => {
    await other`SELECT pg_advisory_lock(${ADVISORY_LOCKS.migration})`
    const time = 500 // the statement that lifts the limits has to keep to them, however busy the machine is
    for (const limit of ['statement_timeout', 'lock_timeout'])
      await other.unsafe(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET ${limit} = ${time}`)
    const opening = openPostgres(database.url)
    await hasWaited(2 * time, opening)
    await other`SELECT pg_advisory_unlock(${ADVISORY_LOCKS.migration})`
    const storage = await opening
    expect(await isMigrated(storage.db)).toBe(true)
    await storage.close()
  })

  test('holds up nobody while a long statement keeps it from doing so', async () => {
    await migrateWithoutLast(database.url)
    const pool = new ConnectionPool(database.url, 1)
    const incidents: string[] = []
    await other`BEGIN`
    await other`SELECT FROM keys` // as a dump does until its end
    const opening = openPostgres(database.url, 1, (message) => incidents.push(message))
    try {
      await hasWaited(0, opening)
      expect(await pool.unsafe('SELECT count(*)::int AS count FROM keys')).toMatchObject([{ count: 0 }])
      await eventually(() => incidents.length > 0)
    } finally {
      await other`COMMIT`
      await pool.close()
      const storage = await opening
      expect(await isMigrated(storage.db)).toBe(true)
      await storage.close()
    }
    expect(incidents).toEqual([expect.stringContaining('schema')])
  })
})

/** Makes the schema that it was before the last migration. */
async function migrateWithoutLast(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'purr-migrations-'))
  cpSync(MIGRATIONS.migrationsFolder, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, -1) }))
  const client = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    await client.end()
    rmSync(folder, { recursive: true })
  }
}
