import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createOrganization, listOrganizations } from '../../src/accounts/organizations.ts'
import { openStorage } from '../../src/storage/open.ts'
import { purr, purrHere } from '../support/command-line.ts'
import { newDataFolder, openLeft } from '../support/data-folder.ts'
import { UNCONFIGURED } from '../support/environment.ts'
import { startPurr } from '../support/process.ts'
import { canMount, onSmallDisk } from '../support/small-disk.ts'
import { canRefuse, WITHOUT_RIGHTS } from '../support/without-rights.ts'

const commandLine = join(import.meta.dir, '../../src/cli/main.ts')

let dataDir: string
let folder: string
beforeEach(async () => {
  dataDir = await newDataFolder()
  folder = join(dataDir, 'database')
})
afterEach(() => rm(dataDir, { recursive: true }))

const open = () => openStorage({ dataDir, databaseUrl: undefined })

/** The names of the organizations in the database. */
async function organizations(): Promise<string[]> {
  const { db, close } = await open()
  const names = (await listOrganizations(db)).map(({ name }) => name)
  await close()
  return names
}

/** A data folder whose database has an organization. */
let ofAcme: string
beforeAll(async () => {
  ofAcme = await newDataFolder()
  const { db, close } = await openLeft(ofAcme)
  await createOrganization(db, 'Acme')
  await close()
})
afterAll(() => rm(ofAcme, { recursive: true }))

/** Gives the database of this test an organization. */
async function makeAcme(): Promise<void> {
  await rm(dataDir, { recursive: true })
  await Bun.$`cp -R ${ofAcme} ${dataDir}` // a third of the processor time that node:fs takes for a thousand files
}

describe('the lock', () => {
  test('that another process holds is in use, by whatever it is opened', async () => {
    const { close } = await open()
    const inUse =
      /^purr: the embedded database in \S+ is in use by another process: stop the running server first/
    const { code, err } = purr(['org', 'list'], { DATA_DIR: dataDir, DATABASE_URL: '' })
    expect(err).toMatch(inUse)
    expect(code).toBe(1)
    await close()
    expect(await organizations()).toEqual([])
  })

  test.each([
    ['holds something else', (file: string) => writeFile(file, 'Hello.')],
    ['holds noise', (file: string) => writeFile(file, crypto.getRandomValues(new Uint8Array(8192)))],
    ['is a folder', (file: string) => mkdir(file)],
  ])('whose file %s is damaged, and may be removed', async (_, damage) => {
    await makeAcme()
    const file = join(folder, 'lock.sqlite')
    await rm(file)
    await damage(file)
    const { code, err } = await purrHere(['org', 'list'], { DATA_DIR: dataDir, DATABASE_URL: '' })
    expect(err).toMatch(
      /^purr: the lock file \S+lock\.sqlite is damaged \(.+\): make sure that no Purr uses .+, then remove the file/,
    )
    expect(err.split('\n')).toHaveLength(1)
    expect(code).toBe(1)
    await rm(file, { recursive: true })
    expect(await organizations()).toEqual(['Acme'])
  })
})

describe.skipIf(!canMount)('a disk', () => {
  const FULL =
    /^purr: cannot open the embedded database in DATA_DIR \(\S+\): the disk is full: free some space, or .+$/
  const READ_ONLY =
    /^purr: cannot open the embedded database in DATA_DIR \(\S+\): the file system is read-only: .+$/
  const cp = 'cp -a "$DATABASE" "$DISK"/'
  const fill = 'dd if=/dev/zero of="$DISK"/filled bs=4k 2>/dev/null || true'
  const drain = 'rm "$DISK"/filled'
  const grow = 'mount -o remount,size=80m "$DISK"'
  // The second leaves so little that the database comes to be, but not its tables.
  test.each([
    ['that is full when a database is to be created', '8m', ':', grow, FULL],
    ['that becomes full when its tables are made', '38950k', ':', grow, FULL],
    ['that is full beside a database', '80m', `${cp}; ${fill}`, drain, FULL],
    [
      'that is read-only',
      '80m',
      `${cp}; mount -o remount,ro "$DISK"`,
      'mount -o remount,rw "$DISK"',
      READ_ONLY,
    ],
  ])('%s is told as such, and a later start succeeds', async (_, size, before, remedy, message) => {
    const disk = await mkdtemp(join(tmpdir(), 'purr-disk-'))
    const script = `${before}
      "$BUN" "$COMMAND_LINE" org list && exit 9
      echo "exit code $?"
      ls "$DISK"/database
      ${remedy}
      "$BUN" "$COMMAND_LINE" org list`
    const env = { DATABASE: folder, BUN: process.execPath, COMMAND_LINE: commandLine }
    const { code, out, err } = onSmallDisk(disk, size, script, {
      ...env,
      DATA_DIR: disk,
      DATABASE_URL: '',
    })
    const told = err.trimEnd().replace(/^There is no database in \S+: a new one is made\. .+\n/, '')
    expect(told).toMatch(message)
    expect(out).toStartWith('exit code 1\n')
    expect(out).not.toContain('unfinished')
    expect(out).toEndWith('There is no organization yet.\n')
    expect(code).toBe(0)
    await rm(disk, { recursive: true })
  })
})

describe('permission', () => {
  const withoutRights = (...args: string[]) =>
    Bun.spawnSync([...WITHOUT_RIGHTS, process.execPath, commandLine, ...args], {
      env: { ...process.env, ...UNCONFIGURED, DATA_DIR: dataDir },
    })

  test.skipIf(!canRefuse).each([
    ['to write the folder', '.', 0o500],
    ['to write the lock', 'lock.sqlite', 0o400],
    ['to enter the database', 'postgres', 0o000],
    ['to write the database', 'postgres', 0o500],
    ['to read a file of the database', 'postgres/global/pg_control', 0o000],
  ])('%s that is missing is told as such', async (_, path, mode) => {
    await makeAcme()
    const whole = (await readdir(folder)).includes(path) || path === '.' ? 0o700 : 0o600
    await chmod(join(folder, path), mode)
    const { exitCode, stderr } = withoutRights('org', 'list')
    expect(stderr.toString()).toMatch(
      /^purr: cannot open the embedded database in DATA_DIR \(\S+\): no permission: make the user who runs Purr the owner of the folder .+\n$/,
    )
    expect(exitCode).toBe(1)
    await chmod(join(folder, path), whole)
    expect(await organizations()).toEqual(['Acme'])
  })

  test.skipIf(!canRefuse).each([
    [['org', 'list'], /^purr: no permission to reach \S+: run this as the user who runs Purr, or .+\n$/],
    [
      ['backup', join(tmpdir(), 'any.backup')],
      /^purr: no permission to reach \S+: run this as the user who runs Purr, or .+\n$/,
    ],
    [
      ['org', 'delete', 'Acme', '--yes'],
      /^purr: cannot open the embedded database in DATA_DIR \(\S+\): no permission: .+\n$/,
    ],
  ])('to enter DATA_DIR that is missing is no missing database, for %j', async (args, message) => {
    await chmod(dataDir, 0o000)
    const { exitCode, stderr } = withoutRights(...args)
    await chmod(dataDir, 0o700)
    expect(stderr.toString()).toMatch(message)
    expect(exitCode).toBe(1)
  })
})

describe('a database that was there and is gone', () => {
  const cluster = () => join(folder, 'postgres')

  test.each([
    ['is missing', () => rm(cluster(), { recursive: true }), true],
    [
      'is empty',
      async () => {
        await rm(cluster(), { recursive: true })
        await mkdir(cluster())
      },
      false,
    ],
    ['is incomplete: it has no file PG_VERSION', () => rm(join(cluster(), 'PG_VERSION')), false],
  ])('is not replaced by a new one: %s', async (how, lose, needsMark) => {
    await makeAcme()
    const backup = join(dataDir, 'backup')
    await Bun.$`cp -a ${cluster()} ${backup}`
    await lose()
    // Without the mark, as the version before left it, what is still there tells the same.
    if (!needsMark) await rm(join(folder, 'created'))
    const { code, err } = await purrHere(['org', 'list'], { DATA_DIR: dataDir, DATABASE_URL: '' })
    expect(err).toStartWith(
      `purr: the folder of the embedded database, ${cluster()}, ${how}. Restore it from a backup`,
    )
    expect(err).toEndWith(`remove ${folder}`)
    expect(err.split('\n')).toHaveLength(1)
    expect(code).toBe(1)

    await rm(cluster(), { recursive: true, force: true })
    await rename(backup, cluster())
    expect(await organizations()).toEqual(['Acme'])
  })

  test('also when the version before has made it: it gets its mark at the next start', async () => {
    await makeAcme()
    await rm(join(folder, 'created'))
    expect(await organizations()).toEqual(['Acme'])
    expect(existsSync(join(folder, 'created'))).toBe(true)
    await rm(cluster(), { recursive: true })
    await expect(open()).rejects.toThrow(/ is missing\. Restore it from a backup/)

    await rm(folder, { recursive: true }) // to begin anew
    expect(await organizations()).toEqual([])
  })
})

test('a statement that fails at the start is told without its values', async () => {
  const { db, close } = await openLeft(dataDir)
  await db.execute(sql`DROP TABLE keys CASCADE`)
  await close()
  const message = /purr: the database has failed: relation "keys" does not exist\n?$/
  const env = { DATA_DIR: dataDir, DATABASE_URL: '' }
  await expect(startPurr(env)).rejects.toThrow(message)
  const { code, err } = await purrHere(['key', 'list'], env)
  expect(err).toMatch(message)
  expect(err.split('\n')).toHaveLength(1)
  expect(code).toBe(1)
})

test('a damaged database is told in the words of Postgres', async () => {
  await writeFile(join(folder, 'postgres/global/pg_control'), 'Hello.')
  const { code, err } = purr(['org', 'list'], { DATA_DIR: dataDir, DATABASE_URL: '' })
  expect(err).toMatch(
    /^purr: cannot open the embedded database in DATA_DIR \(\S+\): could not read file "global\/pg_control".*$/,
  )
  expect(code).toBe(1)
})
