import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { balanceOf } from '../../src/accounts/organizations.ts'
import { price } from '../../src/accounts/price.ts'
import { rows } from '../../src/storage/database.ts'
import { openStorage } from '../../src/storage/open.ts'
import { CannedEngine } from '../bench/gateway/canned-engine.ts'
import { chosenPostgres } from '../support/databases.ts'
import { createMember } from '../support/member.ts'
import { metricsOf, type Purr, startPurr, sumOf } from '../support/process.ts'
import { seeded } from '../support/random.ts'
import { goodRequest, post } from '../support/request.ts'
import { type AnyFrame, SpeechClient } from '../support/speech-client.ts'

/**
 * Two engines of which one is killed every 5 s, under 50 streams for 2 minutes: `bun run test:engines`. Half of the streams
 * reach them by OpenAI's protocol, half by Cartesia's. Every turn must end once, be paid if it was spoken to its end and cost
 * nothing otherwise, and leave nothing behind. `--seconds` chooses another time. The user of DATABASE_URL must be allowed to
 * create databases.
 */

const STREAMS = 50
const KILL_EVERY = 5000
/** How long a killed engine is away (milliseconds): the other one is there meanwhile. */
const AWAY = 2000
const CREDITS = 1_000_000_000
const LIMITS = { requestsPerMinute: 1_000_000, concurrency: 1000 }
const PROTOCOLS = ['openai', 'cartesia'] as const
const SENTENCES = [
  'The trains to the coast leave from the platform on the far side of the hall.',
  'Your order has been packed, and it will be with you before the end of the week.',
  'Nobody had seen the keeper since the storm broke the window of the lighthouse.',
]

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' } } })
const postgres = await chosenPostgres()
const folder = await mkdtemp(join(tmpdir(), 'purr-engines-'))
const dataDir = join(folder, 'data')
const storageConfig = { databaseUrl: postgres?.url, dataDir }

/** What has become of the turns. */
const seen = {
  done: new Map<string, number>(),
  failed: new Map<string, number>(),
  spent: 0,
  wrong: [] as string[],
}
let kills = 0
let isOver = false

const engines = [new CannedEngine('engine 1'), new CannedEngine('engine 2')]
await Promise.all(engines.map((engine) => engine.start()))
const voices = { openai: crypto.randomUUID(), cartesia: crypto.randomUUID() }
for (const engine of PROTOCOLS) {
  const path = engine === 'openai' ? '/v1' : ''
  const config = {
    engine,
    urls: engines.map(({ url }) => `${url}${path}`),
    model: 'real-time',
    sample_rate: 24_000,
    first_audio_timeout_ms: 3000,
    idle_timeout_ms: 3000,
    voices: [{ name: 'canned', id: voices[engine], language: 'en-US' }],
  }
  await Bun.write(join(folder, 'models', engine, 'config.json'), JSON.stringify(config))
}
const storage = await openStorage(storageConfig)
const member = await createMember(storage.db, CREDITS, LIMITS)
await storage.close()
const purr = await startPurr(
  {
    DATA_DIR: dataDir,
    DATABASE_URL: postgres?.url ?? '',
    PURR_API_KEY: member.key,
    MODELS_DIR: join(folder, 'models'),
    METRICS_PORT: '0',
  },
  [],
)

const streams = Array.from({ length: STREAMS }, (_, stream) => speak(purr, stream))
const end = performance.now() + Number(values.seconds) * 1000
for (let turn = 0; performance.now() < end; turn++) {
  await Bun.sleep(KILL_EVERY - AWAY)
  const engine = engines[turn % 2]!
  await engine.kill()
  kills++
  await Bun.sleep(AWAY)
  await engine.start()
}
isOver = true
await Promise.all(streams)
await Bun.sleep(3000) // slots rest for a second, and the database is told
const metrics = await metricsOf(purr)
await purr.stop()
await Promise.all(engines.map((engine) => engine.kill()))
const isRight = await report(metrics)
await rm(folder, { recursive: true })
await postgres?.drop()
process.exit(isRight ? 0 : 1)

/** Has one turn after another spoken: whole or in two parts over a WebSocket, or over HTTP. */
async function speak({ url, key }: Purr, stream: number): Promise<void> {
  const random = seeded(stream)
  const client = await SpeechClient.connect(url, key)
  const model = PROTOCOLS[stream % PROTOCOLS.length]!
  const request = {
    ...goodRequest,
    model_id: model,
    voice: { mode: 'id', id: voices[model] },
    output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 },
  }
  for (let turn = 0; !isOver; turn++) {
    const parts = SENTENCES.filter(() => random() < 0.5)
    if (parts.length === 0) continue
    const context_id = `${stream}/${turn}`
    const transcript = parts.join(' ')
    let outcome: string
    if (random() < 0.2) outcome = await spokenOverHttp(url, key, { ...request, transcript })
    else {
      const isInParts = random() < 0.5
      if (isInParts) {
        client.send({ ...request, context_id, transcript: transcript.slice(0, 40), continue: true })
        client.send({ ...request, context_id, transcript: transcript.slice(40), continue: false })
      } else client.send({ ...request, context_id, transcript })
      outcome = outcomeOf(await client.turn(context_id), context_id)
    }
    if (outcome === 'done') {
      seen.done.set(model, (seen.done.get(model) ?? 0) + 1)
      seen.spent += price(transcript)
    } else {
      const what = `${model} ${outcome}`
      seen.failed.set(what, (seen.failed.get(what) ?? 0) + 1)
    }
  }
  await Bun.sleep(2000)
  const ids = new Set(client.frames.map(({ context_id }) => context_id))
  for (const id of ids) outcomeOf(client.of(id), String(id)) // nothing may have come since
  client.close()
}

function outcomeOf(frames: readonly AnyFrame[], id: string): string {
  const ends = frames.filter(({ done }) => done === true)
  if (ends.length !== 1 || frames.at(-1) !== ends[0]) seen.wrong.push(`${id} ended ${ends.length} times`)
  return ends[0]?.type === 'done' ? 'done' : String(ends[0]?.error_code)
}

async function spokenOverHttp(url: string, key: string, request: object): Promise<string> {
  const answer = await post(`${url}/tts/bytes`, key, request)
  try {
    if (!answer.ok) return ((await answer.json()) as { error: string }).error
    await answer.arrayBuffer()
    return 'done'
  } catch {
    return 'broken off'
  }
}

/** Prints what was seen. Returns whether everything is right. */
async function report(metrics: string): Promise<boolean> {
  const sum = (name: string) => sumOf(metrics, name)
  const { db, close } = await openStorage(storageConfig)
  const spent = CREDITS - (await balanceOf(db, member.organizationId))
  const ledger = await verifyLedger(db)
  const [left] = await rows<{ open: number; slots: number }>(
    db,
    sql`SELECT (SELECT count(*) FROM open_charges)::int AS open,
      (SELECT count(*) FROM slots WHERE until > clock_timestamp())::int AS slots`,
  )
  await close()
  const listed = (counts: Map<string, number>) =>
    [...counts].map(([what, count]) => `${count} ${what}`).join(', ') || 'none'
  const done = [...seen.done.values()].reduce((total, count) => total + count, 0)
  console.log(`${STREAMS} streams, ${values.seconds} s, two engines, ${kills} kills`)
  console.log(`turns that were spoken: ${listed(seen.done)}; that failed: ${listed(seen.failed)}`)
  console.log(
    `requests to engines: ${sum('purr_server_requests_total')}, of which second tries ${sum('purr_server_retries_total')}`,
  )
  const checks: [string, boolean][] = [
    ['every turn ended once', seen.wrong.length === 0],
    ['most turns were spoken', done > STREAMS],
    [`spent ${spent} credits, ${seen.spent} for the turns that were spoken`, spent === seen.spent],
    ['the ledger adds up', ledger.length === 0],
    [`charges left open: ${left!.open}`, left!.open === 0],
    [`slots left taken: ${left!.slots}`, left!.slots === 0],
    [`places left taken: ${sum('purr_engine_turns')}`, sum('purr_engine_turns') === 0],
    [
      `requests left outstanding: ${sum('purr_server_outstanding_requests')}`,
      sum('purr_server_outstanding_requests') === 0,
    ],
  ]
  for (const [what, isRight] of checks) console.log(`${isRight ? 'right' : 'WRONG'}  ${what}`)
  for (const each of seen.wrong) console.log(each)
  return checks.every(([, isRight]) => isRight)
}
