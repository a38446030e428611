import { parseArgs } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { price } from '../../src/accounts/price.ts'
import { openPostgres, rows } from '../../src/storage/database.ts'
import { charges } from '../../src/storage/schema.ts'
import { row, rule } from '../bench/table.ts'
import { LONG_TEXT } from '../bench/texts.ts'
import { type Crowd, crowd } from '../support/crowd.ts'
import { eventually } from '../support/eventually.ts'
import { type Attempt, keepAsking } from '../support/keep-asking.ts'
import { readLedger, sumsOf } from '../support/ledger-entries.ts'
import { type Heard, listen } from '../support/listener.ts'
import { countMessages } from '../support/log-messages.ts'
import { createMember, type Member } from '../support/member.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts'
import { startPurr } from '../support/process.ts'
import { SpeechClient } from '../support/speech-client.ts'

/**
 * What callers get while Postgres is suspended, restarted, out of connections, or its disk is full: `bun run test:outages`. It
 * starts a Postgres and a Purr for each fault, has a client ask for five turns a second before, during and after it, and prints
 * a table. It ends with 1 if a turn was charged, counted or limited wrongly. The arguments are the names of faults, of which it
 * then takes only those. It must run as root, because it mounts a small disk.
 */

const CREDITS = 1_000_000
const TEXT = 'Hello there.'
/** Between two turns that are asked for, and how long they are asked for before and after a fault (milliseconds). */
const PACE = 200
const BEFORE = 1000
const AFTER = 12_000
/** Turns that are being spoken when the fault begins: seconds of work for one inference worker. */
const RUNNING = 8
/** Requests that may be counted, although they were refused: connections of one organization on which an answer can be lost. */
const LOST = 4
/** Connections of a Postgres whose connections are all taken, and the mebibytes of a disk that is full. */
const CONNECTIONS = 20
const DISK = 160

/** A fault of Postgres. */
interface Fault {
  /** How long it lasts (milliseconds). 0: as long as `begin` takes. */
  readonly lasts: number
  readonly begin: (server: PostgresServer) => Promise<void>
  /** Mends it. Returns a remark for the table. */
  readonly end: (server: PostgresServer) => Promise<string>
  readonly connections?: number
  readonly disk?: number
}

const frozen = (lasts: number): Fault => ({
  lasts,
  begin: (server) => server.freeze(),
  end: async (server) => {
    await server.thaw()
    return ''
  },
})
const restarted = (mode: 'fast' | 'immediate'): Fault => ({
  lasts: 0,
  begin: (server) => server.restart(mode),
  end: async () => '',
})
const crowded = (isOthersToo: boolean): Fault => {
  let others: Crowd
  return {
    lasts: 10_000,
    connections: CONNECTIONS,
    async begin({ url }) {
      others = await crowd(url, CONNECTIONS, isOthersToo)
    },
    async end() {
      const { size } = others
      await others.leave()
      return `others had ${size} of ${CONNECTIONS}`
    },
  }
}

/** Leaves no room for the write-ahead log, which keeps some for itself. */
async function fillDisk(server: PostgresServer): Promise<void> {
  await server.fillDisk()
  const writer = postgres(server.url, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    while (true) await writer`SELECT pg_logical_emit_message(false, 'filler', repeat('x', 500000))`
  } catch {
    await writer.end({ timeout: 0 })
  }
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'frozen for 1 s': frozen(1000),
  'frozen for 6 s': frozen(6000),
  'frozen for 30 s': frozen(30_000),
  'restarted, fast': restarted('fast'),
  'restarted, immediate': restarted('immediate'),
  'others take all free connections for 10 s': crowded(false),
  "others take all connections for 10 s, Purr's too": crowded(true),
  'its disk is full for 10 s': {
    lasts: 10_000,
    disk: DISK,
    begin: fillDisk,
    end: async (server) =>
      (await server.clearDisk()) ? 'it had ended, and was started' : 'it went on by itself',
  },
}

const { positionals } = parseArgs({ allowPositionals: true })
const programs = postgresPrograms()
if (programs === undefined) throw new Error('Install Postgres on this machine: it is taken away from Purr.')
const names = Object.keys(FAULTS).filter(
  (name) => positionals.length === 0 || positionals.some((wanted) => name.includes(wanted)),
)
const remarks: string[] = []
let isRight = true
row('Postgres', 'asked', 'spoken', 'refused', 'waited, spoken', 'waited, refused', 'whole again after')
rule(7)
for (const name of names) isRight = (await suffer(name, FAULTS[name]!)) && isRight
for (const remark of remarks) console.log(remark)
process.exit(isRight ? 0 : 1)

/** Prints what callers got during a fault. Returns whether all was charged, counted and limited rightly. */
async function suffer(name: string, fault: Fault): Promise<boolean> {
  const server = await startPostgres(programs!, fault.connections, fault.disk)
  const log = `/tmp/purr-outage-${crypto.randomUUID()}.log`
  const purr = await startPurr({ DATABASE_URL: server.url }, [], { logFile: log })
  const first = await openPostgres(server.url)
  const asking = await createMember(first.db, CREDITS)
  const running = await createMember(first.db, CREDITS)
  const whole = await listen('raw', { url: purr.url, key: running.key }, [LONG_TEXT])

  const ofRunning = { where: eq(charges.organizationId, running.organizationId) }
  const caller = { url: purr.url, key: asking.key }
  const socket = await SpeechClient.connect(caller.url, caller.key)
  const over = new AbortController()
  const attempts = keepAsking(caller, socket, TEXT, PACE, over.signal)
  await Bun.sleep(BEFORE)
  const turns = Array.from({ length: RUNNING }, () =>
    listen('raw', { url: purr.url, key: running.key }, [LONG_TEXT]),
  )
  await eventually(async () => (await first.db.query.charges.findMany(ofRunning)).length > RUNNING)
  await first.close()
  const begun = performance.now()
  await fault.begin(server)
  await Bun.sleep(fault.lasts)
  const remark = await fault.end(server)
  const ended = performance.now()
  await Bun.sleep(AFTER)
  over.abort()
  const asked = await attempts
  socket.close()
  const heard = await Promise.all(turns)

  const { db, close } = await openPostgres(server.url)
  const left = async () => {
    const slots = sql`SELECT FROM slots WHERE until > clock_timestamp()`
    return (await db.query.openCharges.findMany()).length + (await rows(db, slots)).length
  }
  await eventually(async () => (await left()) === 0)
  const sums = sumsOf(await readLedger(db))
  const paid = ({ organizationId }: Member) => CREDITS - sums.get(organizationId)!.balance
  const [requests] = await rows<{ counted: number }>(
    db,
    sql`SELECT sum(count)::int AS counted FROM request_windows, unnest(counts) AS count
      WHERE organization_id = ${asking.organizationId}`,
  )
  const mistakes = await verifyLedger(db)
  await close()
  await purr.stop()
  await purr.remove()
  await server.remove()

  const during = asked.filter(({ at }) => at >= begun && at < ended)
  const refused = asked.filter(({ isComplete }) => !isComplete)
  const spoken = asked.filter(({ isComplete }) => isComplete)
  printRow(
    name,
    during,
    refused.filter(({ at }) => at >= begun),
    ended,
  )
  const messages = [...countMessages(await Bun.file(log).text())].map(([what, count]) => `${count} × ${what}`)
  await Bun.file(log).delete()
  const complete = heard.filter((each) => isSame(each, whole)).length
  // The handshake, and each request that was let in, also if the engine failed then.
  const counted =
    1 + asked.filter(({ over, error }) => over === 'http' && error !== 'billing_unavailable').length
  const limited = refused.filter(({ error }) => error !== 'billing_unavailable').length
  const checks: [string, boolean][] = [
    [`turns that were being spoken: ${complete} of ${heard.length} to their end`, complete === heard.length],
    [
      `refused turns with audio: ${refused.filter(({ audio }) => audio > 0).length}`,
      refused.every(({ audio }) => audio === 0),
    ],
    [`refused otherwise than with billing_unavailable: ${limited}`, limited === 0],
    [
      `charged ${paid(asking)}, heard ${spoken.length * price(TEXT)}`,
      paid(asking) === spoken.length * price(TEXT),
    ],
    [`charged ${paid(running)} for running turns`, paid(running) === (complete + 1) * price(LONG_TEXT)],
    [
      `counted ${requests!.counted} requests, ${counted} were let in`,
      requests!.counted >= counted && requests!.counted <= counted + LOST,
    ],
    ['the ledger adds up', mistakes.length === 0],
    [
      `turns refused before the fault: ${refused.filter(({ at, took }) => at + took < begun).length}`,
      refused.every(({ at, took }) => at + took >= begun),
    ],
  ]
  remarks.push(
    `\n${name}: lasted ${((ended - begun) / 1000).toFixed(1)} s${remark && `; ${remark}`}\n  the log: ${messages.join('; ') || 'empty'}`,
    ...checks.map(([what, isRight]) => `  ${isRight ? 'right' : 'WRONG'}  ${what}`),
  )
  return checks.every(([, isRight]) => isRight)
}

function printRow(
  name: string,
  during: readonly Attempt[],
  refused: readonly Attempt[],
  ended: number,
): void {
  const spoken = during.filter(({ isComplete }) => isComplete)
  const codes = [...new Set(refused.map(({ error }) => error ?? 'no answer'))]
  const longest = (of: readonly Attempt[]) =>
    of.length === 0 ? '' : `${(Math.max(...of.map(({ took }) => took)) / 1000).toFixed(1)} s`
  // Whoever asked later was heard.
  const lastRefused = Math.max(0, ...refused.map(({ at }) => (at - ended) / 1000))
  row(
    name,
    during.length,
    spoken.length,
    refused.length === 0 ? 0 : `${refused.length} ${codes.join(', ')}`,
    longest(spoken),
    longest(refused),
    lastRefused === 0 ? 'at once' : `${lastRefused.toFixed(1)} s`,
  )
}

function isSame(one: Heard, other: Heard): boolean {
  return one.isComplete && one.audio === other.audio
}
