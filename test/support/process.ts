import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../package.json'
import { generateKey } from '../../src/accounts/api-key.ts'
import { newDataFolder } from './data-folder.ts'
import { UNCONFIGURED } from './environment.ts'

/** A running server, in a process and a data folder of its own. */
export interface Purr {
  readonly url: string
  readonly key: string
  readonly pid: number
  /** Its output at the start. */
  readonly greeting: string
  /** Null: it runs. */
  exitCode(): number | null
  /** What it has logged since then. */
  log(): string
  /** Stops it and returns its exit code. The data folder is kept until `remove`. */
  stop(): Promise<number>
  remove(): Promise<void>
}

const main = join(import.meta.dir, '../../src/main.ts')
/** What `bun start` sets for Bun. */
export const RUNTIME = Object.fromEntries(
  [...packageJson.scripts.start.matchAll(/\b(BUN_\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
)

/**
 * Starts a server on a free port of the loopback interface, with one worker and the widest limits, and waits until it is
 * ready. A second worker costs 0.6 seconds of a processor at each start, and few tests need it.
 *
 * @param env overrides its environment; undefined takes a variable away. With DATA_DIR and PURR_API_KEY of an earlier server it
 *   starts on that data, without DATA_DIR on an empty database. With a blank WORKERS it has a worker per core
 * @param flags flags of Bun
 * @param said gets its output so far, until it is ready
 * @param logFile the file that gets its log. Without it, the log is kept in memory
 * @throws with its exit code and output if it exits instead
 */
export async function startPurr(
  env: Record<string, string | undefined> = {},
  flags: readonly string[] = [],
  { said = () => {}, logFile }: { said?: (output: string) => void; logFile?: string } = {},
): Promise<Purr> {
  const key = env.PURR_API_KEY ?? generateKey()
  const makeFolder = () => (env.DATABASE_URL ? mkdtemp(join(tmpdir(), 'purr-data-')) : newDataFolder())
  const folder = env.DATA_DIR ?? (await makeFolder())
  const child = Bun.spawn(['bun', ...flags, main], {
    env: {
      ...process.env,
      ...RUNTIME,
      ...UNCONFIGURED,
      PORT: '0',
      DATA_DIR: folder,
      PURR_API_KEY: key,
      PURR_TIER: 'tier3',
      WORKERS: '1',
      ...env,
    },
    stdout: 'pipe',
    stderr: logFile === undefined ? 'pipe' : Bun.file(logFile),
  })
  let greeting = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    greeting += decoder.decode(chunk, { stream: true })
    said(greeting)
    if (greeting.includes('hello.wav')) break
  }
  const url = /^address +(\S+)$/m.exec(greeting)?.[1]
  let log = ''
  const logged = logFile === undefined ? keep(child.stderr as ReadableStream) : undefined
  if (url === undefined) {
    const exitCode = await child.exited
    await logged
    throw new Error(`Purr did not start (exit code ${exitCode}): ${greeting}${readLog()}`)
  }
  function readLog() {
    return logFile === undefined ? log : readFileSync(logFile, 'utf8')
  }
  async function keep(stderr: ReadableStream) {
    const text = new TextDecoder()
    for await (const chunk of stderr) log += text.decode(chunk, { stream: true })
  }
  return {
    url,
    key,
    pid: child.pid,
    greeting,
    exitCode: () => child.exitCode,
    log: readLog,
    async stop() {
      child.kill('SIGTERM')
      return child.exited
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The metrics of a server that was started with METRICS_PORT, as Prometheus gets them. */
export async function metricsOf({ greeting }: Purr): Promise<string> {
  return (await fetch(/^Metrics .* (http:\S+)\.$/m.exec(greeting)![1]!)).text()
}

/** The sum of a metric over its labels. */
export function sumOf(metrics: string, name: string): number {
  const values = metrics.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'gm'))
  return [...values].reduce((total, [, value]) => total + Number(value), 0)
}
