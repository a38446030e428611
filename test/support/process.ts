import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKey } from '../../src/accounts/api-key.ts'

/** A running server, in a process and a data folder of its own. */
export interface Purr {
  readonly url: string
  readonly key: string
  readonly pid: number
  /** Its output at the start. */
  readonly greeting: string
  /** Stops it and returns its exit code. The data folder is kept until `remove`. */
  stop(): Promise<number>
  remove(): Promise<void>
}

const main = join(import.meta.dir, '../../src/main.ts')

/**
 * Starts a server on a free port of the loopback interface, with the widest limits, and waits until it is ready.
 *
 * @param env overrides its environment; with DATA_DIR and PURR_API_KEY of an earlier server it starts on that data
 * @param flags flags of Bun
 * @param log the file that gets its log. Without it, the log is kept in memory, and not read
 * @throws with its exit code and output if it exits instead
 */
export async function startPurr(
  env: Record<string, string> = {},
  flags: readonly string[] = [],
  log?: string,
): Promise<Purr> {
  const key = env.PURR_API_KEY ?? generateKey()
  const folder = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'purr-data-')))
  const child = Bun.spawn(['bun', ...flags, main], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      PORT: '0',
      DATA_DIR: folder,
      PURR_API_KEY: key,
      PURR_TIER: 'tier3',
      ...env,
    },
    stdout: 'pipe',
    stderr: log === undefined ? 'pipe' : Bun.file(log),
  })
  let greeting = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    greeting += decoder.decode(chunk, { stream: true })
    if (greeting.includes('hello.wav')) break
  }
  const url = /^address +(\S+)$/m.exec(greeting)?.[1]
  if (url === undefined) {
    const complaint = await (log === undefined ? (child.stderr as ReadableStream) : Bun.file(log)).text()
    throw new Error(`Purr did not start (exit code ${await child.exited}): ${greeting}${complaint}`)
  }
  return {
    url,
    key,
    pid: child.pid,
    greeting,
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
