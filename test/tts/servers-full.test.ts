import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Model } from '../../src/engines/shared/model.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { standIn, tone } from '../engines/remote/openai/stand-ins.ts'
import { FAR_VOICE, remoteModel } from '../support/remote-model.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

/** What the server answers with, one after the other; undefined: it speaks. The last one is that of all further requests. */
let answers: ([status: number, headers?: Record<string, string>] | undefined)[] = []
const server = standIn(() => {
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  if (answer === undefined)
    return new Response(tone(24_000, 0.5), { headers: { 'content-type': 'audio/pcm' } })
  return new Response('later', { status: answer[0], headers: answer[1] })
})

const lines: string[] = []
const log = createLog({ write: (line) => lines.push(line) })
let far: Model
let service: Service
let member: Member
beforeAll(async () => {
  const fields = { engine: 'openai', urls: [server.url], model: 'far', first_audio_timeout_ms: 400 }
  far = await remoteModel(fields, { voice: 'far', key: 'key' }, log)
  service = await startService({ models: [far], log })
  member = await service.member(100_000)
})
afterAll(async () => {
  await service.close()
  await server[Symbol.asyncDispose]()
})

const request = { ...goodRequest, model_id: 'far', voice: { mode: 'id', id: FAR_VOICE } }

test('a turn that a server refuses is told of without a stack, as what the server did', async () => {
  answers = [[429]]
  expect((await post(`${service.url}/tts/bytes`, member.key, request)).status).toBe(429)
  const told = lines.map((line) => JSON.parse(line))
  expect(told).toMatchObject([{ level: 40, model: 'far', server: server.url, next: 'the turn is refused' }])
  expect(told[0]).not.toHaveProperty('err')
})

test.each<[string, number, Record<string, string>, string, string]>([
  ['says so', 429, { 'retry-after': '7' }, '7', '7000'],
  ['says so to the millisecond', 429, { 'retry-after': '3', 'retry-after-ms': '2500' }, '3', '2500'],
  ['does not say so', 429, {}, '1', '1000'],
  ['says so with words', 503, { 'retry-after': 'soon' }, '1', '1000'],
  ['names an hour', 503, { 'retry-after': '3600' }, '60', '60000'],
])(
  'a client waits as long as a server that refuses it %s',
  async (_, status, headers, seconds, milliseconds) => {
    answers = [[status, headers]]
    const before = await service.balance(member)
    const { refusals } = far.servers!()[0]!
    const answer = await post(`${service.url}/tts/bytes`, member.key, request)
    expect(answer.status).toBe(429)
    expect(far.servers!()[0]!.refusals).toBe(refusals + 1)
    expect(answer.headers.get('retry-after')).toBe(seconds)
    expect(answer.headers.get('retry-after-ms')).toBe(milliseconds)
    expect(await answer.json()).toEqual({
      error: 'concurrent_limit',
      message: expect.stringContaining("The engine's server refuses more work for now."),
    })
    expect(await service.balance(member)).toBe(before)
    expect(far.capacity.refused).toBe(0)
  },
)

test('a turn that was heard fails when its server has no room for the rest', async () => {
  answers = [undefined, [429]]
  const { requests, retries } = far.servers!()[0]!
  const before = await service.balance(member)
  const client = await SpeechClient.connect(service.url, member.key)
  const output_format = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
  const transcript = 'The birch canoe slid on the smooth planks. Glue the sheet to the dark background.'
  client.send({ ...request, output_format, transcript, context_id: 'heard' })
  const frames = await client.turn('heard')
  expect(frames.some(({ type }) => type === 'chunk')).toBe(true)
  expect(frames.at(-1)).toMatchObject({ type: 'error', error_code: 'upstream_unavailable', status_code: 502 })
  expect(await service.balance(member)).toBe(before)
  // Of the requests, only those for the two sentences were first tries.
  const after = far.servers!()[0]!
  expect(after.retries - retries).toBe(after.requests - requests - 2)
  expect(after.retries).toBeGreaterThan(retries)
  client.close()
})

test('a turn that begins with a pause is refused as others are when its server has no room for the words', async () => {
  answers = [[429]]
  lines.length = 0
  const before = await service.balance(member)
  const client = await SpeechClient.connect(service.url, member.key)
  const output_format = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
  client.send({ ...request, output_format, transcript: '<break time="1s"/> Hello.', context_id: 'pause' })
  const frames = await client.turn('pause')
  expect(frames.some(({ type }) => type === 'chunk')).toBe(true)
  expect(frames.at(-1)).toMatchObject({ type: 'error', error_code: 'concurrent_limit', status_code: 429 })
  expect(await service.balance(member)).toBe(before)
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toEqual([])
  client.close()
})
