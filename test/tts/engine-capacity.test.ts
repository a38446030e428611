import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { type Engine, EngineFull } from '../../src/engines/shared/engine.ts'
import { silentLog } from '../../src/telemetry/log.ts'
import { eventually } from '../support/eventually.ts'
import { GatedEngine } from '../support/gated-engine.ts'
import { modelOf } from '../support/model-of.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

const CREDITS = 100_000
const { speaker } = catalogue()[0]!
const engine = new GatedEngine()
/** An engine whose upstream server has as much to do as it can. */
const full: Engine = {
  speak: () => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new EngineFull('all servers are full')) }),
  }),
  close: async () => {},
}
const small = modelOf('small', engine, speaker, 2)
const busy = modelOf('busy', full, speaker)

const log = silentLog()
const errors = spyOn(log, 'error')

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService({ models: [small, busy], log })
  member = await service.member(CREDITS)
})
afterAll(() => service.close())

const requestOf = ({ id, voices }: typeof small) => ({
  ...goodRequest,
  model_id: id,
  voice: { mode: 'id', id: voices[0]!.id },
  output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 },
})
const speak = (model: typeof small) => post(`${service.url}/tts/bytes`, member.key, requestOf(model))
const REFUSAL = { error: 'concurrent_limit', message: expect.stringContaining('Try again in 1 s') }

test('a turn beyond the capacity of its engine is refused at once and costs nothing; other models go on', async () => {
  engine.shut()
  const client = await SpeechClient.connect(service.url, member.key)
  const spoken = [speak(small), speak(small)]
  await eventually(() => small.capacity.taken === 2)
  const balance = CREDITS - 2 * goodRequest.transcript.length
  await eventually(async () => (await service.balance(member)) === balance)

  const refused = await speak(small)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toEqual(REFUSAL)
  client.send({ ...requestOf(small), context_id: 'full' })
  expect(await client.turn('full')).toMatchObject([
    { type: 'error', error_code: 'concurrent_limit', status_code: 429, done: true },
  ])
  expect(await service.balance(member)).toBe(balance)
  expect(small.capacity.refused).toBe(2)
  expect(errors).not.toHaveBeenCalled() // it is no failure of the engine
  const other = { ...requestOf(small), model_id: 'gepard-1.0', voice: goodRequest.voice }
  client.send({ ...other, context_id: 'other' })
  expect((await client.turn('other')).at(-1)!.type).toBe('done')

  engine.open()
  for (const answer of await Promise.all(spoken)) {
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
  await eventually(() => small.capacity.taken === 0)
  client.send({ ...requestOf(small), context_id: 'later' })
  expect((await client.turn('later')).at(-1)!.type).toBe('done')
  client.close()
}, 30_000)

test('a turn that waits for text has no place, and goes on although none is free', async () => {
  const client = await SpeechClient.connect(service.url, member.key)
  const begun = { ...requestOf(small), context_id: 'slow', continue: true }
  client.send({ ...begun, transcript: 'This is the first sentence. ', flush: true })
  await client.until(() => client.of('slow').length > 0)
  await eventually(() => small.capacity.taken === 0)

  engine.shut()
  const others = [speak(small), speak(small)]
  await eventually(() => small.capacity.taken === 2)
  client.send({ ...begun, transcript: 'This is the last one.', continue: false })
  await eventually(() => small.capacity.taken === 3)
  engine.open()
  expect((await client.turn('slow')).at(-1)!.type).toBe('done')
  for (const answer of await Promise.all(others)) await answer.arrayBuffer()
  await eventually(() => small.capacity.taken === 0)
  client.close()
}, 30_000)

test('a turn whose text so far ends with a tag has no place while it waits for text', async () => {
  const client = await SpeechClient.connect(service.url, member.key)
  const transcript = '<speed ratio="0.8">One moment, please.</speed>'
  client.send({ ...requestOf(small), context_id: 'tagged', transcript, continue: true })
  await client.until(() => client.of('tagged').length > 0)
  await eventually(() => small.capacity.taken === 0)
  client.close()
}, 30_000)

test('a turn that is left gives its place back', async () => {
  engine.shut()
  const client = await SpeechClient.connect(service.url, member.key)
  client.send({ ...requestOf(small), context_id: 'left' })
  await eventually(() => small.capacity.taken === 1)
  client.close()
  await eventually(() => service.server.pendingWebSockets === 0)
  engine.open()
  await eventually(() => small.capacity.taken === 0)
}, 30_000)

test('an engine whose upstream server is full is told of in the same way, and nothing is charged', async () => {
  const balance = await service.balance(member)
  const refused = await speak(busy)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toEqual(REFUSAL)
  await eventually(async () => (await service.balance(member)) === balance)
  expect(busy.capacity.taken).toBe(0)
  expect(busy.capacity.refused).toBe(1)
}, 30_000)
