import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import {
  copyFile,
  cp,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNotNull, sql } from 'drizzle-orm'
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { authorize } from '../../src/accounts/authorize.ts'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { listOrganizations } from '../../src/accounts/organizations.ts'
import { backUp } from '../../src/storage/backup/back-up.ts'
import { NotABackup, writeBackup } from '../../src/storage/backup/backup-file.ts'
import { OnlineBackup } from '../../src/storage/backup/online-backup.ts'
import { restore } from '../../src/storage/backup/restore.ts'
import { type Database, rows } from '../../src/storage/database.ts'
import { isMigrated, LAST_MIGRATION } from '../../src/storage/migrated.ts'
import { MIGRATIONS } from '../../src/storage/migrations.ts'
import { embeddedFolder } from '../../src/storage/open.ts'
import { clusterIn } from '../../src/storage/pglite.ts'
import { voices } from '../../src/storage/schema.ts'
import { purr, purrMeanwhile } from '../support/command-line.ts'
import { newDataFolder, openLeft } from '../support/data-folder.ts'
import { UNCONFIGURED } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { createMember, type Member } from '../support/member.ts'
import { startPurr } from '../support/process.ts'
import { goodRequest, post } from '../support/request.ts'

let scratch: string
let dataDir: string
let member: Member
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'purr-backup-'))
  dataDir = await newDataFolder()
  const { db, close } = await openLeft(dataDir)
  member = await createMember(db, 1e9)
  // As a cloned voice is kept.
  await db.insert(voices).values({
    ...{
      id: crypto.randomUUID(),
      organizationId: member.organizationId,
      name: 'Ä voice',
      description: 'Mine',
    },
    ...{ language: 'nl-NL', modelId: 'gepard-1.0', model: 'a fingerprint' },
    speaker: { embedding: Array.from({ length: 500 }, (_, n) => Math.sin(n)) },
    profile: { pitch: 0.1 + 0.2, measured: [1e-9, null, 'ʃ'] },
  })
  await db.execute(
    sql`CREATE TABLE filler AS SELECT n, md5(n::text) AS text FROM generate_series(1, 20000) AS n`,
  )
  await close()
})
afterAll(async () => {
  for (const folder of [scratch, dataDir]) await rm(folder, { recursive: true })
})

const environment = (folder: string) => ({ DATA_DIR: folder, DATABASE_URL: '' })
const newFolder = () => mkdtemp(join(scratch, 'data-'))

const clonesIn = (db: Database) => db.select().from(voices).where(isNotNull(voices.organizationId))

/** Opens what a backup has, in a folder of its own. */
async function restored(file: string, look: (db: Database) => Promise<void>): Promise<void> {
  const folder = await newFolder()
  await restore(file, embeddedFolder(folder))
  const { db, close } = await openLeft(folder)
  await look(db)
  await close()
}

/** Makes a folder with the migrations of the version before the last one. */
async function withoutLastMigration(): Promise<string> {
  const folder = join(scratch, 'migrations')
  await cp(MIGRATIONS.migrationsFolder, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, -1) }))
  return folder
}

test('a backup of a server at work has every turn that was paid before, and the ledger adds up', async () => {
  const file = join(scratch, 'running.backup')
  const server = await startPurr({ DATA_DIR: dataDir, PURR_API_KEY: member.key })
  const statuses: number[] = []
  let isOver = false
  const turns = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (!isOver) {
        const answer = await post(`${server.url}/tts/bytes`, server.key, goodRequest)
        await answer.arrayBuffer()
        statuses.push(answer.status)
      }
    }),
  )
  await eventually(() => statuses.length > 5)
  const spoken = statuses.length
  const { code, out, err } = await purrMeanwhile(['backup', file], environment(dataDir))
  isOver = true
  await turns
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain(`run purr restore ${file}`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statuses.filter((status) => status !== 200)).toEqual([])

  // It goes on where it was, also when another backup was begun and left.
  expect((await purrMeanwhile(['backup', file], environment(dataDir))).code).toBe(0)
  process.kill(server.pid, 'SIGKILL')
  await server.stop()

  const folder = await newFolder()
  const said = purr(['restore', file], environment(folder))
  expect(said.err).toBe('')
  expect(said.out).toContain('organizations 1, valid keys 1, cloned voices 1.')
  expect(said.out).toContain('Every balance equals the sum of its entries.')
  const { db, close } = await openLeft(folder)
  expect((await authorize(db, member.key))?.organizationId).toBe(member.organizationId)
  const [counts] = await rows<{ charges: number; filler: number }>(
    db,
    sql`SELECT (SELECT count(*) FROM charges)::int AS charges, (SELECT count(*) FROM filler)::int AS filler`,
  )
  expect(counts!.charges).toBeGreaterThanOrEqual(spoken)
  expect(counts!.filler).toBe(20_000)
  await close()

  const again = purr(['restore', file], environment(folder))
  expect(again.err).toMatch(/^purr: there is a database in \S+ already, and it is not overwritten: /)
  expect(again.code).toBe(1)
}, 300_000) // it starts five processes

test('what is written while the files are copied is whole in the backup', async () => {
  const { db, close } = await openLeft(dataDir)
  await db.execute(sql`CREATE TABLE IF NOT EXISTS pairs (n int PRIMARY KEY, text text)`)
  let n = 0
  let isOver = false
  const writer = (async () => {
    for (; !isOver; n++)
      await db.transaction(async (tx) => {
        await tx.execute(sql`INSERT INTO pairs VALUES (${2 * n}, repeat('x', 500))`)
        await tx.execute(sql`UPDATE filler SET text = ${`${n}`} WHERE n = ${(n % 20_000) + 1}`)
        await tx.execute(sql`INSERT INTO pairs VALUES (${2 * n + 1}, repeat('y', 500))`)
      })
  })()
  const clones = await clonesIn(db)
  expect(clones).toHaveLength(1)
  const source = new OnlineBackup(db)
  const cluster = clusterIn(embeddedFolder(dataDir))
  const backups: { file: string; before: number }[] = []
  for (let round = 0; round < 3; round++) {
    const file = join(scratch, `busy-${round}.backup`)
    backups.push({ file, before: n })
    await backUp(cluster, source, file)
  }
  isOver = true
  await writer
  await db.execute(sql`DROP TABLE pairs`)
  await close()
  for (const { file, before } of backups) {
    await restored(file, async (copy) => {
      const [found] = await rows<{ count: number; last: number }>(
        copy,
        sql`SELECT count(*)::int AS count, max(n) AS last FROM pairs`,
      )
      expect(found!.count).toBe(found!.last + 1)
      expect(found!.count).toBeGreaterThanOrEqual(2 * before)
      expect(await verifyLedger(copy)).toEqual([])
      expect(await clonesIn(copy)).toEqual(clones)
    })
  }
}, 120_000)

test('a backup of a stopped server is older than its next migration, and is migrated when it is restored', async () => {
  const file = join(scratch, 'old.backup')
  const folder = await newDataFolder()
  const { db, close } = await openLeft(folder)
  // As the version before the last migration made it.
  for (const schema of ['public', 'drizzle']) await db.execute(sql`DROP SCHEMA ${sql.raw(schema)} CASCADE`)
  await db.execute(sql`CREATE SCHEMA public`)
  await migrate(db as unknown as PgliteDatabase, { migrationsFolder: await withoutLastMigration() })
  await db.execute(sql`INSERT INTO organizations (name) VALUES ('Acme')`)
  expect(await isMigrated(db)).toBe(false)
  await backUp(clusterIn(embeddedFolder(folder)), new OnlineBackup(db), file)
  await close()
  await rm(folder, { recursive: true })
  await restored(file, async (copy) => {
    expect(await isMigrated(copy)).toBe(true)
    expect((await listOrganizations(copy)).map(({ name }) => name)).toEqual(['Acme'])
  })
})

describe('a file', () => {
  let whole: string
  beforeAll(async () => {
    whole = join(scratch, 'whole.backup')
    expect(purr(['backup', whole], environment(dataDir)).err).toBe('')
  })

  const header = (change: (line: string) => string) => async (file: string) => {
    const bytes = await readFile(file)
    const end = bytes.indexOf('\n')
    await writeFile(
      file,
      Buffer.concat([Buffer.from(change(bytes.toString('utf8', 0, end))), bytes.subarray(end)]),
    )
  }
  test.each<[string, (file: string) => Promise<unknown>, RegExp]>([
    [
      'that is cut off',
      async (file) => writeFile(file, (await readFile(file)).subarray(0, -5000)),
      /damaged/,
    ],
    [
      'with one wrong bit',
      async (file) => {
        const bytes = await readFile(file)
        bytes[bytes.length >> 1]! ^= 1
        await writeFile(file, bytes)
      },
      /it is damaged or incomplete, so nothing was restored/,
    ],
    [
      'with another checksum',
      async (file) => writeFile(file, `${(await readFile(file)).toString('latin1', 0, 300)}`),
      /damaged/,
    ],
    ['of another program', (file) => writeFile(file, 'PK\x03\x04 a zip'), /it is not a backup of Purr/],
    ['that is empty', (file) => writeFile(file, ''), /it is not a backup of Purr/],
    [
      'of a later version',
      header((line) => line.replace(/"migration":\d+/, `"migration":${LAST_MIGRATION + 1}`)),
      /it was made by a later version of Purr \(\S+\): restore it with that version/,
    ],
    [
      'of another format',
      header((line) => line.replace('"version":1', '"version":2')),
      /it was made by another version of Purr/,
    ],
  ])('%s is refused, and nothing is left', async (_, change, message) => {
    const file = join(scratch, 'changed.backup')
    await copyFile(whole, file)
    await change(file)
    const folder = await newFolder()
    const refused = restore(file, embeddedFolder(folder))
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toBeInstanceOf(NotABackup)
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    ['a new DATA_DIR', 'new/data', '', []],
    ['a DATA_DIR that holds something else', 'data', 'data/other', ['data', 'data/other']],
  ])('that is refused leaves %s as it was', async (_, dataFolder, other, left) => {
    const file = join(scratch, 'refused.backup')
    await writeFile(file, (await readFile(whole)).subarray(0, -5000))
    const folder = await newFolder()
    if (other !== '') await mkdir(join(folder, other), { recursive: true })
    expect(purr(['restore', file], environment(join(folder, dataFolder))).err).toMatch(/cannot be restored/)
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(left)
  })

  test('is on the disk with all that it has before it is the database', async () => {
    const embedded = embeddedFolder(await newFolder())
    const handle = await open(whole)
    const files = Object.getPrototypeOf(handle) as FileHandle
    await handle.close()
    const sync = files.sync
    const synced: { path: string; isDatabase: boolean }[] = []
    const spy = spyOn(files, 'sync').mockImplementation(async function (this: FileHandle) {
      await sync.call(this)
      const path = await readlink(`/proc/self/fd/${this.fd}`)
      synced.push({ path, isDatabase: existsSync(clusterIn(embedded)) })
    })
    await restore(whole, embedded)
    spy.mockRestore()
    expect(synced.pop()).toEqual({ path: embedded, isDatabase: true })
    expect(synced.filter(({ isDatabase }) => isDatabase)).toEqual([])
    const within = synced.map(({ path }) => path.slice(join(embedded, 'postgres.unfinished-123456/').length))
    const all = await readdir(clusterIn(embedded), { recursive: true })
    expect(within.toSorted()).toEqual(['', ...all].toSorted())
  })

  test('stays as it was when the next backup is killed', async () => {
    const before = await readFile(whole)
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, '../../src/cli/main.ts'), 'backup', whole],
      {
        env: { ...process.env, ...UNCONFIGURED, ...environment(dataDir) },
        stdout: 'ignore',
      },
    )
    await eventually(async () => (await readdir(scratch)).some((name) => name.includes('.unfinished-')))
    child.kill('SIGKILL')
    await child.exited
    expect((await readFile(whole)).equals(before)).toBe(true)
  })
})

test('a backup that breaks off leaves the one before it, and no unfinished file', async () => {
  const folder = await newFolder()
  const file = join(folder, 'purr.backup')
  await writeFile(file, 'the one before')
  async function* broken() {
    yield Buffer.from('its first bytes')
    throw new Error('broken off')
  }
  const header = { purr: '1', made: '2026-01-01T00:00:00Z', postgres: '17', migration: 0 }
  await expect(writeBackup(file, header, broken())).rejects.toThrow('broken off')
  expect(await readdir(folder)).toEqual(['purr.backup'])
  expect(await readFile(file, 'utf8')).toBe('the one before')
})

test('a folder without a database is not backed up, and a missing file is not restored', async () => {
  const folder = await newFolder()
  const file = join(scratch, 'missing.backup')
  expect(purr(['backup', file], environment(folder)).err).toBe(
    `purr: there is no database in DATA_DIR (${folder}): set DATA_DIR to the server's`,
  )
  expect(purr(['restore', file], environment(folder)).err).toBe(
    `purr: there is no file ${file}: give the path of a backup`,
  )
  expect(await readdir(folder)).toEqual([])
})

test('what is no file is not restored', async () => {
  const folder = await newFolder()
  const pipe = join(scratch, 'pipe.backup')
  Bun.spawnSync(['mkfifo', pipe])
  for (const path of [scratch, pipe, '/dev/null'])
    expect(purr(['restore', path], environment(folder))).toEqual({
      code: 1,
      out: '',
      err: `purr: ${path} is a folder, a pipe or a device: save the backup as a file, and give its path`,
    })
  expect(await readdir(folder)).toEqual([])
})

test('a backup does not take the place of a pipe or a device', async () => {
  const pipe = join(await newFolder(), 'pipe')
  Bun.spawnSync(['mkfifo', pipe])
  expect(purr(['backup', pipe], environment(dataDir))).toEqual({
    code: 1,
    out: '',
    err: `purr: ${pipe} is a device or a pipe, which a file cannot replace: give the path of a file`,
  })
  expect(statSync(pipe).isFIFO()).toBe(true)
})

test.each(['purr.backup', "of Monday, purr's.backup", '$HOME ü.backup'])(
  'the command that restores a backup can be copied: %s',
  async (name) => {
    const file = join(scratch, name)
    const { out } = purr(['backup', file], environment(dataDir))
    const command = out.slice(out.indexOf('restore '))
    const words = Bun.spawnSync(['sh', '-c', `printf '%s\\n' ${command}`]).stdout.toString()
    expect(words).toBe(`restore\n${file}\n`)
  },
)

test('with Postgres, the commands say what to use instead', () => {
  const env = { DATABASE_URL: 'postgres://somewhere/purr' }
  expect(purr(['backup', 'x.backup'], env).err).toContain(
    'pg_dump --format=custom --file=x.backup "$DATABASE_URL"',
  )
  expect(purr(['restore', 'x.backup'], env).err).toContain('pg_restore')
})
