import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { $ } from 'bun'
import { sql } from 'drizzle-orm'
import { keyPrefix } from '../../src/accounts/api-key.ts'
import { listOrganizations, type OrganizationListing } from '../../src/accounts/organizations.ts'
import { purrCommand } from '../../src/cli/purr.ts'
import { createPerson, findPerson } from '../../src/management/access/people.ts'
import { type Database, rows } from '../../src/storage/database.ts'
import { openStorage } from '../../src/storage/open.ts'
import { members } from '../../src/storage/schema.ts'
import { shellCommand } from '../../src/system/shell-command.ts'
import { keepClone } from '../../src/voices/clones.ts'
import { purr, purrHere } from '../support/command-line.ts'
import { CLONED } from '../support/controlled-cloner.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { createTemporaryPostgres } from '../support/databases.ts'
import { UNCONFIGURED } from '../support/environment.ts'
import { canRefuse, WITHOUT_RIGHTS } from '../support/without-rights.ts'

const main = join(import.meta.dir, '../../src/cli/main.ts')

let folder: string
/** A Postgres where there is one: a command opens it in half the time of the embedded database. */
let postgres: { url: string; drop: () => Promise<void> } | undefined
beforeAll(async () => {
  folder = await newDataFolder()
  if (process.env.TEST_DATABASE_URL !== undefined)
    postgres = await createTemporaryPostgres(process.env.TEST_DATABASE_URL)
})
afterAll(async () => {
  await postgres?.drop()
  await rm(folder, { recursive: true })
})

const env = () => ({ DATA_DIR: folder, DATABASE_URL: postgres?.url ?? '' })
const operator = (...args: string[]) => purrHere(args, env())

/** Does something with the database while no command runs. */
async function inStorage<Answer>(work: (db: Database) => Promise<Answer>): Promise<Answer> {
  const storage = await openStorage({ dataDir: folder, databaseUrl: postgres?.url })
  try {
    return await work(storage.db)
  } finally {
    await storage.close()
  }
}

/** The organization that the first command of these tests made. */
async function acme(db: Database): Promise<OrganizationListing> {
  return (await listOrganizations(db)).find(({ name }) => name === 'Acme')!
}

/** What a command prints as JSON. */
async function told(...args: string[]): Promise<unknown> {
  const { code, out, err } = await operator(...args, '--json')
  expect(err).toBe('')
  expect(code).toBe(0)
  return JSON.parse(out)
}

describe('an operator', () => {
  test('makes an organization, its key, and sells it credits', async () => {
    expect(await told('org', 'create', 'Acme')).toEqual({ id: expect.any(String), name: 'Acme' })
    const { key } = (await told('key', 'create', '--org', 'Acme', '--name', 'phone')) as { key: string }
    expect(keyPrefix(key)).toBe(key.slice(8, 16))
    expect(await told('key', 'list')).toMatchObject([
      { organization: 'Acme', name: 'phone', lastUsedAt: null },
    ])
    const bought = ['credits', 'add', '12.50', '--org', 'Acme', '--reference', 'invoice-1']
    expect(await told(...bought)).toEqual({
      organization: 'Acme',
      isNew: true,
      balance: 2_500_000,
      tier: 'tier1',
    })
    expect(await told(...bought)).toEqual({
      organization: 'Acme',
      isNew: false,
      balance: 2_500_000,
      tier: 'tier1',
    })
    expect((await operator(...bought)).out).toContain('was booked before: nothing has changed')
    expect((await operator('credits', 'show', '--org', 'Acme')).out).toBe('Acme has 2500000 credits (tier1).')
    expect(await told('key', 'revoke', key.slice(8, 16))).toEqual({ prefix: key.slice(8, 16), revoked: true })
  })

  test('divides keys by projects', async () => {
    expect(await told('project', 'create', 'bridges', '--org', 'Acme')).toMatchObject({ name: 'bridges' })
    await told('key', 'create', '--org', 'Acme', '--project', 'bridges', '--name', 'bridge')
    expect(await told('project', 'list', '--org', 'Acme')).toMatchObject([
      { name: 'bridges', organization: 'Acme', keys: 1 },
      { name: 'default', organization: 'Acme', keys: 0 },
    ])
    expect((await operator('key', 'create', '--org', 'Acme', '--project', 'None')).err).toMatch(
      /"Acme" has no project "None": "npx .* run purr project list --org Acme" shows those that it has/,
    )
  })

  test('makes management keys, of an organization and for all of them', async () => {
    for (const org of [['--org', 'Acme'], []]) {
      const name = org[1] ?? 'everything'
      const { key } = (await told('management-key', 'create', '--name', name, ...org)) as { key: string }
      const prefix = key.slice(8, 16)
      expect(key).toStartWith('mk_purr_')
      expect(await told('management-key', 'list', ...org)).toMatchObject([{ prefix, name, lastUsedAt: null }])
      expect(await told('management-key', 'revoke', key, ...org)).toEqual({ prefix, revoked: true })
      expect((await operator('management-key', 'revoke', prefix, ...org)).err).toMatch(
        /no valid management key has the prefix ".*": "npx .* run purr management-key list.*" shows them/,
      )
    }
    await told('org', 'create', 'Two words')
    expect((await operator('management-key', 'revoke', 'none', '--org', 'Two words')).err).toMatch(
      /run purr management-key list --org 'Two words'" shows them/,
    )
    await told('org', 'delete', 'Two words', '--yes')
  })

  test('changes tiers and limits, and takes limits back', async () => {
    expect(await told('org', 'tier', 'tier3', '--org', 'Acme')).toMatchObject({
      tier: 'tier3',
      concurrency: 100,
    })
    const own = ['org', 'limits', '--org', 'Acme', '--requests-per-minute', '7', '--concurrency', '3']
    expect(await told(...own)).toMatchObject({ requestsPerMinute: 7, concurrency: 3, hasOwnLimits: true })
    expect(await told('org', 'limits', '--org', 'Acme', '--concurrency', 'tier')).toMatchObject({
      requestsPerMinute: 7,
      concurrency: 100,
      hasOwnLimits: true,
    })
    expect(
      await told('org', 'limits', '--org', 'Acme', '--voices', '5', '--clones-per-hour', '9'),
    ).toMatchObject({
      voices: 5,
      clonesPerHour: 9,
    })
    expect((await operator('org', 'show', '--org', 'Acme')).out).toContain(
      '7 requests a minute, 100 turns at once, 9 clones an hour, 5 cloned voices (its own)',
    )
    expect(
      await told('org', 'limits', '--org', 'Acme', '--voices', 'tier', '--clones-per-hour', 'tier'),
    ).toMatchObject({
      voices: 100,
      clonesPerHour: 1000,
    })
    expect(await told('org', 'list')).toMatchObject([{ name: 'Acme', tier: 'tier3' }])
  })

  test('proves the ledger, and sees what does not add up', async () => {
    expect(await operator('ledger', 'verify')).toEqual({
      code: 0,
      out: 'Every balance equals the sum of its entries.',
      err: '',
    })
    await inStorage((db) => rows(db, sql`UPDATE organizations SET balance = balance + 1`))
    const { code, out } = purr(['ledger', 'verify'], env())
    expect(code).toBe(1)
    expect(out).toMatch(/^organization +balance +entries +difference\nAcme +2500001 +2500000 +1$/)
    expect(JSON.parse((await operator('ledger', 'verify', '--json')).out)).toEqual([
      { organization: 'Acme', balance: 2_500_001, entries: 2_500_000 },
    ])
  })

  test('sees who has cloned which voices', async () => {
    expect((await operator('voices', 'cloned')).out).toBe('No voice was cloned yet.')
    await inStorage(async (db) => {
      const { id } = await acme(db)
      const clone = { description: 'Reception', language: 'en-US', ...CLONED }
      for (const name of ['Zoe', 'Ann']) await keepClone(db, id, { ...clone, name })
    })
    const seen = { organization: 'Acme', description: 'Reception', language: 'en-US', id: expect.any(String) }
    expect(await told('voices', 'cloned')).toEqual(
      ['Ann', 'Zoe'].map((name) => ({ ...seen, name, createdAt: expect.any(String) })),
    )
    expect((await operator('voices', 'cloned')).out).toMatch(
      /^organization +name +language +id +cloned\nAcme +Ann +en-US .*\nAcme +Zoe +en-US .*$/,
    )
  })

  test('takes the first organization where none is named, and lists those of all', async () => {
    expect(await told('org', 'create', 'Other')).toMatchObject({ name: 'Other' })
    expect(await told('org', 'show')).toMatchObject({ name: 'Acme' })
    const { key } = (await told('key', 'create', '--org', 'Other', '--name', 'other')) as { key: string }
    await told('key', 'create', '--name', 'first')
    const names = async (...args: string[]) =>
      ((await told('key', 'list', ...args)) as { name: string }[]).map(({ name }) => name)
    expect(await names()).toEqual(['phone', 'bridge', 'other', 'first'])
    expect(await names('--org', 'Acme')).toEqual(['phone', 'bridge', 'first'])
    expect(await names('--org', 'Other')).toEqual(['other'])
    const projects = async (...args: string[]) =>
      ((await told('project', 'list', ...args)) as { organization: string }[]).map(
        ({ organization }) => organization,
      )
    expect(await projects()).toEqual(['Acme', 'Acme', 'Other'])
    expect(await projects('--org', 'Other')).toEqual(['Other'])
    expect((await operator('voices', 'cloned', '--org', 'Other')).out).toBe('No voice was cloned yet.')
    expect(await told('ledger', 'verify', '--org', 'Other')).toEqual([])
    expect((await operator('ledger', 'verify', '--org', 'Acme')).code).toBe(1)
    expect((await operator('key', 'revoke', key.slice(8, 16), '--org', 'Acme')).code).toBe(1)
    expect(await told('key', 'revoke', key, '--org', 'Other')).toMatchObject({ revoked: true })
    const again = await operator('key', 'revoke', key)
    expect(again.err).toContain(`no valid key has the prefix "${key.slice(8, 16)}"`)
    expect(again.err).not.toContain(key)
  })

  test('exports an organization into a file of its own, and deletes it for good', async () => {
    await told('org', 'create', 'Leaves')
    await told('key', 'create', '--org', 'Leaves')
    await told('credits', 'add', '5', '--org', 'Leaves')
    const file = join(folder, 'leaves.jsonl.gz')
    const { id, rows: count } = (await told('org', 'export', 'Leaves', file)) as { id: string; rows: number }
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const lines = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n')
    expect(lines.length).toBe(count + 2)
    expect(JSON.parse(lines[1]!)).toMatchObject({ type: 'organization', id, name: 'Leaves' })
    expect(await operator('org', 'export', 'Leaves', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('already: name one that does not exist'),
    })
    const prompts = join(folder, 'prompts')
    await mkdir(prompts, { recursive: true })
    const sha = 'a'.repeat(64)
    const other = await inStorage(acme)
    const theirs = [`${id}-${sha}`, `${id}-${sha}.${crypto.randomUUID()}.unfinished`]
    for (const name of [...theirs, `${other.id}-${sha}`]) await writeFile(join(prompts, name), 'speech')
    expect(purr(['org', 'delete', 'Leaves'], env()).err).toMatch(
      /is not deleted: there is no terminal .* say --yes/,
    )
    expect(await told('org', 'delete', 'Leaves', '--yes')).toEqual({
      id,
      name: 'Leaves',
      keys: 1,
      voices: 0,
      dictionaries: 0,
      kept: { purchases: 1, reversals: 0, cents: 500 },
      prompts: 2,
    })
    expect(await readdir(prompts)).toEqual([`${other.id}-${sha}`])
    expect((await operator('org', 'delete', 'Leaves', '--yes')).err).toMatch(
      /there is no organization "Leaves"/,
    )
    expect(await told('org', 'list')).not.toContainEqual(expect.objectContaining({ name: 'Leaves' }))
  })

  test('deletes the people of an organization with it, but not the operator whom OPERATOR_EMAIL names', async () => {
    const { id } = (await told('org', 'create', 'Closes')) as { id: string }
    const [boss, ada] = ['boss@example.com', 'ada@example.com']
    await inStorage(async (db) => {
      for (const email of [boss, ada]) {
        const userId = (await createPerson(db, { name: 'Somebody', email, hash: 'none' }))!
        await db.insert(members).values({ organizationId: id, userId, role: 'owner' })
      }
    })
    const configured = { ...env(), OPERATOR_EMAIL: 'Boss@example.com' }
    expect(await purrHere(['org', 'delete', 'Closes', '--yes'], configured)).toMatchObject({ code: 0 })
    await inStorage(async (db) => {
      expect(await findPerson(db, boss)).toBeDefined()
      expect(await findPerson(db, ada)).toBeUndefined()
    })
  })

  test.each([
    [['org', 'create', 'Acme'], /there is an organization "Acme" already: choose another name/],
    [
      ['org', 'show', '--org', 'Nobody'],
      /there is no organization "Nobody": "npx .* run purr org list" shows them/,
    ],
    [['org', 'tier', 'gold'], /there is no tier "gold": use one of tier1, tier2, tier3/],
    [
      ['org', 'limits'],
      /nothing to change: give --requests-per-minute, --concurrency, --clones-per-hour or --voices/,
    ],
    [['org', 'limits', '--concurrency', 'many'], /--concurrency is "many": give a whole number up to 10000/],
    [['credits', 'add', '4.99'], /"4.99" is not an amount from \$5 to \$1000000: write 20 or 12.50/],
    [['credits', 'add', '1000000.01'], /"1000000.01" is not an amount from \$5 to \$1000000/],
    [['credits', 'add', '1e3'], /"1e3" is not an amount/],
    [['key', 'create', '--org', 'Nobody'], /there is no organization "Nobody"/],
    [
      ['key', 'revoke', 'nokey'],
      /no valid key has the prefix "nokey": "npx .* run purr key list" shows them/,
    ],
    [
      ['key', 'revoke', 'mk_purr_a1B2c3D4_secret'],
      /^purr: that is a management key: "npx .* run purr management-key revoke" revokes it$/,
    ],
    [
      ['management-key', 'revoke', 'sk_purr_TlagLAXd_secret'],
      /^purr: that is an API key, not a management key: "npx .* run purr key revoke" revokes it$/,
    ],
    [['key', 'revoke', 'nokey', '--org', 'Acme'], /no valid key of "Acme" has the prefix "nokey"/],
    [['org', 'show', 'Acme'], /too many arguments .* \(example: npx .* run purr org show --org Acme\)/],
    [['org', 'tier', 'Acme', 'tier3'], /too many .* \(example: npx .* run purr org tier tier3 --org Acme\)/],
    [['org', 'limits', 'Acme', '--voices', '5'], /too many .* run purr org limits --org Acme /],
    [['credits', 'show', 'Acme'], /too many .* run purr credits show --org Acme\)/],
    [['credits', 'add', 'Acme', '50'], /too many .* run purr credits add 50 --org Acme /],
    [['key', 'lst'], /unknown command 'lst' \(Did you mean list\?\)/],
  ])('is told what to do after %j', async (args, message) => {
    const { code, out, err } = await operator(...args)
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err).toMatch(message)
    expect(err.split('\n')).toHaveLength(1)
  })
})

test('who names a folder without a database is told that a new one is made there', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'purr-operator-'))
  const list = () => purr(['org', 'list', '--json'], { DATA_DIR: empty, DATABASE_URL: '' })
  const told = `There is no database in ${empty}: a new one is made. Is that the DATA_DIR of the server?`
  expect(list()).toEqual({ code: 0, out: '[]', err: told })
  expect(list()).toEqual({ code: 0, out: '[]', err: '' })
  await rm(empty, { recursive: true })
})

test.each([
  [['org', 'list']],
  [['backup', join(tmpdir(), 'any.backup')]],
  [['org', 'delete', 'Acme', '--yes']],
])('who names a file as DATA_DIR is told that it is no folder: %j', async (args) => {
  const file = join(folder, 'any-file')
  await writeFile(file, 'any')
  const { code, err } = await purrHere(args, { DATA_DIR: file, DATABASE_URL: '' })
  expect(code).toBe(1)
  expect(err).toMatch(
    /any-file\): there is no such folder, and it cannot be made: set DATA_DIR to another one \(/,
  )
})

test('a backup or an export is refused before it begins when its file cannot be', async () => {
  const commands = [['backup'], ['org', 'export', 'Acme']]
  for (const args of commands) {
    const told = async (file: string) =>
      (await purrHere([...args, file], { DATA_DIR: folder, DATABASE_URL: '' })).err
    expect(await told('')).toBe('purr: the path is empty: give the path of a file')
    expect(await told(tmpdir())).toBe(`purr: ${tmpdir()} is a folder: give the path of a file`)
    expect(await told('/no/such/purr.file')).toBe(
      'purr: there is no folder /no/such: make it, or give another path',
    )
    if (!canRefuse) continue
    const locked = await mkdtemp(join(tmpdir(), 'purr-operator-'))
    await chmod(locked, 0o500)
    const { stderr } = Bun.spawnSync(
      [...WITHOUT_RIGHTS, process.execPath, main, ...args, join(locked, 'file')],
      {
        env: { ...process.env, ...UNCONFIGURED, DATA_DIR: folder, DATABASE_URL: '' },
      },
    )
    expect(stderr.toString()).toBe(
      `purr: ${locked} cannot be written (EACCES: permission denied, access '${locked}'): give another path\n`,
    )
    await rm(locked, { recursive: true })
  }
})

const isRoot = process.geteuid?.() === 0

test.skipIf(!isRoot)(
  'root leaves nothing in the data folder of another user, and is told what to do',
  async () => {
    const theirs = await mkdtemp(join(tmpdir(), 'purr-operator-'))
    const backup = join(folder, 'any.backup')
    await writeFile(backup, 'any')
    await chown(theirs, 1000, 1001)
    const asRoot = (...args: string[]) => purrHere(args, { DATA_DIR: theirs, DATABASE_URL: '' })
    for (const args of [
      ['org', 'create', 'Acme'],
      ['org', 'export', 'Acme', join(folder, 'export.gz')],
      ['restore', backup],
    ]) {
      const { code, err } = await asRoot(...args)
      expect(code).toBe(1)
      expect(err).toContain(`${theirs} belongs to user 1000`)
      expect(err).toContain('"setpriv --reuid=1000 --regid=1001 --clear-groups"')
      expect(await readdir(theirs)).toEqual([])
    }
    // What counts is whose the database is, not the folder around it.
    await $`cp -R ${folder}/database ${theirs}`
    expect((await asRoot('org', 'list')).code).toBe(0)
    await chown(join(theirs, 'database'), 1000, 1001)
    expect((await asRoot('backup', join(folder, 'purr.backup'))).err).toContain('belongs to user 1000')
    await rm(theirs, { recursive: true })
  },
)

/** The commands, and whether each is about an organization. */
const COMMANDS: readonly [command: string, hasOrg: boolean][] = [
  ['say', false],
  ['voices list', false],
  ['voices cloned', true],
  ['models add', false],
  ['models list', false],
  ['models remove', false],
  ['org create', false],
  ['org list', false],
  ['org show', true],
  ['org tier', true],
  ['org limits', true],
  ['org export', false],
  ['org delete', false],
  ['project create', true],
  ['project list', true],
  ['key create', true],
  ['key list', true],
  ['key revoke', true],
  ['key generate', false],
  ['person reset', false],
  ['management-key create', true],
  ['management-key list', true],
  ['management-key revoke', true],
  ['credits add', true],
  ['credits show', true],
  ['ledger verify', true],
  ['backup', false],
  ['restore', false],
  ['mcp', false],
]

/** What a command prints for `--help`. */
async function helpOf(...args: string[]): Promise<string> {
  let printed = ''
  const all = await purrCommand()
  for (const each of [all, ...all.commands.flatMap((inner) => [inner, ...inner.commands])])
    each.configureOutput({ writeOut: (text) => (printed += text) })
  const thrown = await all.parseAsync([...args, '--help'], { from: 'user' }).catch((error) => error)
  expect(thrown).toMatchObject({ code: 'commander.helpDisplayed', exitCode: 0 })
  return printed
}

/** The commands that a help text lists. */
async function listedIn(...args: string[]): Promise<string[]> {
  const out = await helpOf(...args)
  const list = out.slice(out.indexOf('\nCommands:'))
  return [...list.matchAll(/^ {2}([\w-]+) /gm)]
    .map(([, name]) => name!)
    .filter((name) => !['npx', 'help'].includes(name))
}

test('these are all commands', async () => {
  const all: string[] = []
  for (const name of await listedIn()) {
    const inner = name === 'say' ? [] : await listedIn(name)
    all.push(...(inner.length === 0 ? [name] : inner.map((each) => `${name} ${each}`)))
  }
  expect(purr(['--help'])).toMatchObject({ code: 0, err: '' })
  expect(all).toEqual(COMMANDS.map(([name]) => name))
})

test('a command is loaded without the others, and a name that is none of them loads all', async () => {
  const names = async (named?: string) => (await purrCommand(named)).commands.map((each) => each.name())
  const all = await names()
  for (const name of all) expect(await names(name)).toEqual([name])
  for (const name of ['help', '--help', 'toString']) expect(await names(name)).toEqual(all)
})

test.each(COMMANDS)('%s explains itself, with an example that begins with it', async (name, hasOrg) => {
  const out = await helpOf(...name.split(' '))
  expect(out).toContain(`Usage: purr ${name} [options]`)
  expect(/^ +--json /m.test(out)).toBe(name !== 'mcp') // which prints JSON only
  expect(/^ +--org <organization> /m.test(out)).toBe(hasOrg)
  expect(out).toContain(`Example:\n  ${shellCommand(`run purr ${name}`)}`)
  expect(out.includes(' --org Acme', out.indexOf('Example:'))).toBe(hasOrg)
})
