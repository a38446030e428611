import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import project from '../package.json'
import { generateKey } from '../src/accounts/api-key.ts'
import { UNCONFIGURED } from './support/environment.ts'
import { eventually } from './support/eventually.ts'
import { isRunning } from './support/is-running.ts'
import { goodRequest, post } from './support/request.ts'

const ROOT = join(import.meta.dir, '..')

/** A folder in which `bun start` starts the server as package.json has it, but installs and builds nothing before. */
let folder: string
const key = generateKey()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-launcher-'))
  const start = project.scripts.start.replace(/.*&& /, '').replace('src/', `${ROOT}/src/`)
  await Bun.write(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }))
})
afterAll(() => rm(folder, { recursive: true }))

/** What npm tells the processes that it starts. */
const NPX = { npm_execpath: '/usr/lib/node_modules/npm/bin/npm-cli.js' }
/** Its speech comes as it is made, and takes some time: it is not over when the signal comes. */
const LONG = {
  ...goodRequest,
  transcript: 'The server is told to stop while it speaks this sentence. '.repeat(3),
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 },
}
/** Bytes of it that a server that ends at once has not sent. */
const WHOLE = 300_000

const environment = () => ({
  ...process.env,
  ...UNCONFIGURED,
  DATABASE_URL: '',
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
  WORKERS: '1',
  PURR_API_KEY: key,
})

const BUN_START = `'${process.execPath}' start`

/**
 * A server that is started by a command, and told to stop while it speaks.
 *
 * @param toAll whether all processes of the command get the signal, as from a terminal
 */
async function stopped(
  command: string[],
  signal: NodeJS.Signals,
  { env = {}, toAll = false }: { env?: Record<string, string>; toAll?: boolean } = {},
) {
  const outer = Bun.spawn(command, {
    cwd: folder,
    detached: toAll,
    env: { ...environment(), ...env },
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let output = ''
  const decoder = new TextDecoder()
  for await (const chunk of outer.stdout) {
    output += decoder.decode(chunk, { stream: true })
    if (output.includes('hello.wav')) break
  }
  const [url, pid] = ['address', 'process'].map(
    (name) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(output)![1]!,
  )
  const answer = await post(`${url}/tts/bytes`, key, LONG)
  process.kill(toAll ? -outer.pid : outer.pid, signal)
  const speech = (await answer.bytes()).length
  const exitCode = await outer.exited
  await eventually(() => !isRunning(Number(pid)))
  return { speech, exitCode }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '"bun start" passes %s on to the server, and its exit code back',
  async (signal) => {
    const { speech, exitCode } = await stopped(['sh', '-c', `exec ${BUN_START}`], signal)
    expect(speech).toBeGreaterThan(WHOLE)
    expect(exitCode).toBe(0)
  },
)

// npm passes the signal on to the shell that it has started, and the shell ends.
test('a server that npx has started stops in order when npx does', async () => {
  const { speech } = await stopped(['sh', '-c', `${BUN_START}; true`], 'SIGTERM', { env: NPX })
  expect(speech).toBeGreaterThan(WHOLE)
})

// As Ctrl+C does. The launcher ends while the server is stopping already.
test('a server that npx has started stops in order when all of its processes get a signal', async () => {
  const { speech } = await stopped(['sh', '-c', `${BUN_START}; true`], 'SIGINT', { env: NPX, toAll: true })
  expect(speech).toBeGreaterThan(WHOLE)
})

test('a server ends with the terminal that it was started from', async () => {
  let output = ''
  const decoder = new TextDecoder()
  const ready = Promise.withResolvers<void>()
  const server = Bun.spawn([process.execPath, join(ROOT, 'src/main.ts')], {
    env: environment(),
    terminal: {
      data(_terminal, bytes) {
        output += decoder.decode(bytes, { stream: true })
        if (output.includes('hello.wav')) ready.resolve()
      },
    },
  })
  await ready.promise
  server.terminal!.close()
  expect(await server.exited).toBe(0)
})
