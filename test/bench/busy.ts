import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Busy } from './busy-server.ts'
import { millisecondsAt } from './statistics.ts'
import { row, rule } from './table.ts'

/**
 * The lag of the main loop and the time of statements while all workers are busy, with the embedded database and, if
 * DATABASE_URL is set, with Postgres, in turn: `bun run bench:busy`. `--rounds` and `--seconds` say how many and how long;
 * `--beside <folder>` also measures another version of Purr, which has these two files.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    beside: { type: 'string' },
  },
})
const here = import.meta.dir
const url = process.env.DATABASE_URL
const kinds = [
  { name: 'embedded', folder: here, url: undefined },
  ...(values.beside ? [{ name: 'beside', folder: join(values.beside, 'test/bench'), url: undefined }] : []),
  ...(url ? [{ name: 'Postgres', folder: here, url }] : []),
].map((kind) => ({ ...kind, seen: [] as Busy[] }))

for (let round = 0; round < Number(values.rounds); round++)
  for (const { folder, url, seen } of kinds) seen.push(await observe(folder, url))

console.log('\nAll workers busy, 6 clients (milliseconds)\n')
const statements = (when: string) => ['p50', 'p95', 'p99'].map((name) => `statements ${when} ${name}`)
row(
  '',
  ...['p50', 'p95', 'p99'].map((name) => `loop lag ${name}`),
  ...statements('idle'),
  ...statements('busy'),
  'MiB',
)
rule(11)
for (const { name, seen } of kinds) {
  const times = [
    seen.flatMap(({ lags }) => lags),
    seen.flatMap(({ idle }) => idle),
    seen.flatMap(({ busy }) => busy),
  ]
  const cells = times.flatMap((each) => [50, 95, 99].map((percent) => millisecondsAt(each, percent)))
  row(name, ...cells, Math.max(...seen.map(({ memory }) => memory)))
}
process.exit(0)

async function observe(folder: string, database: string | undefined): Promise<Busy> {
  const { TEST_DATABASE_URL: _, ...env } = process.env
  const child = Bun.spawn([process.execPath, join(folder, 'busy-server.ts'), values.seconds], {
    env: { ...env, ...(database && { TEST_DATABASE_URL: database }) },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const out = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error('a server failed')
  return JSON.parse(out.trim().split('\n').at(-1)!)
}
