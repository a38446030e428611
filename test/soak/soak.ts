import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { DEFAULT_POOL, rows, type Storage } from '../../src/storage/database.ts'
import { openStorage } from '../../src/storage/open.ts'
import { ProcessMeter, type Usage } from '../bench/process-meter.ts'
import { withFolder } from '../bench/recognizer.ts'
import { percentile, slope } from '../bench/statistics.ts'
import { row, rule } from '../bench/table.ts'
import { chosenPostgres } from '../support/databases.ts'
import { countMessages } from '../support/log-messages.ts'
import { createMember } from '../support/member.ts'
import { metricsOf, type Purr, startPurr, sumOf } from '../support/process.ts'
import type { Order, Target } from './clients.ts'
import type { Reading } from './journal.ts'
import { type Resources, resourcesOf } from './resources.ts'

/**
 * A server under mixed clients for an hour: `bun run test:soak`. First it measures how many clients it can serve without a late
 * chunk, then it serves 70 % of them, and prints each minute what they and the server see. It ends with 1 if memory or handles
 * grow, a slot stays taken, a turn fails, the first audio becomes later, or the ledger does not add up.
 *
 * `--minutes` is the time, `--clients` the number of clients, in place of the measurement. The database is Postgres if
 * DATABASE_URL is set, whose user must be allowed to create databases, and otherwise the embedded one. Server, clients and
 * Postgres share the machine.
 */

/** The share of the capacity that is used. */
const SHARE = 0.7
/** The numbers of clients that are tried, and the time for each, settled and observed (milliseconds). */
const STEP = 25
const MOST = 400
const SETTLE = 12_000
const OBSERVE = 15_000
/** A number of clients is too large if more chunks are late, or the first audio (p95, milliseconds). */
const MOST_LATE = 0.001
const LATEST_FIRST_AUDIO = 100
/** Time between two looks at memory (milliseconds). */
const SAMPLE = 10_000
const MINUTE = 60_000
/** What memory may grow (MiB a minute), files and sockets in all, and the first audio (p99). */
const LIMITS = { memory: 1, files: 4, sockets: DEFAULT_POOL, firstAudio: 1.2 }
/** How long the server may take to end what clients have left behind (milliseconds). */
const DUSK = 30_000
const CREDITS = 1_000_000_000_000
const MEMBER_LIMITS = { requestsPerMinute: 10_000_000, concurrency: 1000 }

/** A minute of the run. */
interface Minute extends Reading {
  readonly minute: number
}

/** A look at what the server holds. */
interface Sample extends Resources {
  /** Minutes since the begin. */
  readonly at: number
}

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, clients: { type: 'string' } },
})
const minutes = Number(values.minutes)
/** Minutes at the start that do not count for memory, and those at both ends that are compared. */
const warmUp = Math.min(10, minutes / 4)
const span = Math.min(10, Math.max(1, Math.floor(minutes / 4)))

const postgres = await chosenPostgres()
let isRight = false
try {
  isRight = await withFolder(soak)
} finally {
  await postgres?.drop()
}
process.exit(isRight ? 0 : 1)

async function soak(folder: string): Promise<boolean> {
  const config = { databaseUrl: postgres?.url, dataDir: join(folder, 'data') }
  const first = await openStorage(config)
  const { key } = await createMember(first.db, CREDITS, MEMBER_LIMITS)
  await first.close()
  const lagSocket = join(folder, 'server.lag')
  const server = await startPurr(
    {
      ...ProcessMeter.environment(lagSocket),
      DATA_DIR: config.dataDir,
      DATABASE_URL: postgres?.url ?? '',
      PURR_API_KEY: key,
      METRICS_PORT: '0',
      WORKERS: '',
    },
    ProcessMeter.flags,
    { logFile: join(folder, 'log') },
  )
  // The embedded database belongs to the server until it ends.
  const beside = postgres === undefined ? undefined : await openStorage(config)
  const clients = new Clients(server, join(folder, 'clients.lag'))
  const meter = new ProcessMeter(server.pid, lagSocket)
  try {
    const before = await resourcesOf(server.pid)
    const number = values.clients === undefined ? await share(clients) : Number(values.clients)
    const [observed, samples] = await observe(number, server, clients, meter, beside)
    await clients.leave()
    const after = await atRest(server)
    await server.stop()
    const log = await Bun.file(join(folder, 'log')).text()
    const storage = beside ?? (await openStorage(config))
    const held = await heldIn(storage)
    const ledger = await verifyLedger(storage.db)
    await storage.close()
    return report(observed, samples, before, after, held, ledger.length, log)
  } finally {
    clients.end()
    await server.stop()
  }
}

/** The clients, in a process of their own. */
class Clients {
  readonly meter: ProcessMeter
  readonly #child: Bun.Subprocess
  #read = Promise.withResolvers<Reading>()

  constructor({ url, key }: Target, lagSocket: string) {
    this.#child = Bun.spawn(
      [
        'bun',
        ...ProcessMeter.flags,
        join(import.meta.dir, 'clients.ts'),
        JSON.stringify({ url, key } satisfies Target),
      ],
      {
        env: {
          ...process.env,
          ...ProcessMeter.environment(lagSocket),
          BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
        },
        stdout: 'inherit',
        stderr: 'inherit',
        ipc: (reading: Reading) => this.#read.resolve(reading),
      },
    )
    this.meter = new ProcessMeter(this.#child.pid, lagSocket)
  }

  get pid(): number {
    return this.#child.pid
  }

  set number(clients: number) {
    this.#child.send({ clients } satisfies Order)
  }

  /** What they have seen since the last call. */
  read(): Promise<Reading> {
    this.#read = Promise.withResolvers()
    this.#child.send('read' satisfies Order)
    return this.#read.promise
  }

  /** They are gone from one moment to the next. */
  async leave(): Promise<void> {
    this.end()
    await this.#child.exited
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }
}

/** Measures how many clients are served well. Returns the share of them that is to be served for long. */
async function share(clients: Clients): Promise<number> {
  row('clients', 'late chunks', 'first audio p95', 'failed')
  rule(4)
  let carried = 0
  for (let number = STEP; number <= MOST; number += STEP) {
    clients.number = number
    await Bun.sleep(SETTLE)
    await clients.read()
    await Bun.sleep(OBSERVE)
    const { firstAudio, chunks, late, failed, refused } = await clients.read()
    const p95 = percentile(firstAudio, 95)
    const failures = total(failed) + total(refused)
    row(number, `${late.length} of ${chunks}`, p95.toFixed(0), failures)
    if (late.length > chunks * MOST_LATE || p95 > LATEST_FIRST_AUDIO || failures > 0) break
    carried = number
  }
  console.log(`\ncapacity: ${carried} clients; ${SHARE * 100} % of them are served from now on\n`)
  if (carried === 0) throw new Error(`this machine cannot serve ${STEP} clients`)
  return Math.round(carried * SHARE)
}

/** Serves this many clients, and prints each minute. */
async function observe(
  number: number,
  server: Purr,
  clients: Clients,
  meter: ProcessMeter,
  storage: Storage | undefined,
): Promise<[Minute[], Sample[]]> {
  console.log(
    `${number} clients for ${minutes} minutes, ${storage ? 'Postgres' : 'the embedded database'} (times in milliseconds, memory in MiB)\n`,
  )
  row(
    ...['minute', 'turns', 'cancelled', 'broken', 'failed', 'refused', 'late chunks'],
    ...['first audio p50', 'p95', 'p99', 'loop lag p99', 'cores', 'RSS', 'PSS'],
    ...['files', 'sockets', 'threads', 'slots', 'charges open', "clients' RSS", "clients' loop lag p99"],
  )
  rule(21)
  clients.number = number
  await Bun.sleep(SETTLE)
  await Promise.all([clients.read(), meter.read(), clients.meter.read()])
  const begun = performance.now()
  const observed: Minute[] = []
  const samples: Sample[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    while (performance.now() < begun + minute * MINUTE) {
      const at = (performance.now() - begun) / MINUTE
      samples.push({ at, ...(await resourcesOf(server.pid)) })
      await Bun.sleep(Math.min(SAMPLE, Math.max(0, begun + minute * MINUTE - performance.now())))
    }
    const [reading, usage, own] = await Promise.all([clients.read(), meter.read(), clients.meter.read()])
    observed.push({ minute, ...reading })
    printMinute(
      minute,
      reading,
      usage,
      await resourcesOf(server.pid),
      storage && (await heldIn(storage)),
      own,
    )
  }
  return [observed, samples]
}

function printMinute(
  minute: number,
  reading: Reading,
  usage: Usage,
  resources: Resources,
  held: Held | undefined,
  own: Usage,
): void {
  const { spoken, cancelled, broken, failed, refused, chunks, late, firstAudio } = reading
  row(
    ...[minute, spoken, cancelled, broken, listed(failed), listed(refused), `${late.length} of ${chunks}`],
    ...[50, 95, 99].map((percent) => percentile(firstAudio, percent).toFixed(1)),
    ...[usage.lag.toFixed(1), (usage.cpu * navigator.hardwareConcurrency).toFixed(2)],
    ...[resources.rss.toFixed(1), resources.pss.toFixed(1)],
    ...[resources.files, resources.sockets, resources.threads],
    ...[held?.slots ?? 'unknown', held?.open ?? 'unknown', own.memory, own.lag.toFixed(1)],
  )
}

/** What turns hold in the database. */
interface Held extends Record<string, unknown> {
  readonly slots: number
  readonly open: number
}

async function heldIn({ db }: Storage): Promise<Held> {
  const [held] = await rows<Held>(
    db,
    sql`SELECT (SELECT count(*) FROM slots WHERE until > clock_timestamp())::int AS slots,
      (SELECT count(*) FROM open_charges)::int AS open`,
  )
  return held!
}

/** What the server holds when it has ended what the clients left behind, and how many turns it still speaks. */
async function atRest(server: Purr): Promise<Resources & { readonly turns: number }> {
  await Bun.sleep(DUSK)
  return { ...(await resourcesOf(server.pid)), turns: sumOf(await metricsOf(server), 'purr_engine_turns') }
}

/** Prints what has become of it all. Returns whether everything is within its limits. */
function report(
  observed: readonly Minute[],
  samples: readonly Sample[],
  before: Resources,
  after: Resources & { readonly turns: number },
  held: Held,
  wrongBalances: number,
  log: string,
): boolean {
  const warm = samples.filter(({ at }) => at >= warmUp)
  const growth = (pick: (sample: Sample) => number) =>
    slope(warm.map((each) => ({ x: each.at, y: pick(each) })))
  const sum = (pick: (minute: Minute) => number) => observed.reduce((all, each) => all + pick(each), 0)
  const memory = growth(({ rss }) => rss)
  const times = (of: readonly Minute[]) =>
    percentile(
      of.flatMap(({ firstAudio }) => firstAudio),
      99,
    )
  const [first, last] = [times(observed.slice(0, span)), times(observed.slice(-span))]
  // The embedded database keeps the files open that it has used: with few clients it takes minutes until that is all of them.
  const handles = { files: after.files - warm[0]!.files, sockets: after.sockets - before.sockets }
  const unprovoked = sum(({ failed }) => total(failed)) + sum(({ refused }) => total(refused))
  console.log(
    `\n${sum(({ spoken }) => spoken)} turns spoken, ${sum(({ cancelled }) => cancelled)} cancelled, ${sum(({ broken }) => broken)} broken clients, ${sum(({ late }) => late.length)} of ${sum(({ chunks }) => chunks)} chunks late`,
  )
  console.log(
    `after ${warmUp} minutes: RSS ${memory.toFixed(2)} MiB a minute, PSS ${growth(({ pss }) => pss).toFixed(2)}`,
  )
  console.log(
    `files ${growth(({ files }) => files).toFixed(2)} a minute, sockets ${growth(({ sockets }) => sockets).toFixed(2)}, threads ${growth(({ threads }) => threads).toFixed(2)}`,
  )
  console.log(
    `at rest, before and after: files ${before.files} and ${after.files}, sockets ${before.sockets} and ${after.sockets}, threads ${before.threads} and ${after.threads}, RSS ${before.rss.toFixed(0)} and ${after.rss.toFixed(0)} MiB`,
  )
  console.log(
    `first audio, p99: ${first.toFixed(1)} ms in the first ${span} minutes, ${last.toFixed(1)} ms in the last`,
  )
  for (const [what, count] of countMessages(log)) console.log(`the log, ${count} times: ${what}`)
  const checks: [string, boolean][] = [
    [`memory grows by less than ${LIMITS.memory} MiB a minute`, memory < LIMITS.memory],
    [
      `files that are open in the end, and were not after ${warmUp} minutes: ${handles.files}`,
      handles.files <= LIMITS.files,
    ],
    [
      `sockets that are open at rest, and were not before: ${handles.sockets}, connections to the database among them`,
      handles.sockets <= LIMITS.sockets,
    ],
    [`threads: no more than before`, after.threads <= before.threads + 2],
    [`slots left taken: ${held.slots}`, held.slots === 0],
    [`charges left open: ${held.open}`, held.open === 0],
    [`turns left in the engine: ${after.turns}`, after.turns === 0],
    [
      `p99 of the first audio grows by less than 20 %: ${(last / first).toFixed(2)} times`,
      last / first <= LIMITS.firstAudio,
    ],
    [`turns that failed or were refused: ${unprovoked}`, unprovoked === 0],
    ['the ledger adds up', wrongBalances === 0],
  ]
  for (const [what, isRight] of checks) console.log(`${isRight ? 'right' : 'WRONG'}  ${what}`)
  return checks.every(([, isRight]) => isRight)
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function listed(counts: Readonly<Record<string, number>>): string {
  return (
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ') || '0'
  )
}
