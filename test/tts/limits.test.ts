import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { get } from 'node:http'
import { sql } from 'drizzle-orm'
import { revokeKey } from '../../src/accounts/keys.ts'
import type { OwnLimits } from '../../src/accounts/organizations.ts'
import { rows } from '../../src/storage/database.ts'
import { eventually } from '../support/eventually.ts'
import { GatedEngine } from '../support/gated-engine.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { audioOf, SpeechClient } from '../support/speech-client.ts'

const engine = new GatedEngine()

let service: Service
beforeAll(async () => {
  service = await startService({ engine })
})
afterAll(() => service.close())

const member = (limits: OwnLimits) =>
  service.member(100_000, { requestsPerMinute: 1000, concurrency: 100, ...limits })
const speak = ({ key }: Member) => post(`${service.url}/tts/bytes`, key, goodRequest)
const say = (context_id: string, transcript = 'Hello there.') => ({
  ...goodRequest,
  output_format: { ...goodRequest.output_format, container: 'raw' },
  context_id,
  transcript,
})

/** Turns of the organization that count at the moment. */
async function liveSlots({ organizationId }: Member): Promise<number> {
  const live = await rows(
    service.storage.db,
    sql`SELECT FROM slots WHERE organization_id = ${organizationId} AND until > clock_timestamp()`,
  )
  return live.length
}

test.each([
  ['requests a minute', { requestsPerMinute: 0 }, 'rate_limited'],
  ['turns at once', { concurrency: 0 }, 'concurrent_limit'],
] as const)('a limit of 0 %s is told as such: waiting does not help', async (limited, limits, error) => {
  const caller = await member(limits)
  const refused = await speak(caller)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({
    error,
    message: `Your organization has a limit of 0 ${limited}. The operator can raise it.`,
  })
})

describe('requests a minute', () => {
  test('beyond the limit get 429, told in the body and in headers when to come again', async () => {
    const caller = await member({ requestsPerMinute: 2 })
    const begun = performance.now()
    const first = await speak(caller)
    expect(first.status).toBe(200)
    expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=2;w=60')
    expect(first.headers.get('ratelimit')).toBe('"requests";r=1')
    expect((await speak(caller)).status).toBe(200)
    const refused = await speak(caller)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toEqual({
      error: 'rate_limited',
      message: expect.stringContaining('Try again in'),
    })
    const milliseconds = Number(refused.headers.get('retry-after-ms'))
    expect(milliseconds).toBeWithin(59_000 - (performance.now() - begun), 60_001)
    const seconds = String(Math.ceil(milliseconds / 1000))
    expect(refused.headers.get('retry-after')).toBe(seconds)
    expect(refused.headers.get('ratelimit')).toBe(`"requests";r=0;t=${seconds}`)
  })

  test('count what is refused later for another reason, and the handshake of a WebSocket, but not its turns', async () => {
    const caller = await member({ requestsPerMinute: 3 })
    expect((await post(`${service.url}/tts/sse`, caller.key, 'nonsense')).status).toBe(400)
    const client = await SpeechClient.connect(service.url, caller.key)
    for (let index = 0; index < 4; index++) {
      client.send(say(`turn ${index}`))
      expect((await client.turn(`turn ${index}`)).at(-1)!.type).toBe('done')
    }
    expect((await speak(caller)).status).toBe(200)
    expect((await speak(caller)).status).toBe(429)
    client.close()
  })

  test('do not count questions about voices', async () => {
    const caller = await member({ requestsPerMinute: 1 })
    for (let index = 0; index < 3; index++) {
      expect((await fetch(`${service.url}/voices`, { headers: { 'x-api-key': caller.key } })).status).toBe(
        200,
      )
    }
    expect((await speak(caller)).status).toBe(200)
  })

  test('refuse a handshake with a real 429', async () => {
    const caller = await member({ requestsPerMinute: 0 })
    const answer = await new Promise<{ status: number; retryAfter: string; body: string }>(
      (resolve, reject) => {
        const headers = {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        }
        const request = get(`${service.url}/tts/websocket?api_key=${caller.key}`, { headers })
        request.on('upgrade', () => reject(new Error('it was accepted')))
        request.on('response', async (response) => {
          let body = ''
          for await (const part of response) body += part
          resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after']!, body })
        })
      },
    )
    expect(answer).toEqual({ status: 429, retryAfter: '60', body: expect.stringContaining('rate_limited') })
  })
})

describe('turns at once', () => {
  test('beyond the limit get 429, cost nothing, and are admitted after the time they are told', async () => {
    const caller = await member({ concurrency: 1 })
    engine.shut()
    const running = speak(caller)
    await eventually(async () => (await service.balance(caller)) < 100_000)
    const refused = await speak(caller)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toEqual({
      error: 'concurrent_limit',
      message: expect.stringContaining('1 turn of this organization is being spoken'),
    })
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 3)
    engine.open()
    expect((await running).status).toBe(200)
    expect(await service.balance(caller)).toBe(100_000 - 12)
    await eventually(async () => (await liveSlots(caller)) === 0)
    expect((await speak(caller)).status).toBe(200)
  })

  test('are told of last: a wrong voice and a text that is too long are the answer before', async () => {
    const caller = await member({ concurrency: 1 })
    engine.shut()
    const running = speak(caller)
    await eventually(async () => (await service.balance(caller)) < 100_000)
    const status = async (change: object) =>
      (await post(`${service.url}/tts/bytes`, caller.key, { ...goodRequest, ...change })).status
    expect(await status({})).toBe(429) // from here on it is known that the organization is full
    expect(await status({ voice: { mode: 'id', id: crypto.randomUUID() } })).toBe(404)
    expect(await status({ transcript: 'A long story. '.repeat(200) })).toBe(400)
    engine.open()
    expect((await running).status).toBe(200)
  })

  test('refuse a context only: the socket and the other contexts go on', async () => {
    const caller = await member({ concurrency: 1 })
    const client = await SpeechClient.connect(service.url, caller.key)
    engine.shut()
    client.send(say('one'))
    await eventually(async () => (await service.balance(caller)) < 100_000)
    client.send(say('two'))
    expect(await client.turn('two')).toEqual([
      expect.objectContaining({
        type: 'error',
        error_code: 'concurrent_limit',
        status_code: 429,
        retry_after: expect.any(Number),
      }),
    ])
    engine.open()
    expect((await client.turn('one')).at(-1)!.type).toBe('done')
    await eventually(async () => (await liveSlots(caller)) === 0)
    client.send(say('three'))
    expect((await client.turn('three')).at(-1)!.type).toBe('done')
    client.close()
  })

  test('are kept for as long as audio is produced, however long that is', async () => {
    const caller = await member({ concurrency: 1 })
    engine.shut()
    const running = speak(caller)
    await Bun.sleep(3500)
    expect((await speak(caller)).status).toBe(429)
    engine.open()
    expect((await running).status).toBe(200)
  })

  test('are not taken by idle sockets, nor by a turn that waits for text; it takes one again when text comes', async () => {
    const caller = await member({ concurrency: 1 })
    const client = await SpeechClient.connect(service.url, caller.key)
    client.send({ ...say('waiting', 'One moment, please. '), continue: true })
    client.send({ transcript: '', context_id: 'waiting', continue: true, flush: true })
    await client.until(() => client.of('waiting').some(({ type }) => type === 'flush_done'))
    await eventually(async () => (await liveSlots(caller)) === 0)
    expect((await speak(caller)).status).toBe(200)
    await eventually(async () => (await liveSlots(caller)) === 0)
    client.send(say('waiting', 'Here it is.'))
    expect((await client.turn('waiting')).at(-1)!.type).toBe('done')
    client.close()
  })

  test('are not taken by a turn that waits for text while its listener still hears it', async () => {
    const caller = await member({ concurrency: 1 })
    const client = await SpeechClient.connect(service.url, caller.key)
    client.send({
      ...say('waiting', 'It stops in the middle of the last sentence. '.repeat(12)),
      continue: true,
    })
    client.send({ ...say('waiting', 'And then there'), continue: true })
    await client.until(() => client.of('waiting').length > 0)
    const heardFrom = performance.now()
    await eventually(async () => (await liveSlots(caller)) === 0)
    const waited = (performance.now() - heardFrom) / 1000
    expect(waited).toBeLessThan(audioOf(client.of('waiting')).length / 44_100)
    client.close()
  })

  test.each([
    ['ends with a tag', ['<speed ratio="0.8">Let me check that for you.</speed>']],
    ['ends with white space after a break', ['One moment, please. <break time="50ms"/> ']],
    ['goes on with nothing but a tag', ['<speed ratio="0.8">One moment.<break time="50ms"/>', '</speed>']],
  ])('are not taken by a turn that waits for text when its text so far %s', async (_, transcripts) => {
    const caller = await member({ concurrency: 1 })
    const client = await SpeechClient.connect(service.url, caller.key)
    let credits = 100_000
    for (const transcript of transcripts) {
      client.send({ ...say('waiting', transcript), continue: true })
      credits -= transcript.length
      await eventually(async () => (await service.balance(caller)) === credits)
      await client.until(() => client.of('waiting').length > 0)
      await eventually(async () => (await liveSlots(caller)) === 0)
    }
    client.send(say('waiting', 'Here it is.'))
    expect((await client.turn('waiting')).at(-1)!.type).toBe('done')
    expect(await service.balance(caller)).toBe(credits - 'Here it is.'.length)
    client.close()
  })
})

test.each(['<speed ratio="0.8">', '</speed>', ' — '])(
  'a frame of nothing but %j takes no slot: its turn goes on though others have taken all',
  async (transcript) => {
    const caller = await member({ concurrency: 1 })
    const client = await SpeechClient.connect(service.url, caller.key)
    client.send({ ...say('waiting', 'One moment, please. '), continue: true })
    await client.until(() => client.of('waiting').length > 0)
    await eventually(async () => (await liveSlots(caller)) === 0)
    engine.shut()
    client.send(say('other'))
    await eventually(async () => (await liveSlots(caller)) === 1)
    const credits = await service.balance(caller)
    client.send({ ...say('waiting', transcript), continue: true })
    await eventually(async () => (await service.balance(caller)) === credits - transcript.length)
    client.send(say('waiting', ''))
    expect((await client.turn('waiting')).at(-1)!.type).toBe('done')
    engine.open()
    expect((await client.turn('other')).at(-1)!.type).toBe('done')
    client.close()
  },
)

test('a key that is revoked is refused at the next request, whatever it was used for before', async () => {
  const caller = await member({})
  expect((await speak(caller)).status).toBe(200)
  await revokeKey(service.storage.db, caller.key.slice(8, 16))
  expect((await speak(caller)).status).toBe(401)
  await expect(SpeechClient.connect(service.url, caller.key)).rejects.toThrow('refused')
})

test('a key that is revoked says nothing more on a connection that was open before', async () => {
  const caller = await member({})
  const client = await SpeechClient.connect(service.url, caller.key)
  client.send({ ...say('open', 'Before it was revoked. '), continue: true })
  await client.until(() => client.of('open').length > 0)
  await revokeKey(service.storage.db, caller.key.slice(8, 16))
  client.send(say('open', 'And after.'))
  client.send(say('new'))
  for (const id of ['open', 'new']) {
    expect((await client.turn(id)).at(-1)).toMatchObject({ error_code: 'unauthorized', status_code: 401 })
  }
  expect(await service.balance(caller)).toBe(100_000)
  client.close()
})
