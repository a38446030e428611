import { afterEach, beforeEach, expect, test } from 'bun:test'
import { lstatSync, readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openEmbedded } from '../../src/storage/pglite.ts'
import { purr } from '../support/command-line.ts'
import { newDataFolder, openLeft } from '../support/data-folder.ts'
import { startPurr } from '../support/process.ts'
import { goodRequest, post } from '../support/request.ts'

let scratch: string
let umask: number
beforeEach(async () => {
  umask = process.umask()
  scratch = await mkdtemp(join(tmpdir(), 'purr-private-'))
})
afterEach(async () => {
  process.umask(umask)
  await rm(scratch, { recursive: true })
})

const mode = (path: string) => lstatSync(path).mode & 0o777

/** A folder and all that is in it, without the links. */
function contents(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isSymbolicLink())
  const inside = entries.map(({ name }) => join(folder, name))
  return [folder, ...inside.flatMap((path) => (isFolder(path) ? contents(path) : path))]
}

const isFolder = (path: string) => lstatSync(path).isDirectory()

/** What others than the owner may read, write or enter, and what the owner may not. */
function notPrivate(folder: string): string[] {
  return contents(folder).filter((path) => mode(path) !== (isFolder(path) ? 0o700 : 0o600))
}

test('where a process shares all that it makes, the embedded database is its owner’s alone', async () => {
  const dataDir = join(scratch, 'data')
  process.umask(0)
  const server = await startPurr({ DATA_DIR: dataDir })
  expect((await post(`${server.url}/tts/bytes`, server.key, goodRequest)).status).toBe(200)
  expect(notPrivate(dataDir)).toEqual([])
  expect(await server.stop()).toBe(0)
  expect(notPrivate(dataDir)).toEqual([])

  process.umask(0)
  expect(purr(['key', 'create'], { DATA_DIR: dataDir, DATABASE_URL: '' }).err).toBe('')
  expect(notPrivate(dataDir)).toEqual([])
}, 120_000)

test.each(['022', '000', '077'])('so is what it makes at work, with the umask %s', async (given) => {
  const folder = await newDataFolder()
  process.umask(Number.parseInt(given, 8))
  const { db, close } = await openLeft(folder)
  const wal = () => readdirSync(join(folder, 'database/postgres/pg_wal')).length
  const before = wal()
  await db.execute(
    sql`CREATE TABLE much AS SELECT n, repeat(md5(n::text), 30) FROM generate_series(1, 40000) AS n`,
  )
  expect(wal()).toBeGreaterThan(before)
  await db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL work_mem = '64kB'`)
    await tx.execute(sql`DECLARE sorted CURSOR FOR SELECT n FROM much ORDER BY md5(n::text)`)
    await tx.execute(sql`FETCH 1 FROM sorted`)
    expect(readdirSync(join(folder, 'database/postgres/base/pgsql_tmp')).length).toBeGreaterThan(0)
    expect(notPrivate(join(folder, 'database'))).toEqual([])
  })
  await db.execute(sql`CHECKPOINT`)
  await close()
  expect(notPrivate(join(folder, 'database'))).toEqual([])
  await rm(folder, { recursive: true })
})

test('a folder that is open to others is tightened, and nothing outside it', async () => {
  const dataDir = await newDataFolder()
  const folder = join(dataDir, 'database')
  const outside = join(scratch, 'outside')
  await mkdir(outside)
  await writeFile(join(outside, 'file'), '')
  for (const path of contents(folder)) await chmod(path, isFolder(path) ? 0o777 : 0o666)
  await chmod(dataDir, 0o755)
  await chmod(outside, 0o755)
  await chmod(join(outside, 'file'), 0o644)
  const links = ['link-to-folder', 'postgres/link-to-folder']
  for (const link of links) await symlink(outside, join(folder, link))
  await symlink(join(outside, 'file'), join(folder, 'postgres/base/link-to-file'))

  await (await openEmbedded(folder)).close()

  expect(notPrivate(folder)).toEqual([])
  expect([mode(dataDir), mode(outside), mode(join(outside, 'file'))]).toEqual([0o755, 0o755, 0o644])
  await rm(dataDir, { recursive: true })
})
