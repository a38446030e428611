import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { WyomingServer } from '../../src/bridges/wyoming/server.ts'
import type { Engine, Speech } from '../../src/engines/shared/engine.ts'
import { ConnectionPool } from '../../src/storage/connection-pool.ts'
import { rows, withTimeout } from '../../src/storage/database.ts'
import { TelnyxLine } from '../bridges/calls/lines.ts'
import { WyomingClient } from '../bridges/wyoming/client.ts'
import { eventually } from '../support/eventually.ts'
import { type Failure, failing } from '../support/failing-database.ts'
import { formWith, postClone } from '../support/form.ts'
import { Gate } from '../support/gate.ts'
import { PASSAGE, recorded, someone, telephoned } from '../support/recordings.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, sharedEngine, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

/**
 * The real engine, which speaks a segment to its end before it gives the first piece, and waits at a gate before the second.
 * So no piece but those that are held back is late, however busy the machine is.
 */
class HesitantEngine extends Gate implements Engine {
  async *speak(...speaking: Parameters<Engine['speak']>): AsyncGenerator<Speech> {
    const [first, ...others] = await Array.fromAsync((await sharedEngine()).speak(...speaking))
    if (first === undefined) return
    yield first
    await this.pass()
    yield* others
  }

  async close(): Promise<void> {}
}

const engine = new HesitantEngine()
let failure: (statement: string) => Failure = () => 'never'
let service: Service
let member: Member
beforeAll(async () => {
  service = await startService({
    engine,
    through: (db) => failing(db, (statement) => failure(statement)),
  })
}, 120_000)
afterAll(() => service.close())

/** The values of all series at the start of a test, by name and labels. */
let before: Map<string, number>
beforeEach(async () => {
  member = await service.member(100_000)
  before = await read()
})
afterEach(() => {
  failure = () => 'never'
  engine.open()
})

async function read(): Promise<Map<string, number>> {
  const text = await service.registry.metrics()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [nameOf(line), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

/** The series of a line, its labels in the order of the alphabet. */
function nameOf(line: string): string {
  const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line)!
  const sorted = (labels.match(/\w+="[^"]*"/g) ?? []).toSorted().join(',')
  return sorted === '' ? name! : `${name}{${sorted}}`
}

/** How much a series has grown since the start of the test. */
async function grown(series: string): Promise<number> {
  return ((await read()).get(series) ?? 0) - (before.get(series) ?? 0)
}

/** Expects series to have grown so much, soon. */
async function expectGrown(expected: Readonly<Record<string, number>>): Promise<void> {
  const all = async () =>
    Object.fromEntries(
      await Promise.all(Object.keys(expected).map(async (each) => [each, await grown(each)])),
    )
  await eventually(async () => Bun.deepEquals(await all(), expected)).catch(() => {}) // then this says what differs
  expect(await all()).toEqual(expected)
}

const RAW = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
const raw = { ...goodRequest, output_format: RAW }
/** Long enough that its first segment has several pieces. */
const LONG = 'It goes on and on and on without an end in sight, and nobody at all waits for the end of it.'

async function ask(path: string, body: unknown, key = member.key): Promise<Response> {
  const answer = await post(service.url + path, key, body)
  await answer.arrayBuffer()
  return answer
}

const turns = (transport: string, outcome = 'captured') =>
  `purr_turns_total{model="gepard-1.0",outcome="${outcome}",transport="${transport}"}`
const ofTurns = (name: string, transport: string) => `${name}{model="gepard-1.0",transport="${transport}"}`

async function overWebSocket(): Promise<void> {
  const client = await SpeechClient.connect(service.url, member.key)
  client.send({ ...raw, context_id: 'a' })
  await client.turn('a')
  client.close()
}

async function overWyoming(): Promise<void> {
  const options = { host: '127.0.0.1', port: 0, apiKey: member.key }
  const server = await WyomingServer.listen(service.turns, options)
  const client = await WyomingClient.connect(server.port)
  client.send('synthesize', { text: 'Hello there.' })
  await client.first('audio-stop')
  client.close()
  server.leave()
  await server.closed()
}

async function onCall(): Promise<void> {
  const line = await TelnyxLine.connect(service.url, { query: { api_key: member.key } })
  await eventually(() => line.callId !== undefined)
  await ask(`/calls/${line.callId}/say`, { transcript: 'Hello there.', voice: 'Kathleen' })
  await eventually(async () => (await grown(turns('call'))) === 1)
  line.hangUp()
}

async function asPrompt(): Promise<void> {
  const signed = await post(`${service.url}/tts/prompt`, member.key, {
    transcript: 'Hello there.',
    voice: goodRequest.voice,
  })
  const { url } = (await signed.json()) as { url: string }
  await (await fetch(url)).arrayBuffer()
}

test.each<[string, () => Promise<unknown>]>([
  ['bytes', () => ask('/tts/bytes', goodRequest)],
  ['sse', () => ask('/tts/sse', raw)],
  ['openai', () => ask('/v1/audio/speech', { model: 'tts-1', input: 'Hello there.', voice: 'alloy' })],
  ['jambonz', () => ask('/jambonz/tts', { text: 'Hello there.', voice: 'Kathleen' })],
  ['websocket', overWebSocket],
  ['call', onCall],
  ['wyoming', overWyoming],
  ['prompt', asPrompt],
])(
  'a turn over %s is counted, with its first audio, speech, characters and credits',
  async (transport, speak) => {
    await speak()
    await expectGrown({
      [turns(transport)]: 1,
      [ofTurns('purr_turn_first_audio_seconds_count', transport)]: 1,
      [ofTurns('purr_turn_real_time_factor_count', transport)]: 1,
      [ofTurns('purr_characters_spoken_total', transport)]: 12,
      purr_credits_held_total: 12,
      purr_credits_captured_total: 12,
      purr_credits_voided_total: 0,
    })
    const seconds = await grown(ofTurns('purr_audio_seconds_total', transport))
    expect(seconds).toBeGreaterThan(0.1) // not minutes
    expect(seconds).toBeLessThan(10) // nor milliseconds or samples
  },
  120_000,
)

test('a listener who leaves before a whole file is there makes no request that failed', async () => {
  engine.shut()
  const left = new AbortController()
  const body = { ...goodRequest, transcript: LONG }
  const asked = post(`${service.url}/tts/bytes`, member.key, body, {}, undefined, left.signal)
  await expectGrown({ purr_credits_held_total: LONG.length })
  left.abort()
  await expect(asked).rejects.toThrow('abort')
  await eventually(async () => (await grown(turns('bytes', 'interrupted'))) === 1)
  await expectGrown({
    'purr_http_requests_total{method="POST",route="/tts/bytes",status="499"}': 1,
    'purr_http_requests_total{method="POST",route="/tts/bytes",status="502"}': 0,
    purr_credits_voided_total: LONG.length,
  })
}, 120_000)

test('the credits of a turn that fails are voided, and its error is counted', async () => {
  const client = await SpeechClient.connect(service.url, member.key)
  client.send({ ...raw, context_id: 'a', continue: true, transcript: 'Hello there. ' })
  await eventually(() => client.of('a').length > 0)
  client.send({ ...raw, context_id: 'a', transcript: LONG.repeat(200) })
  await client.turn('a')
  client.close()
  await expectGrown({
    [turns('websocket', 'voided')]: 1,
    'purr_turn_errors_total{code="input_too_long",model="gepard-1.0",transport="websocket"}': 1,
    purr_credits_held_total: 13,
    purr_credits_captured_total: 0,
    purr_credits_voided_total: 13,
  })
}, 120_000)

/** More seconds than the encoder keeps for the next piece. */
const HELD_BACK = 0.1

/** Waits until somebody who listens to a turn has heard all that has come of it. */
async function heard(client: SpeechClient, context: string): Promise<void> {
  let [seconds, came] = [0, performance.now()]
  await eventually(() => {
    const chunks = client.of(context).filter(({ type }) => type === 'chunk')
    const all = chunks.reduce((sum, { data }) => sum + Buffer.from(String(data), 'base64').length, 0) / 8000
    if (all > seconds) [seconds, came] = [all, performance.now()]
    return seconds > 0 && performance.now() > came + (seconds + HELD_BACK) * 1000
  })
}

test('a chunk is late if the listener runs dry while the engine is waited for', async () => {
  const client = await SpeechClient.connect(service.url, member.key)
  engine.shut()
  client.send({ ...raw, context_id: 'engine', transcript: LONG })
  await client.until(() => client.of('engine').length > 0)
  await heard(client, 'engine')
  engine.open()
  await client.turn('engine')
  client.close()
  await expectGrown({ [turns('websocket')]: 1 })
  expect(await grown(ofTurns('purr_late_chunks_total', 'websocket'))).toBeGreaterThanOrEqual(1)
}, 120_000)

test('no chunk is late while only the text is waited for', async () => {
  const client = await SpeechClient.connect(service.url, member.key)
  const late: number[] = []
  // On a busy machine the engine can be late all the same, but not every time.
  for (let turn = 1; !late.includes(0) && turn <= 10; turn++) {
    const before = await grown(ofTurns('purr_late_chunks_total', 'websocket'))
    client.send({ ...raw, context_id: `turn ${turn}`, transcript: 'Hello there. ', continue: true })
    await client.until(() => client.of(`turn ${turn}`).length > 0)
    await heard(client, `turn ${turn}`)
    client.send({ ...raw, context_id: `turn ${turn}`, transcript: 'Goodbye.' })
    await client.turn(`turn ${turn}`)
    await expectGrown({ [turns('websocket')]: turn })
    late.push((await grown(ofTurns('purr_late_chunks_total', 'websocket'))) - before)
  }
  client.close()
  expect(late).toContain(0)
}, 120_000)

test('requests are counted by endpoint, and never by address', async () => {
  await fetch(`${service.url}/voices/${crypto.randomUUID()}`, { headers: { 'x-api-key': member.key } })
  await fetch(`${service.url}/voices/${crypto.randomUUID()}`, { headers: { 'x-api-key': member.key } })
  await ask('/nowhere/at/all', {})
  await fetch(`${service.url}/tts/bytes`, { method: 'PURGE' })
  await overWebSocket()
  await expectGrown({
    'purr_http_requests_total{method="GET",route="/voices/:id",status="404"}': 2,
    'purr_http_requests_total{method="POST",route="none",status="404"}': 1,
    'purr_http_requests_total{method="other",route="none",status="404"}': 1,
    'purr_http_requests_total{method="GET",route="/tts/websocket",status="101"}': 1,
  })
})

test('open WebSockets and their frames are counted by protocol', async () => {
  const client = await SpeechClient.connect(service.url, member.key)
  await expectGrown({ 'purr_websocket_connections{protocol="websocket"}': 1 })
  client.send({ ...raw, context_id: 'a' })
  const { length } = await client.turn('a')
  await expectGrown({
    'purr_websocket_frames_received_total{protocol="websocket"}': 1,
    'purr_websocket_frames_sent_total{protocol="websocket"}': length,
    'purr_websocket_frames_sent_total{protocol="call"}': 0,
  })
  client.close()
  const line = await TelnyxLine.connect(service.url, { query: { api_key: member.key } })
  await expectGrown({
    'purr_websocket_connections{protocol="websocket"}': 0,
    'purr_websocket_connections{protocol="call"}': 1,
  })
  line.hangUp()
}, 120_000)

test('slots are counted while turns hold them, and turns that find none', async () => {
  const one = await service.member(100_000, { concurrency: 1, requestsPerMinute: 1000 })
  engine.shut()
  const client = await SpeechClient.connect(service.url, one.key)
  client.send({ ...raw, context_id: 'a', transcript: LONG })
  await expectGrown({ purr_slots_held: 1 })
  expect((await ask('/tts/bytes', raw, one.key)).status).toBe(429)
  engine.open()
  await client.turn('a')
  client.close()
  await expectGrown({ purr_slots_held: 0, purr_slots_refused_total: 1 })
}, 120_000)

test('requests that are refused for their rate or their key are counted', async () => {
  const one = await service.member(100_000, { concurrency: 10, requestsPerMinute: 1 })
  expect((await ask('/tts/bytes', raw, one.key)).status).toBe(200)
  expect((await ask('/tts/bytes', raw, one.key)).status).toBe(429)
  expect((await ask('/tts/bytes', raw, 'sk_purr_wrong')).status).toBe(401)
  expect((await fetch(`${service.url}/voices`)).status).toBe(401)
  await expectGrown({ purr_rate_limited_requests_total: 1, purr_authentication_failures_total: 2 })
})

test('settlements that cannot be recorded wait, and are tried again', async () => {
  failure = (statement) => (/settlements/.test(statement) ? 'before' : 'never')
  await ask('/tts/bytes', raw)
  await eventually(async () => (await grown('purr_settlement_retries_total')) > 1)
  expect(await grown('purr_settlements_waiting')).toBe(1)
  expect(await grown('purr_database_errors_total{kind="other"}')).toBeGreaterThan(1)
  failure = () => 'never'
  await expectGrown({ purr_settlements_waiting: 0 })
}, 120_000)

test('renewals of slots that fail are counted', async () => {
  engine.shut()
  const client = await SpeechClient.connect(service.url, member.key)
  client.send({ ...raw, context_id: 'a', transcript: LONG })
  await client.until(() => client.of('a').length > 0)
  failure = (statement) => (/UPDATE "?slots/.test(statement) ? 'before' : 'never')
  await eventually(async () => (await grown('purr_lease_renewals_failed_total')) > 0)
  failure = () => 'never'
  engine.open()
  await client.turn('a')
  client.close()
}, 120_000)

test('statements are timed by whom they are for, and their failures counted by kind', async () => {
  const { db } = service.storage
  await rows(db, sql`SELECT 1`, member.organizationId)
  await expect(withTimeout(db.execute(sql`SELECT 1 / 0`))).rejects.toThrow()
  await expectGrown({ 'purr_database_errors_total{kind="other"}': 1 })
  expect(await grown('purr_database_statement_seconds_count{owner="organization"}')).toBeGreaterThan(0)
  expect(await grown('purr_database_statement_seconds_count{owner="service"}')).toBeGreaterThan(0)
})

const postgresUrl = process.env.TEST_DATABASE_URL

test.if(postgresUrl !== undefined)(
  'failures of statements have kinds, and connections are counted',
  async () => {
    const pools = [new ConnectionPool(postgresUrl!, 2), new ConnectionPool('postgres://127.0.0.1:1/none', 2)]
    const [busy, gone] = pools.map((pool) => drizzle({ client: pool as unknown as postgres.Sql }))
    const sleeps = Array.from({ length: 8 }, () => withTimeout(busy!.execute(sql`SELECT pg_sleep(10)`)))
    const all = Promise.allSettled([...sleeps, withTimeout(gone!.execute(sql`SELECT 1`))])
    await eventually(() => pools[0]!.state().waiting === 6)
    expect(pools[0]!.state()).toEqual({ open: 2, idle: 0, waiting: 6 })
    expect((await read()).get('purr_database_connections')).toBeGreaterThan(0) // those of the service
    expect((await all).every(({ status }) => status === 'rejected')).toBe(true)
    expect(await grown('purr_database_errors_total{kind="refused"}')).toBe(1)
    const [timeout, left] = await Promise.all(
      ['timeout', 'busy'].map((kind) => grown(`purr_database_errors_total{kind="${kind}"}`)),
    )
    expect(timeout).toBeGreaterThanOrEqual(2)
    expect(left).toBeGreaterThanOrEqual(2)
    expect(timeout! + left!).toBe(8)
    await Promise.all(pools.map((pool) => pool.close()))
  },
  30_000,
)

test('clones are counted by how they end, with the time that they and their processes took', async () => {
  const at = { ...member, url: service.url }
  const clip = telephoned(await recorded(someone(), PASSAGE.slice(0, PASSAGE.indexOf('They'))))
  expect((await postClone(at, formWith({ clip }))).status).toBe(200)
  expect((await postClone(at, formWith({ clip: new Uint8Array(5000) }))).status).toBe(400)
  await expectGrown({
    'purr_clones_total{outcome="made"}': 1,
    'purr_clones_total{outcome="invalid_clip"}': 1,
    purr_clone_seconds_count: 1,
    purr_clip_process_seconds_count: 2,
    purr_clip_process_failures_total: 0,
    purr_clips_waiting: 0,
  })
}, 120_000)

test('requests of a network that is locked out are counted', async () => {
  for (let asked = 0; asked < 150; asked++) await fetch(`${service.url}/voices`)
  const [failures, lockouts] = await Promise.all(
    ['failures', 'lockouts'].map((name) => grown(`purr_authentication_${name}_total`)),
  )
  expect(failures).toBeGreaterThanOrEqual(50)
  expect(lockouts).toBeGreaterThan(0)
  expect(failures! + lockouts!).toBe(150)
}, 30_000)
