import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { PROCESS_LEASE } from '../../src/accounts/heartbeat.ts'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { openPostgres, rows } from '../../src/storage/database.ts'
import { CannedEngine } from '../bench/gateway/canned-engine.ts'
import { LONG_TEXT } from '../bench/texts.ts'
import { createTemporaryPostgres } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { readLedger } from '../support/ledger-entries.ts'
import { type Heard, listen, TRANSPORTS, type Transport } from '../support/listener.ts'
import { countMessages } from '../support/log-messages.ts'
import { createMember, type Member } from '../support/member.ts'
import { metricsOf, sumOf } from '../support/process.ts'
import { seeded } from '../support/random.ts'
import { goodRequest } from '../support/request.ts'
import { type Program, PurrProgram } from './program.ts'

/**
 * Two gateways and two engines on one Postgres, of which any one is killed again and again under streams over all transports:
 * `bun run test:chaos`. Half of the streams reach the engines by OpenAI's protocol, half by Cartesia's. Every turn must end, be
 * paid if it was spoken to its end, and cost nothing otherwise, and nothing may be left behind. `--kills` and `--seed` make it
 * another run. With `--engines purr` the engines are Purrs themselves, in the same database, as an organization of their own.
 * The user of DATABASE_URL must be allowed to create databases.
 */

/** Streams: Purrs as engines compute what they say, on the same machine. */
const STREAMS = { canned: 20, purr: 8 }
/** Between a start and the next kill, and between a kill and the start: a half to one and a half of these (milliseconds). */
const QUIET = 2000
const AWAY = 1500
/** A turn that has not ended by then hangs (milliseconds). */
const PATIENCE = 60_000
/** The pause before a client tries the other gateway, if it has heard nothing (milliseconds). */
const RETRY = 200
/** A gateway that is killed so soon after a turn may not have recorded its end (milliseconds). */
const RECORDED = 7000
const CREDITS = 1_000_000_000
const LIMITS = { requestsPerMinute: 1_000_000, concurrency: 1000 }
const PROTOCOLS = ['openai', 'cartesia'] as const
/** Characters of a transcript, at least and at most. */
const LENGTHS = [30, 260] as const

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    engines: { type: 'string', default: 'canned' },
  },
})
const kind = values.engines === 'purr' ? 'purr' : 'canned'
if (process.env.DATABASE_URL === undefined)
  throw new Error('Several servers need Postgres: set DATABASE_URL to one.')

/** A turn, and the credits of each of its charges, which no other turn of its member has. */
interface Turn extends Heard {
  readonly member: Member
  readonly transport: Transport
  readonly model: string
  readonly charges: readonly number[]
  readonly gateway: PurrProgram
  /** Whether its gateway was killed meanwhile, or so soon after it that its end may not be recorded. */
  readonly isCutOff: boolean
}

const random = seeded(Number(values.seed))
const postgres = await createTemporaryPostgres(process.env.DATABASE_URL)
const storage = await openPostgres(postgres.url)
const folder = await mkdtemp(join(tmpdir(), 'purr-chaos-models-'))
const owner = await createMember(storage.db, CREDITS, LIMITS)
const shared = { DATABASE_URL: postgres.url, PURR_API_KEY: owner.key }

const engines = await Promise.all(
  ['engine 1', 'engine 2'].map((name) =>
    kind === 'purr' ? PurrProgram.create(name, shared) : new CannedEngine(name),
  ),
)
await Promise.all(engines.map((engine) => engine.start()))
for (const protocol of PROTOCOLS) await registerModel(protocol)
const gateways = await Promise.all(
  ['gateway 1', 'gateway 2'].map((name) =>
    PurrProgram.create(name, { ...shared, MODELS_DIR: folder, ENGINE_KEY: owner.key }),
  ),
)
await Promise.all(gateways.map((gateway) => gateway.start()))
const programs: Program[] = [...gateways, ...engines]

const turns: Turn[] = []
const hung: string[] = []
let isOver = false
const streams = Array.from({ length: STREAMS[kind] }, (_, stream) => keepListening(stream))
const kills = new Map<string, number>()
for (let kill = 0; kill < Number(values.kills); kill++) {
  await Bun.sleep(QUIET * (0.5 + random()))
  const victim = programs[Math.floor(random() * programs.length)]!
  await victim.kill()
  kills.set(victim.name, (kills.get(victim.name) ?? 0) + 1)
  await Bun.sleep(AWAY * (0.5 + random()))
  await victim.start()
}
await Bun.sleep(QUIET)
isOver = true
await Promise.all(streams)
const dust = performance.now()
await eventually(async () => (await left()).open === 0)
await eventually(async () => (await left()).slots === 0)
console.log(
  `all charges were settled ${((performance.now() - dust) / 1000).toFixed(1)} s after the last turn`,
)
await Bun.sleep(PROCESS_LEASE * 1000) // of the last that was killed
const isRight = await report()
await Promise.all(programs.map((program) => program.stop()))
await storage.close()
await postgres.drop()
await rm(folder, { recursive: true })
process.exit(isRight ? 0 : 1)

async function registerModel(protocol: (typeof PROTOCOLS)[number]): Promise<void> {
  const path = protocol === 'openai' ? '/v1' : ''
  const rate = protocol === 'cartesia' && kind === 'purr' ? 22_050 : 24_000
  const config = {
    engine: protocol,
    urls: engines.map(({ url }) => `${url}${path}`),
    model: kind === 'purr' ? goodRequest.model_id : 'real-time',
    sample_rate: rate,
    ...(kind === 'purr' ? { api_key_env: 'ENGINE_KEY' } : {}),
    voices: [{ name: protocol, voice: goodRequest.voice.id, id: voiceOf(protocol), language: 'en-US' }],
  }
  await Bun.write(join(folder, protocol, 'config.json'), JSON.stringify(config))
}

function voiceOf(protocol: (typeof PROTOCOLS)[number]): string {
  return `00000000-0000-4000-8000-00000000000${PROTOCOLS.indexOf(protocol)}`
}

/** One turn after the other, on any gateway. */
async function keepListening(stream: number): Promise<void> {
  const dice = seeded(1000 * Number(values.seed) + stream)
  const model = PROTOCOLS[stream % PROTOCOLS.length]!
  const transport = TRANSPORTS[Math.floor(stream / 2) % TRANSPORTS.length]!
  const request = { model_id: model, voice: { mode: 'id', id: voiceOf(model) } }
  let member: Member | undefined
  let lengths: number[] = []
  /** After a gateway that was not there, the other one. */
  let nextOne: PurrProgram | undefined
  while (!isOver) {
    const parts = transport === 'dictation' ? 3 : 1
    if (lengths.length < parts) {
      member = await createMember(storage.db, CREDITS, LIMITS)
      lengths = shuffledLengths(dice)
    }
    const charges = lengths.splice(0, parts)
    const gateway = nextOne ?? gateways[Math.floor(dice() * gateways.length)]!
    nextOne = undefined
    const texts = charges.map((credits) => LONG_TEXT.slice(0, credits - 1).concat(' '))
    const begunAt = performance.now()
    const heard = await Promise.race([
      listen(transport, { url: gateway.url, key: member!.key }, texts, request),
      Bun.sleep(PATIENCE),
    ])
    const endedAt = performance.now()
    if (heard === undefined) {
      hung.push(`${transport}, ${model}, ${gateway.name}`)
      continue
    }
    const turn: Turn = {
      ...heard,
      member: member!,
      transport,
      model,
      charges,
      gateway,
      get isCutOff() {
        return gateway.wasKilled(begunAt, endedAt + RECORDED)
      },
    }
    turns.push(turn)
    if (turn.audio > 0) continue
    await Bun.sleep(RETRY)
    nextOne = gateways.find((other) => other !== gateway)
  }
}

function shuffledLengths(dice: () => number): number[] {
  const [least, most] = LENGTHS
  return Array.from({ length: most - least }, (_, index) => ({ length: least + index, place: dice() }))
    .sort((a, b) => a.place - b.place)
    .map(({ length }) => length)
}

/** What turns and processes have in the database. */
async function left() {
  const [found] = await rows<{ open: number; slots: number; processes: number }>(
    storage.db,
    sql`SELECT (SELECT count(*) FROM open_charges)::int AS open,
      (SELECT count(*) FROM slots WHERE until > clock_timestamp())::int AS slots,
      (SELECT count(*) FROM processes WHERE until > clock_timestamp())::int AS processes`,
  )
  return found!
}

/** Prints what has become of it all. Returns whether everything is right. */
async function report(): Promise<boolean> {
  const ledger = await readLedger(storage.db)
  const outcomes = new Map(ledger.settlements.map(({ chargeId, outcome }) => [chargeId, outcome]))
  const paid = new Set(
    ledger.charges
      .filter(({ id }) => outcomes.get(id) === 'confirmed')
      .map(({ organizationId, credits }) => `${organizationId} ${credits}`),
  )
  const wrong: string[] = []
  const counts = { whole: 0, failed: 0, brokenOff: 0, unanswered: 0, free: 0, paidThoughCutOff: 0 }
  const errors = new Map<string, number>()
  for (const { member, transport, model, charges, gateway, isCutOff, audio, isComplete, error } of turns) {
    const paidCharges = charges.filter((credits) => paid.has(`${member.organizationId} ${credits}`)).length
    if (isComplete) counts.whole++
    else if (error !== undefined) {
      counts.failed++
      errors.set(error, (errors.get(error) ?? 0) + 1)
    } else if (audio > 0) counts.brokenOff++
    else counts.unanswered++
    if (isComplete && paidCharges === 0) counts.free++
    if (!isComplete && paidCharges > 0) counts.paidThoughCutOff++
    const isRight =
      (paidCharges === 0 || paidCharges === charges.length) &&
      (isComplete ? paidCharges > 0 || isCutOff : paidCharges === 0 || (audio > 0 && isCutOff))
    if (isRight) continue
    const told = {
      transport,
      model,
      on: gateway.name,
      charges,
      paidCharges,
      audio,
      isComplete,
      error,
      isCutOff,
    }
    wrong.push(JSON.stringify(told))
  }
  const refunded = ledger.settlements.filter(({ outcome }) => outcome === 'refunded').length
  const still = await left()
  const expected = gateways.length + (kind === 'purr' ? engines.length : 0)
  const metrics = (await Promise.all(gateways.map(({ purr }) => metricsOf(purr)))).join('\n')
  const places = sumOf(metrics, 'purr_engine_turns')
  const outstanding = sumOf(metrics, 'purr_server_outstanding_requests')
  const mistakes = await verifyLedger(storage.db)
  const again = await Promise.all(
    gateways.flatMap(({ url }) =>
      PROTOCOLS.map((model) =>
        listen('websocket', { url, key: owner.key }, ['Hello again.'], {
          model_id: model,
          voice: { mode: 'id', id: voiceOf(model) },
        }),
      ),
    ),
  )
  console.log(
    `${STREAMS[kind]} streams, two gateways, two engines (${kind}); kills: ${[...kills].map(([name, count]) => `${name} ${count}`).join(', ')}`,
  )
  console.log(
    `turns: ${counts.whole} whole, ${counts.failed} failed with an error (${listed(errors)}), ${counts.brokenOff} broken off in the middle, ${counts.unanswered} closed or refused a connection before any answer`,
  )
  console.log(
    `charges: ${outcomes.size - refunded} captured, ${refunded} refunded; turns spoken for free: ${counts.free}; cut off after they were captured: ${counts.paidThoughCutOff}`,
  )
  for (const program of programs)
    if (program instanceof PurrProgram) {
      const messages = [...countMessages(await program.log())].map(([what, count]) => `${count} × ${what}`)
      console.log(`the log of ${program.name}: ${messages.join('; ')}`)
    }
  const checks: [string, boolean][] = [
    [`turns that hung: ${hung.length}`, hung.length === 0],
    [`turns whose price is wrong: ${wrong.length}`, wrong.length === 0],
    // Those that are broken off tell how long the machine takes to start a gateway again, not how well one serves.
    ['more turns were spoken than failed with an error', counts.whole > counts.failed],
    ['the ledger adds up', mistakes.length === 0],
    [`charges left open: ${still.open}`, still.open === 0],
    [`slots left taken: ${still.slots}`, still.slots === 0],
    [`processes with a lease: ${still.processes} of ${expected} that run`, still.processes === expected],
    [`places left taken: ${places}`, places === 0],
    [`requests left outstanding: ${outstanding}`, outstanding === 0],
    ['both gateways speak with both protocols again', again.every(({ isComplete }) => isComplete)],
  ]
  for (const [what, isRight] of checks) console.log(`${isRight ? 'right' : 'WRONG'}  ${what}`)
  for (const each of [...hung, ...wrong]) console.log(each)
  return checks.every(([, isRight]) => isRight)
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([what, count]) => `${count} ${what}`).join(', ') || 'none'
}
