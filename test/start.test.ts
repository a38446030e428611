import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKey } from '../src/accounts/api-key.ts'
import { purrHere } from './support/command-line.ts'
import { newDataFolder } from './support/data-folder.ts'
import { type Purr, startPurr } from './support/process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-start-'))
})
afterAll(() => rm(folder, { recursive: true }))

const env = () => ({ DATA_DIR: join(folder, 'data'), PURR_API_KEY: '' })

const operate = (...args: string[]) => purrHere(args, { DATABASE_URL: '', ...env() })

async function voices(server: Purr, key: string): Promise<number> {
  return (await fetch(`${server.url}/voices`, { headers: { 'x-api-key': key } })).status
}

// One story: each step builds on the one before, as in a new user's first hour.
test('from the first start to a revoked key', async () => {
  const first = await startPurr(env())
  const key = /^key +(sk_purr_\S+)/m.exec(first.greeting)![1]!

  // The printed command works as printed.
  const command = first.greeting.slice(first.greeting.indexOf('curl'))
  const curl = Bun.spawnSync(['sh', '-c', command], { cwd: folder })
  expect(curl.stderr.toString()).toBe('')
  const hello = Buffer.from(await Bun.file(join(folder, 'hello.wav')).arrayBuffer())
  expect(hello.toString('latin1', 0, 4)).toBe('RIFF')
  expect(hello.length).toBeGreaterThan(60_000)

  // The embedded database belongs to the server while it runs. Only what needs the database itself has to wait.
  expect((await operate('key', 'list')).code).toBe(0)
  const refused = await operate('org', 'export', 'default', join(folder, 'default.jsonl.gz'))
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('stop the running server first')
  expect(await first.stop()).toBe(0)

  // Another key, made on the command line, works; the first still does; no key is shown again.
  const created = await operate('key', 'create', '--name', 'second')
  expect(created.out).toMatch(/^sk_purr_/)
  const second = await startPurr(env())
  expect(second.greeting).not.toContain(key)
  expect(await voices(second, key)).toBe(200)
  expect(await voices(second, created.out)).toBe(200)
  expect(await second.stop()).toBe(0)

  const listed = JSON.parse((await operate('key', 'list', '--json')).out)
  expect(
    listed.map(({ name, lastUsedAt }: { name: string; lastUsedAt: string | null }) => [
      name,
      lastUsedAt !== null,
    ]),
  ).toEqual([
    ['first', true],
    ['second', true],
  ])

  const prefix = created.out.slice(8, 16)
  expect((await operate('key', 'revoke', prefix)).out).toContain('revoked')
  const again = await operate('key', 'revoke', prefix)
  expect(again.code).toBe(1)
  expect(again.err).toContain('key list')
  const third = await startPurr(env())
  expect(await voices(third, created.out)).toBe(401)
  expect(await third.stop()).toBe(0)
}, 120_000)

// One story, as in the life of a container that always gets the same key.
test('with a key that is given', async () => {
  const dataDir = await newDataFolder()
  const start = (given: string) => startPurr({ ...env(), DATA_DIR: dataDir, PURR_API_KEY: given })
  const operateGiven = (given: string, ...args: string[]) =>
    purrHere(args, { DATA_DIR: dataDir, DATABASE_URL: '', PURR_API_KEY: given })
  const refusal = (why: string) =>
    new RegExp(`\\(exit code 1\\): [^\\n]+\\npurr: PURR_API_KEY ${why}: unset it and start with .+\\n$`)
  const [key, other] = [generateKey(), generateKey()]

  // It is not shown, and the printed command takes it from where it was given.
  const first = await start(key)
  expect(first.greeting).toContain('key        the one in PURR_API_KEY\n')
  expect(first.greeting).not.toContain(key)
  const command = first.greeting.slice(first.greeting.indexOf('curl'))
  const curl = Bun.spawnSync(['sh', '-c', command], {
    cwd: folder,
    env: { ...process.env, PURR_API_KEY: key },
  })
  expect(curl.stderr.toString()).toBe('')
  expect((await Bun.file(join(folder, 'hello.wav')).bytes()).subarray(0, 4)).toEqual(Buffer.from('RIFF'))
  expect(await first.stop()).toBe(0)

  // Another one is refused, instead of not working later; without any the first one works.
  await expect(start(other)).rejects.toThrow(
    refusal('is not a key of this database, which has its keys already'),
  )
  const without = await start('')
  expect(without.greeting).toContain('key        the one you have')
  expect(await voices(without, key)).toBe(200)
  expect(await without.stop()).toBe(0)

  // To the command line it is nothing.
  for (const given of [other, 'malformed']) expect((await operateGiven(given, 'key', 'list')).err).toBe('')

  // A key of another organization is as good; a revoked one is not.
  await operateGiven('', 'org', 'create', 'Acme')
  const ofAcme = (await operateGiven('', 'key', 'create', '--org', 'Acme')).out
  const again = await start(ofAcme)
  expect(again.greeting).not.toContain(ofAcme)
  expect(await voices(again, ofAcme)).toBe(200)
  expect(await again.stop()).toBe(0)
  await operateGiven('', 'key', 'revoke', key.slice(8, 16))
  await expect(start(key)).rejects.toThrow(refusal('was revoked'))
  await rm(dataDir, { recursive: true })
}, 120_000)

test.each([
  [{ PORT: 'eighty' }, /PORT is "eighty": set it to/],
  [{ PURR_API_KEY: 'secret' }, /PURR_API_KEY is not well formed: set it to/],
  [{ DATA_DIR: '/proc/purr' }, /purr: cannot open the embedded database in DATA_DIR \(\/proc\/purr\): /],
])('a start that cannot be says why: %j', async (wrong, message) => {
  await expect(startPurr({ ...env(), ...wrong })).rejects.toThrow(message)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a server that is still being loaded has a handler for %s',
  async (signal) => {
    const preload = join(import.meta.dir, 'support/endless-loading.ts')
    const main = join(import.meta.dir, '../src/main.ts')
    const server = Bun.spawn([process.execPath, '--preload', preload, main], {
      stdin: 'ignore',
      stdout: 'pipe',
    })
    await server.stdout.getReader().read()
    server.kill(signal)
    // Without a terminal, SIGHUP asks only for the certificate to be read again.
    if (signal === 'SIGHUP') server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  },
)

test('an occupied port is named, and a key is only made once the server listens', async () => {
  const occupant = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('') })
  const [one, other] = [await newDataFolder(), await newDataFolder()]
  const data = { ...env(), DATA_DIR: one }
  await expect(startPurr({ ...data, PORT: String(occupant.port) })).rejects.toThrow(
    /set PORT or HOST to a free/,
  )
  await occupant.stop()
  const server = await startPurr(data)
  expect(server.greeting).toContain('shown only now')
  const second = { ...env(), DATA_DIR: other, PORT: new URL(server.url).port }
  await expect(startPurr(second)).rejects.toThrow(/set PORT or HOST to a free/)
  await server.stop()
  for (const each of [one, other]) await rm(each, { recursive: true })
}, 120_000)
