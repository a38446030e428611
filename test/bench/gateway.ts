import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStorage } from '../../src/storage/open.ts'
import { chosenPostgres } from '../support/databases.ts'
import { createMember } from '../support/member.ts'
import { type Purr, startPurr } from '../support/process.ts'
import { type Load, type Message, type Observation, WAYS, type Way } from './gateway/clients.ts'
import { printGoals } from './goals.ts'
import { ProcessMeter, type Usage } from './process-meter.ts'
import { withFolder } from './recognizer.ts'
import { millisecondsAt, percentile } from './statistics.ts'
import { row, rule } from './table.ts'

/**
 * Purr as the gateway of an engine that answers at once: `bun run bench:gateway`. First what Purr adds to the first audio,
 * measured by clients that ask the engine and Purr in turn; then how many streams it carries. The arguments are the numbers
 * of streams, `--seconds` is the time for which each is observed, `--gateways` how many Purrs share the streams and a
 * database, which must then be Postgres. The user of DATABASE_URL must be allowed to create databases. Engine, Purr and clients
 * share the machine, which should be otherwise idle.
 */

const STREAMS = [100, 200, 300, 400, 500]
/** The pause between two loads (milliseconds). */
const REST = 2000
/** More than the clients can use. */
const CREDITS = 1_000_000_000
const LIMITS = { requestsPerMinute: 1_000_000, concurrency: 1000 }
const GOALS = { p50: 3, p95: 10, streams: 500 }
const MODELS = ['at-once', 'real-time'] as const
/** How Purr speaks with the engine. */
const PROTOCOLS = ['openai', 'cartesia'] as const
type ModelName = `${(typeof MODELS)[number]}-${(typeof PROTOCOLS)[number]}`
const VOICE = 'canned'

const NAMES: Readonly<Record<Way, string>> = {
  engine: 'the engine itself',
  http: 'through Purr, HTTP',
  websocket: 'through Purr, WebSocket',
}

/** A running Purr. */
interface Gateway {
  readonly purr: Purr
  readonly meter: ProcessMeter
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '15' }, gateways: { type: 'string', default: '1' } },
})
const seconds = Number(values.seconds)
const postgres = await chosenPostgres()
try {
  await withFolder(measure)
} finally {
  await postgres?.drop()
}
process.exit(0)

async function measure(folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  const { db, close } = await openStorage({ databaseUrl: postgres?.url, dataDir })
  const { key } = await createMember(db, CREDITS, LIMITS)
  await close()
  const engine = await startEngine()
  const voices = await registerModels(join(folder, 'models'), engine.url)
  const gateways = await startGateways(folder, dataDir, key)
  const loadOf = (kind: Load['kind'], model: ModelName, clients: number, turn: number): Load => ({
    kind,
    engine: engine.url,
    purrs: gateways.map(({ purr }) => purr.url),
    key,
    model,
    voice: voices.get(model)!,
    clients,
    seconds,
    turn,
  })
  try {
    const database = postgres ? 'Postgres' : 'the embedded database'
    const purrs = gateways.length === 1 ? '1 gateway' : `${gateways.length} gateways`
    console.log(`${purrs}, ${database}, ${seconds} s each; load average ${loadavg()[0]!.toFixed(1)}\n`)
    const added = [
      await printFirstAudio(loadOf('compare', 'at-once-openai', 1, 2), gateways, folder),
      await printFirstAudio(loadOf('compare', 'real-time-openai', 50, 3), gateways, folder),
      await printFirstAudio(loadOf('compare', 'real-time-cartesia', 50, 3), gateways, folder),
    ]
    const numbers = positionals.length > 0 ? positionals.map(Number) : STREAMS
    const loads = [
      loadOf('stream', 'real-time-cartesia', numbers[0]!, 6),
      ...numbers.map((clients) => loadOf('stream', 'real-time-openai', clients, 6)),
    ]
    const carried = await printStreams(loads, gateways, folder)
    printGoals([
      ...added.flatMap(({ streams, p50, p95 }): [string, boolean][] => [
        [`${streams}: at most ${GOALS.p50} ms more at the median`, p50 <= GOALS.p50],
        [`${streams}: at most ${GOALS.p95} ms more at p95`, p95 <= GOALS.p95],
      ]),
      [`${GOALS.streams} streams without a late chunk`, carried >= GOALS.streams],
    ])
  } finally {
    await Promise.all(gateways.map(({ purr }) => purr.stop()))
    engine.stop()
  }
}

async function startGateways(folder: string, dataDir: string, key: string): Promise<Gateway[]> {
  const gateways: Gateway[] = []
  for (let gateway = 0; gateway < Number(values.gateways); gateway++) {
    const lagSocket = join(folder, `gateway-${gateway}.lag`)
    const purr = await startPurr(
      {
        ...ProcessMeter.environment(lagSocket),
        DATA_DIR: dataDir,
        DATABASE_URL: postgres?.url ?? '',
        PURR_API_KEY: key,
        MODELS_DIR: join(folder, 'models'),
      },
      ProcessMeter.flags,
    )
    gateways.push({ purr, meter: new ProcessMeter(purr.pid, lagSocket) })
  }
  return gateways
}

async function startEngine(): Promise<{ url: string; stop: () => void }> {
  const port = Promise.withResolvers<number>()
  const child = Bun.spawn(['bun', join(import.meta.dir, 'gateway/engine.ts')], {
    stdout: 'inherit',
    stderr: 'inherit',
    ipc: port.resolve,
    onExit: (_, code) => port.reject(new Error(`the engine ended with ${code}`)),
  })
  return { url: `http://127.0.0.1:${await port.promise}/v1`, stop: () => child.kill() }
}

/** Registers each model with both protocols. Returns the ids of the voices. */
async function registerModels(folder: string, url: string): Promise<Map<ModelName, string>> {
  const voices = new Map<ModelName, string>()
  for (const model of MODELS) {
    for (const engine of PROTOCOLS) {
      const name: ModelName = `${model}-${engine}`
      const id = crypto.randomUUID()
      voices.set(name, id)
      const config = {
        engine,
        urls: [engine === 'openai' ? url : url.replace('/v1', '')],
        model,
        sample_rate: 24_000,
        voices: [{ name, voice: VOICE, id, language: 'en-US' }],
      }
      await Bun.write(join(folder, name, 'config.json'), JSON.stringify(config))
    }
  }
  return voices
}

/** Prints the times to first audio. Returns what the WebSocket adds. */
async function printFirstAudio(load: Load, gateways: readonly Gateway[], folder: string) {
  const [{ firstAudio }, { lag }] = await observe(load, gateways, folder)
  const { clients, model } = load
  const streams = clients === 1 ? 'one request at a time' : `${clients} streams`
  console.log(`Time to first audio, ${model}, ${streams} (milliseconds)\n`)
  row('', 'turns', 'p50', 'p95', 'more at p50', 'more at p95')
  rule(6)
  const more = (way: Way, percent: number) =>
    percentile(firstAudio[way], percent) - percentile(firstAudio.engine, percent)
  for (const way of WAYS) {
    const times = firstAudio[way]
    const added = way === 'engine' ? ['', ''] : [more(way, 50).toFixed(1), more(way, 95).toFixed(1)]
    row(NAMES[way], times.length, millisecondsAt(times, 50), millisecondsAt(times, 95), ...added)
  }
  console.log(`\nloop lag of Purr, p99: ${lag.toFixed(1)}\n`)
  await Bun.sleep(REST)
  return { streams: `${model}, ${streams}`, p50: more('websocket', 50), p95: more('websocket', 95) }
}

/** Prints how the streams went. Returns the largest number of them of which no chunk was late. */
async function printStreams(
  loads: readonly Load[],
  gateways: readonly Gateway[],
  folder: string,
): Promise<number> {
  console.log('Streams side by side, in μ-law at 8000 Hz over WebSockets (times in milliseconds)\n')
  row(
    'streams',
    'late chunks',
    'worst',
    'first audio p50',
    'p95',
    'turns',
    'loop lag p99',
    'main thread',
    'cores',
    'streams a core',
    'memory',
    "others' cores",
  )
  rule(12)
  let carried = 0
  for (const load of loads) {
    const [{ chunks, late, firstAudio, turns }, usage, own] = await observe(load, gateways, folder)
    const times = firstAudio.websocket
    const cores = usage.cpu * availableParallelism()
    row(
      `${load.clients}, ${load.model}`,
      `${late.length} of ${chunks}`,
      Math.max(0, ...late).toFixed(1),
      millisecondsAt(times, 50),
      millisecondsAt(times, 95),
      turns,
      usage.lag.toFixed(1),
      `${Math.round(usage.mainThread * 100)} %`,
      cores.toFixed(2),
      Math.round(load.clients / cores),
      `${usage.memory} MiB`,
      ((usage.machine - usage.cpu - own.cpu) * availableParallelism()).toFixed(2),
    )
    if (late.length === 0) carried = Math.max(carried, load.clients)
    await Bun.sleep(REST)
  }
  return carried
}

/** What all gateways used together; of the main thread and the lag, the most of one. */
async function usageOf(gateways: readonly Gateway[]): Promise<Usage> {
  const all = await Promise.all(gateways.map(({ meter }) => meter.read()))
  const most = (pick: (usage: Usage) => number) => Math.max(...all.map(pick))
  const sum = (pick: (usage: Usage) => number) => all.reduce((total, usage) => total + pick(usage), 0)
  return {
    cpu: sum(({ cpu }) => cpu),
    memory: sum(({ memory }) => memory),
    machine: most(({ machine }) => machine),
    mainThread: most(({ mainThread }) => mainThread),
    lag: most(({ lag }) => lag),
  }
}

/** Runs clients in a process of their own, and measures Purr and them meanwhile. */
async function observe(
  load: Load,
  gateways: readonly Gateway[],
  folder: string,
): Promise<[Observation, Usage, Usage]> {
  const seen = Promise.withResolvers<[Observation, Usage, Usage]>()
  const socket = join(folder, `${load.model}-${load.clients}.lag`)
  let usage: Promise<[Usage, Usage]>
  const clients = Bun.spawn(
    ['bun', ...ProcessMeter.flags, join(import.meta.dir, 'gateway/clients.ts'), JSON.stringify(load)],
    {
      env: { ...process.env, ...ProcessMeter.environment(socket) },
      stdout: 'inherit',
      stderr: 'inherit',
      ipc(message: Message) {
        if (typeof message === 'string') usage = Promise.all([usageOf(gateways), own.read()])
        else usage.then((read) => seen.resolve([message, ...read]), seen.reject)
      },
      onExit: (_, code) => seen.reject(new Error(`the clients ended with ${code}`)),
    },
  )
  const own = new ProcessMeter(clients.pid, socket)
  try {
    return await seen.promise
  } finally {
    clients.kill()
  }
}
