import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createLog } from '../../src/telemetry/log.ts'
import { TelnyxLine } from '../bridges/calls/lines.ts'
import { eventually } from '../support/eventually.ts'
import { type Failure, failing } from '../support/failing-database.ts'
import { shake } from '../support/handshake.ts'
import { FAR_VOICE, remoteModel } from '../support/remote-model.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

const TRANSCRIPT = 'Marigold sails around the lighthouse, as her grandmother Philippa did. '
const WORDS = ['marigold', 'lighthouse', 'grandmother', 'philippa']
const FAR_KEY = 'the-key-of-the-far-side'

/** A server of speech that fails and quotes what it was sent, in whole or from the middle on. */
const echo = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const said = `${request.headers.get('authorization')} ${request.headers.get('x-api-key')} ${await request.text()}`
    return new Response(`cannot say ${said} nor ${said.slice(-90)}`, { status: 400 })
  },
})

const lines: string[] = []
const log = createLog({ write: (line: string) => lines.push(line) })
log.level = 'debug'
let service: Service
let member: Member
let token: string
let failure: (statement: string) => Failure = () => 'never'

beforeAll(async () => {
  const url = echo.url.href.replace(/\/$/, '')
  const far = { voice: 'far', key: FAR_KEY }
  const models = [
    { ...(await remoteModel({ engine: 'openai', urls: [url], model: 'm' }, far, log)), id: 'openai' },
    {
      ...(await remoteModel({ engine: 'cartesia', urls: [url], model: 'm', transport: 'bytes' }, far, log)),
      id: 'cartesia',
    },
  ].map((model, at) => ({
    ...model,
    voices: model.voices.map((voice) => ({ ...voice, id: FAR_VOICE.replace(/f$/, String(at)) })),
  }))
  service = await startService({
    log,
    models,
    through: (db) => failing(db, (statement) => failure(statement)),
  })
  member = await service.member(1_000_000)
  const made = await post(`${service.url}/access-token`, member.key, { grants: { tts: true } })
  token = ((await made.json()) as { token: string }).token
}, 60_000)
afterAll(async () => {
  await service.close()
  await echo.stop(true)
})

const raw = {
  ...goodRequest,
  transcript: TRANSCRIPT,
  output_format: { ...goodRequest.output_format, container: 'raw' },
}

/** Everything that can be asked for with a transcript, well and badly. */
async function beBusy(): Promise<void> {
  const { url } = service
  const ask = async (path: string, key: string, body: unknown, headers: Record<string, string> = {}) =>
    (await post(url + path, key, body, headers)).arrayBuffer()
  for (const key of [member.key, token, `${member.key}x`]) {
    await ask('/tts/bytes', key, raw)
    await ask('/tts/sse', key, raw)
    await ask('/tts/normalize', key, raw)
    await ask('/v1/audio/speech', key, { model: 'tts-1', input: TRANSCRIPT, voice: 'alloy' })
    await ask('/jambonz/tts', key, { text: TRANSCRIPT, voice: 'Kathleen' })
    await ask('/tts/prompt', key, raw)
    await ask(`/voices/${key}?api_key=${key}&q=${TRANSCRIPT}`, key, '', { 'x-request-id': key })
    await ask(`/${key}/${TRANSCRIPT}`, key, TRANSCRIPT, { 'x-request-id': TRANSCRIPT })
    await ask('/tts/bytes', key, { ...raw, voice: { mode: 'id', id: TRANSCRIPT }, language: key })
    await ask('/tts/bytes', key, `{"transcript": "${TRANSCRIPT}`)
    await shake(`${url}/tts/websocket?api_key=${key}&access_token=${TRANSCRIPT}`)
    for (const [at, model_id] of ['openai', 'cartesia'].entries())
      await ask('/tts/bytes', key, {
        ...raw,
        model_id,
        voice: { mode: 'id', id: FAR_VOICE.replace(/f$/, String(at)) },
      })
  }
  const client = await SpeechClient.connect(url, member.key)
  client.send({ ...raw, context_id: TRANSCRIPT })
  await client.turn(TRANSCRIPT)
  client.send(`{"transcript": "${TRANSCRIPT}`)
  await client.turn(null)
  client.send({ ...raw, context_id: 'left', transcript: TRANSCRIPT.repeat(10) })
  await client.until(() => client.of('left').length > 0)
  client.close()
  const line = await TelnyxLine.connect(url, { query: { api_key: member.key, announcement: TRANSCRIPT } })
  await ask(`/calls/${line.callId}/say`, member.key, { transcript: TRANSCRIPT, voice: 'Kathleen' })
  line.hangUp()
}

/** The lines that have been written since. */
const since = (from: number) => lines.slice(from).map((line): Record<string, unknown> => JSON.parse(line))

describe('the log of a busy service', () => {
  beforeAll(async () => {
    await beBusy()
    failure = (statement) => (/INSERT INTO "?charges|open_charges/i.test(statement) ? 'before' : 'never')
    await beBusy()
    failure = () => 'never'
  }, 60_000)

  test('has errors, requests and turns', () => {
    const messages = Map.groupBy(since(0), ({ msg }) => msg)
    for (const expected of [
      'a request was answered',
      'a turn has ended',
      'a server of a remote engine failed',
      'The account could not be verified, so nothing was done.',
    ])
      expect([...messages.keys()]).toContain(expected)
  })

  test('has no key and no token, whole or in part', () => {
    const secrets = [member.key, member.key.slice(-20), token, token.slice(-20), FAR_KEY]
    for (const line of lines)
      for (const secret of secrets)
        expect({ line, secret: line.includes(secret) && secret }).toEqual({ line, secret: false })
  })

  test('has no word of a transcript', () => {
    for (const line of lines) {
      const found = WORDS.filter((word) => line.toLowerCase().includes(word))
      expect({ line, found }).toEqual({ line, found: [] })
    }
  })
})

test('the lines of a turn and of its request have the same names', async () => {
  const from = lines.length
  const answer = await post(`${service.url}/tts/bytes`, member.key, raw, { 'x-request-id': 'proxy-0001' })
  await answer.arrayBuffer()
  expect(answer.headers.get('x-request-id')).toBe('proxy-0001')
  const named = () => since(from).filter(({ requestId }) => requestId === 'proxy-0001')
  await eventually(() => named().length >= 2)
  const names = { requestId: 'proxy-0001', organization: member.organizationId }
  const written = named().toSorted((a, b) => String(a.msg).localeCompare(String(b.msg)))
  expect(written).toMatchObject([
    { level: 20, ...names, msg: 'a request was answered', method: 'POST', route: '/tts/bytes', status: 200 },
    {
      level: 20,
      ...names,
      msg: 'a turn has ended',
      turn: expect.stringMatching(/^[\da-f-]{36}$/),
      model: 'gepard-1.0',
      outcome: 'captured',
      firstAudio: expect.any(Number),
      seconds: expect.any(Number),
    },
  ])
})

test('a turn that fails on a WebSocket is logged with the request of the handshake', async () => {
  const client = await SpeechClient.connect(service.url, member.key)
  failure = (statement) => (/INSERT INTO "?charges|open_charges/i.test(statement) ? 'before' : 'never')
  const from = lines.length
  client.send({ ...raw, context_id: 'a' })
  expect((await client.turn('a')).at(-1)).toMatchObject({ error_code: 'billing_unavailable' })
  failure = () => 'never'
  client.close()
  const error = since(from).find(({ turn, level }) => level === 50 && turn !== undefined)
  expect(error).toMatchObject({
    code: 'billing_unavailable',
    turn: expect.any(String),
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    organization: member.organizationId,
  })
})

test('what fails outside a turn is logged with the request and who asked', async () => {
  failure = () => 'before'
  const from = lines.length
  const answer = await post(`${service.url}/tts/bytes`, member.key, raw)
  failure = () => 'never'
  expect(answer.status).toBe(503)
  const error = since(from).find(({ endpoint, level }) => level === 50 && endpoint !== undefined)
  expect(error).toMatchObject({
    code: 'billing_unavailable',
    endpoint: 'POST /tts/bytes',
    requestId: answer.headers.get('x-request-id'),
  })
})
