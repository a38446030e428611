import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { openStorage } from '../../src/storage/open.ts'
import { chosenPostgres } from '../support/databases.ts'
import { createMember } from '../support/member.ts'
import { type Purr, startPurr } from '../support/process.ts'
import type { Load, Message, Observation } from './agents/program.ts'
import { firstAudioByLength } from './first-audio.ts'
import { ProcessMeter, type Usage } from './process-meter.ts'
import { withFolder } from './recognizer.ts'
import { millisecondsAt, percentile } from './statistics.ts'
import { row, rule } from './table.ts'

/**
 * Voice agents of one organization on WebSockets, which play their speech in real time: `bun run bench:streams`. The
 * arguments are the numbers of agents, `--seconds` is the time for which each number is observed. With `--telemetry`, each
 * number is observed also on a server whose metrics are read each second and which sends its traces to a collector that drops
 * them. With `--dashboard`, it is observed on a server that records no usage, and on one that does and whose live view is open.
 * With `--rounds`, all of this is done several times, every other time in the opposite order. The user of DATABASE_URL must be
 * allowed to create databases. Server and agents share the machine, which should be otherwise idle.
 */

const AGENTS = [1, 10, 25, 50, 100, 150]
const LENGTHS = [50, 100, 200, 400, 900]
/** The pause between two numbers of agents (milliseconds). */
const REST = 2000
/** Time between two scrapes of the metrics (milliseconds): Prometheus scrapes every 15 s. */
const SCRAPE = 1000
const WITHOUT_USAGE = ['--preload', join(import.meta.dir, 'without-usage.ts')]
/** More than the agents can use. */
const CREDITS = 1_000_000_000
const LIMITS = { requestsPerMinute: 1_000_000, concurrency: 1000 }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '1' },
    telemetry: { type: 'boolean', default: false },
    dashboard: { type: 'boolean', default: false },
  },
})
/** What is different about a server: nothing, its telemetry, or that it has a dashboard. */
type Kind = 'plain' | 'telemetry' | 'dashboard'

const kinds: readonly Kind[] = [
  'plain',
  ...(values.telemetry ? (['telemetry'] as const) : []),
  ...(values.dashboard ? (['dashboard'] as const) : []),
]

const postgres = await chosenPostgres()
const collector = values.telemetry ? collectNothing() : undefined
try {
  await withFolder(measure)
} finally {
  await postgres?.drop()
  await collector?.stop(true)
}
process.exit(0)

/** A collector that takes spans and drops them. */
function collectNothing(): Bun.Server<undefined> {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      await request.arrayBuffer()
      return Response.json({})
    },
  })
}

/** A server that is observed. */
interface Observed {
  readonly kind: Kind
  readonly server: Purr
  /** Of the operator. */
  readonly managementKey: string
  readonly meter: ProcessMeter
  /** Of all rounds, by the number of agents. */
  readonly seen: Map<number, Seen>
}

/** Times to first audio, and delays of late pieces (milliseconds). */
interface Seen {
  readonly firstAudio: number[]
  readonly underruns: number[]
}

async function measure(folder: string): Promise<void> {
  const observed: Observed[] = []
  try {
    for (const kind of kinds) observed.push(await start(join(folder, kind), kind))
    console.log(`2 workers, ${postgres ? 'Postgres' : 'the embedded database'}`)
    if (positionals.length === 0) await printFirstAudio(observed[0]!.server)
    const numbers = positionals.length > 0 ? positionals.map(Number) : AGENTS
    await printStreams(observed, numbers, folder)
    if (values.dashboard) printDashboard(observed, numbers)
  } finally {
    for (const { server } of observed) await server.stop()
  }
}

/** Starts a server with its data and its meter in a folder. */
async function start(folder: string, kind: Kind): Promise<Observed> {
  await mkdir(folder)
  const lagSocket = join(folder, 'server.lag')
  const dataDir = join(folder, 'data')
  const { db, close } = await openStorage({ databaseUrl: postgres?.url, dataDir })
  const { key } = await createMember(db, CREDITS, LIMITS)
  const managementKey = (await createManagementKey(db, null, 'bench'))!.key
  await close()
  const server = await startPurr(
    {
      ...ProcessMeter.environment(lagSocket),
      DATA_DIR: dataDir,
      DATABASE_URL: postgres?.url ?? '',
      PURR_API_KEY: key,
      WORKERS: '2',
      ...(kind === 'telemetry'
        ? { METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: collector!.url.href }
        : { METRICS_PORT: '', OTEL_EXPORTER_OTLP_ENDPOINT: '' }),
    },
    [...ProcessMeter.flags, ...(kind === 'plain' && values.dashboard ? WITHOUT_USAGE : [])],
  )
  return { kind, server, managementKey, meter: new ProcessMeter(server.pid, lagSocket), seen: new Map() }
}

/** Watches a server as long as something takes: as Prometheus does, or its operator. */
async function whileWatched<Result>(
  { kind, server, managementKey }: Observed,
  something: Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  if (kind === 'telemetry') {
    const address = /^Metrics .* (http:\S+)\.$/m.exec(server.greeting)![1]!
    const timer = setInterval(async () => await (await fetch(address)).text(), SCRAPE)
    stop.signal.addEventListener('abort', () => clearInterval(timer))
  } else if (kind === 'dashboard') {
    const headers = { authorization: `Bearer ${managementKey}` }
    const { status, body } = await fetch(`${server.url}/management/live`, { headers, signal: stop.signal })
    if (status !== 200) throw new Error(`the live view was refused with status ${status}`)
    body!.pipeTo(new WritableStream()).catch(() => {}) // ended below
  }
  return something.finally(() => stop.abort())
}

async function printFirstAudio({ url, key }: Purr): Promise<void> {
  console.log('\nTime to first audio by length, WebSocket, one turn at a time (milliseconds)\n')
  const times = await firstAudioByLength(url, key, LENGTHS)
  row('characters', 'p50', 'p95')
  rule(3)
  for (const [length, each] of times) row(length, millisecondsAt(each, 50), millisecondsAt(each, 95))
  row('goal', 'under 25', '')
  const [shortest, longest] = [times.get(LENGTHS[0]!)!, times.get(LENGTHS.at(-1)!)!]
  const ratio = percentile(longest, 50) / percentile(shortest, 50)
  console.log(`\np50 of the longest over the shortest: ${ratio.toFixed(2)} (goal: 1.30 at most)`)
}

async function printStreams(
  observed: readonly Observed[],
  numbers: readonly number[],
  folder: string,
): Promise<void> {
  console.log(`\nVoice agents side by side, ${values.seconds} s each (times in milliseconds)\n`)
  row(
    'agents',
    ...(kinds.length > 1 ? ['server'] : []),
    ...['p50', 'p95', 'p99', 'p95 by token'].map((name) => `first audio ${name}`),
    ...['underruns', 'worst', 'turns', 'refused', 'loop lag p99'],
    ...['CPU', 'main thread', 'memory', "agents' CPU", "agents' loop lag p99", "others' CPU"],
  )
  rule(kinds.length > 1 ? 17 : 16)
  for (const [agents, one] of inTurn(observed, numbers)) {
    const { kind, server, meter } = one
    const load: Load = { url: server.url, key: server.key, agents, seconds: Number(values.seconds) }
    const lagSocket = join(folder, `${crypto.randomUUID()}.lag`)
    const [seen, purr, own] = await whileWatched(one, observe(load, meter, lagSocket))
    const times = [...seen.whole, ...seen.byToken]
    const all = one.seen.getOrInsertComputed(agents, () => ({ firstAudio: [], underruns: [] }))
    all.firstAudio.push(...times)
    all.underruns.push(...seen.underruns)
    row(
      agents,
      ...(kinds.length > 1 ? [kind] : []),
      ...[50, 95, 99].map((percent) => orNone(times, percent)),
      orNone(seen.byToken, 95),
      `${seen.underruns.length} of ${seen.chunks}`,
      Math.max(0, ...seen.underruns).toFixed(1),
      seen.turns,
      seen.refused,
      purr.lag.toFixed(1),
      ...[purr.cpu, purr.mainThread].map(share),
      `${purr.memory} MiB`,
      share(own.cpu),
      own.lag.toFixed(1),
      share(Math.max(0, purr.machine - purr.cpu - own.cpu)),
    )
    await Bun.sleep(REST)
  }
  row(
    'goal at 100',
    ...(kinds.length > 1 ? [''] : []),
    '',
    'under 100',
    '',
    '',
    '0',
    ...Array<string>(10).fill(''),
  )
  console.log(
    "\nCPU is the share of all cores, main thread that of one; others' is all that neither server nor agents used.",
  )
}

/** Every number on every server, in as many rounds as are wanted. */
function inTurn(observed: readonly Observed[], numbers: readonly number[]): [number, Observed][] {
  return Array.from({ length: Number(values.rounds) }, (_, round) =>
    numbers.flatMap((agents) =>
      (round % 2 === 0 ? observed : observed.toReversed()).map((one): [number, Observed] => [agents, one]),
    ),
  ).flat()
}

function printDashboard(observed: readonly Observed[], numbers: readonly number[]): void {
  console.log('\nWhat usage and an open live view cost (milliseconds)\n')
  row('agents', 'first audio p95 without', 'with', 'ratio', 'late pieces without', 'with')
  rule(6)
  const of = (kind: Kind) => observed.find((each) => each.kind === kind)!
  for (const agents of numbers) {
    const [without, having] = [of('plain').seen.get(agents)!, of('dashboard').seen.get(agents)!]
    const [before, after] = [percentile(without.firstAudio, 95), percentile(having.firstAudio, 95)]
    const ratio = (after / before).toFixed(3)
    row(agents, before.toFixed(1), after.toFixed(1), ratio, without.underruns.length, having.underruns.length)
  }
  row('goal at 100', '', '', '1.10 at most', '', '0')
}

/** Runs agents in a separate process and measures both processes meanwhile. */
async function observe(
  load: Load,
  server: ProcessMeter,
  lagSocket: string,
): Promise<[Observation, Usage, Usage]> {
  const seen = Promise.withResolvers<[Observation, Usage, Usage]>()
  let usage: Promise<[Usage, Usage]>
  const agents = Bun.spawn(
    ['bun', ...ProcessMeter.flags, join(import.meta.dir, 'agents/program.ts'), JSON.stringify(load)],
    {
      env: { ...process.env, ...ProcessMeter.environment(lagSocket) },
      stdout: 'inherit',
      stderr: 'inherit',
      ipc(message: Message) {
        if (typeof message === 'string') usage = Promise.all([server.read(), own.read()])
        else usage.then((read) => seen.resolve([message, ...read]), seen.reject)
      },
      onExit: (_, code) => seen.reject(new Error(`the agents ended with ${code}`)),
    },
  )
  const own = new ProcessMeter(agents.pid, lagSocket)
  try {
    return await seen.promise
  } finally {
    agents.kill()
  }
}

function share(part: number): string {
  return `${Math.round(part * 100)} %`
}

function orNone(times: readonly number[], percent: number): string {
  return times.length > 0 ? millisecondsAt(times, percent) : 'none'
}
