import { heapStats } from 'bun:jsc'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { type Engine, EngineFailure } from '../../src/engines/shared/engine.ts'
import { type Database, rows } from '../../src/storage/database.ts'
import { eventually } from '../support/eventually.ts'
import { type Failure, failing } from '../support/failing-database.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, sharedEngine, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

const SENTENCES = 'The first sentence is spoken well. The second one fails.'
const RAW = {
  ...goodRequest,
  transcript: SENTENCES,
  output_format: { ...goodRequest.output_format, container: 'raw' },
}

/** Fails when it comes to the second segment. */
async function breakingEngine(): Promise<Engine> {
  const engine = await sharedEngine()
  return {
    async *speak(segment, speaker, options) {
      if (!options.isOpening) throw new EngineFailure('out of order')
      yield* engine.speak(segment, speaker, options)
    },
    close: async () => {},
  }
}

let service: Service
let member: Member
let fails: (statement: string) => Failure = () => 'never'
/** How many charges were sent to the database, how many have arrived, and what they wait for on the way. */
const charging = { sent: 0, arrived: 0, road: Promise.resolve() }

/** A database to which charges are on their way for as long as a test says. */
function distant(db: Database): Database {
  const dialect = new PgDialect()
  const execute = async (statement: SQL) => {
    if (!dialect.sqlToQuery(statement).sql.includes('debit')) return db.execute(statement)
    charging.sent++
    await charging.road
    const answer = await db.execute(statement)
    charging.arrived++
    return answer
  }
  return new Proxy(db, { get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)) })
}

beforeAll(async () => {
  service = await startService({
    engine: await breakingEngine(),
    through: (db) => failing(distant(db), (statement) => fails(statement)),
  })
  member = await service.member(1000)
})
afterAll(() => service.close())

/** Whether every charge that was asked for, even in vain, has come to an end. */
async function isSettled(): Promise<boolean> {
  const [row] = await rows<{ charges: number; settlements: number }>(
    service.storage.db,
    sql`SELECT (SELECT count(*)::int FROM charges) AS charges, (SELECT count(*)::int FROM settlements) AS settlements`,
  )
  return row!.charges === row!.settlements
}

const isWhole = async () => (await service.balance(member)) === 1000

test('a raw stream that fails on the way is broken off, never ended as if it were whole, and refunded', async () => {
  const answer = await post(`${service.url}/tts/bytes`, member.key, RAW)
  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
  await eventually(isWhole)
})

test('turns that have ended leave no signals behind that wait for the stop of the server', async () => {
  const turns = 50
  const signals = () => {
    Bun.gc(true)
    return heapStats().objectTypeCounts.AbortSignal ?? 0
  }
  const fail = async () => {
    const voice = { mode: 'id', id: crypto.randomUUID() }
    expect((await post(`${service.url}/tts/bytes`, member.key, { ...RAW, voice })).status).toBe(404)
  }
  await fail()
  const before = signals()
  for (let turn = 0; turn < turns; turn++) await fail()
  await eventually(() => signals() < before + turns)
})

test('an event stream that fails on the way ends with one error frame, without done, and is refunded', async () => {
  const answer = await post(`${service.url}/tts/sse`, member.key, { ...RAW, context_id: 'story' })
  expect(answer.status).toBe(200)
  const frames = (await answer.text())
    .trim()
    .split('\n\n')
    .map((event) => JSON.parse(event.slice('data: '.length)))
  expect(frames.filter(({ type }) => type === 'chunk').length).toBeGreaterThan(0)
  expect(frames.map(({ type }) => type)).not.toContain('done')
  expect(frames.filter(({ type }) => type === 'error')).toEqual([frames.at(-1)])
  expect(frames.at(-1)).toMatchObject({
    type: 'error',
    done: true,
    error_code: 'upstream_unavailable',
    status_code: 502,
    context_id: 'story',
    title: 'upstream_unavailable',
  })
  expect(frames.at(-1).error).toStartWith('upstream_unavailable: ')
  await eventually(isWhole)
})

const OPEN = { context_id: 'turn', continue: true }

test.each<[string, object, string]>([
  ['whose text is refused', { ...RAW, ...OPEN, model_id: 'sonic-3' }, 'unknown_model'],
  ['that becomes too long', { ...RAW, ...OPEN, transcript: 'word '.repeat(2000) }, 'input_too_long'],
  [
    'that becomes too expensive',
    { ...RAW, ...OPEN, transcript: `${' '.repeat(1000)}No.` },
    'payment_required',
  ],
  [
    'that cannot be spoken on',
    { ...RAW, ...OPEN, transcript: 'Fail.', continue: false },
    'upstream_unavailable',
  ],
])('a turn %s after some of it was spoken is refunded whole', async (_, frame, code) => {
  const client = await SpeechClient.connect(service.url, member.key)
  client.send({ ...RAW, ...OPEN, transcript: 'This is spoken. ', flush: true })
  await client.until(() => client.frames.some(({ type }) => type === 'flush_done'))
  await eventually(async () => (await service.balance(member)) === 1000 - 16)
  client.send(frame)
  expect((await client.turn('turn')).at(-1)).toMatchObject({ type: 'error', error_code: code })
  await eventually(isWhole)
  client.close()
})

test('a turn that is cancelled while its charge is on the way holds nothing when that has arrived', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { sent, arrived } = charging
  charging.road = promise
  const client = await SpeechClient.connect(service.url, member.key)
  client.send({ ...RAW, context_id: 'turn' })
  await eventually(() => charging.sent > sent)
  client.send({ context_id: 'turn', cancel: true })
  client.send({ context_id: 'read', transcript: '' })
  await client.turn('read')
  await Bun.sleep(100) // the turn has all the time that it needs to end
  resolve()
  await eventually(() => charging.arrived > arrived)
  await eventually(isSettled)
  expect(await service.balance(member)).toBe(1000)
  client.close()
})

test('a charge whose answer is lost is refunded', async () => {
  fails = (statement) => (statement.includes('debit') ? 'after' : 'never')
  const answer = await post(`${service.url}/tts/bytes`, member.key, goodRequest)
  fails = () => 'never'
  expect(answer.status).toBe(503)
  await eventually(isWhole)
})

test('a charge that never arrived leaves nothing behind', async () => {
  fails = (statement) => (statement.includes('debit') ? 'before' : 'never')
  expect((await post(`${service.url}/tts/bytes`, member.key, goodRequest)).status).toBe(503)
  fails = () => 'never'
  expect(await service.balance(member)).toBe(1000)
  await eventually(isSettled)
})

test('a settlement is tried again until it is recorded, and counts once', async () => {
  let tries = 0
  fails = (statement) => {
    if (!statement.includes('WITH closed')) return 'never'
    tries++
    return tries === 1 ? 'before' : tries === 2 ? 'after' : 'never'
  }
  const answer = await post(`${service.url}/tts/bytes`, member.key, { ...goodRequest, transcript: SENTENCES })
  expect(answer.status).toBe(502)
  await eventually(async () => tries >= 3)
  fails = () => 'never'
  await eventually(isSettled)
  expect(await service.balance(member)).toBe(1000)
})
