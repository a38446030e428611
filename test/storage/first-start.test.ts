import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { purr } from '../support/command-line.ts'
import { UNCONFIGURED } from '../support/environment.ts'

const main = join(import.meta.dir, '../../src/main.ts')
const commandLine = join(import.meta.dir, '../../src/cli/main.ts')

/** How far starts have come when they are killed, one after the other, as parts of the time that another one has taken. */
const MOMENTS = [0.2, 0.5, 0.8, 0.95, 1.05]

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'purr-first-start-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const env = () => ({
  ...process.env,
  ...UNCONFIGURED,
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  PORT: '0',
  WORKERS: '1',
})

const startServer = () =>
  Bun.spawn([process.execPath, main], { env: env(), stdout: 'ignore', stderr: 'ignore' })

const inFolder = () => {
  const folder = join(dataDir, 'database')
  return existsSync(folder) ? readdirSync(folder) : []
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(2)
}

/** Kills a server, and waits until it is gone. */
async function kill(server: Bun.Subprocess): Promise<void> {
  server.kill('SIGKILL')
  await server.exited
}

describe.skipIf(process.platform !== 'linux')('the process that creates a database', () => {
  const childrenOf = (pid: number) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

  const isAlive = (pid: number) => {
    try {
      return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return false
    }
  }

  test.each([0, 300])('ends with the server that has started it, %p ms after its start', async (age) => {
    const server = startServer()
    await until(() => inFolder().some((name) => name.startsWith('postgres.unfinished')))
    await until(() => childrenOf(server.pid).length > 0)
    const [creator] = childrenOf(server.pid)
    await Bun.sleep(age)
    process.kill(creator!, 'SIGSTOP')
    await kill(server)
    if (isAlive(creator!)) process.kill(creator!, 'SIGCONT')
    await until(() => !isAlive(creator!))
    // It has not gone on to the end, where it would write the files.
    const [unfinished] = inFolder().filter((name) => name.startsWith('postgres.unfinished'))
    expect(readdirSync(join(dataDir, 'database', unfinished!))).not.toContain('PG_VERSION')
  })
})

test('a start succeeds wherever those before it were killed', async () => {
  const begun = performance.now()
  const undisturbed = startServer()
  await until(() => inFolder().includes('postgres'))
  const duration = performance.now() - begun
  await kill(undisturbed)
  await rm(join(dataDir, 'database'), { recursive: true })
  for (const moment of MOMENTS) {
    const server = startServer()
    await Bun.sleep(moment * duration)
    await kill(server)
    expect(server.signalCode).toBe('SIGKILL') // what the one before has left did not end it
  }
  const { code, out, err } = purr(['org', 'list'], { DATA_DIR: dataDir, DATABASE_URL: '' })
  expect(err).toBe('')
  expect(out).toMatch(/There is no organization yet\.|^name/)
  expect(code).toBe(0)
  expect(
    inFolder()
      .filter((name) => name !== 'control.sock')
      .toSorted(),
  ).toEqual(['created', 'lock.sqlite', 'postgres'])
}, 600_000) // several databases are created

test('of starts at the same time in a new folder one creates the database', async () => {
  const children = Array.from({ length: 3 }, () =>
    Bun.spawn([process.execPath, commandLine, 'org', 'list'], {
      env: env(),
      stdout: 'ignore',
      stderr: 'pipe',
    }),
  )
  const results = await Promise.all(
    children.map(async (child) => ({
      err: await new Response(child.stderr).text(),
      code: await child.exited,
    })),
  )
  expect(results.some(({ code }) => code === 0)).toBe(true)
  for (const { err } of results.filter(({ code }) => code !== 0))
    expect(err).toContain('in use by another process')
  expect(inFolder().toSorted()).toEqual(['created', 'lock.sqlite', 'postgres'])
})
