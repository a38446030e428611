import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { makeKeyToken } from '../../src/accounts/key-token.ts'
import { keys } from '../../src/storage/schema.ts'
import { ControlledCloner } from '../support/controlled-cloner.ts'
import { shake } from '../support/handshake.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

let service: Service
let member: Member
let token: string
beforeAll(async () => {
  service = await startService({ cloner: new ControlledCloner() })
  member = await service.member(100_000)
  token = await tokenOf(member)
})
afterAll(() => service.close())

async function tokenOf({ key }: Member, body: object = { grants: { tts: true } }): Promise<string> {
  const answer = await post(`${service.url}/access-token`, key, body)
  const made = (await answer.json()) as { token: string }
  expect(Object.keys(made)).toEqual(['token'])
  return made.token
}

/** The id of a member's key. */
async function keyIdOf({ key }: Member): Promise<string> {
  const [row] = await service.storage.db
    .select({ id: keys.id })
    .from(keys)
    .where(eq(keys.prefix, key.split('_')[2]!))
  return row!.id
}

/** A token that ends this many seconds from now. */
async function tokenFor(life: number): Promise<string> {
  const expiresAt = Math.floor(Date.now() / 1000) + life
  return makeKeyToken(service.storage.db, 'tts', await keyIdOf(member), expiresAt)
}

const raw = { ...goodRequest, output_format: { ...goodRequest.output_format, container: 'raw' } }

describe('an access token', () => {
  test('speaks, at the cost of the organization', async () => {
    const before = await service.balance(member)
    const answer = await post(`${service.url}/tts/bytes`, token, goodRequest)
    expect(answer.status).toBe(200)
    expect((await answer.bytes()).length).toBeGreaterThan(10_000)
    expect(before - (await service.balance(member))).toBe(goodRequest.transcript.length)
  })

  test('speaks on a WebSocket that it has begun, by the address', async () => {
    const client = await SpeechClient.connect(service.url, token)
    client.send({ ...raw, context_id: 'a' })
    expect((await client.turn('a')).at(-1)!.type).toBe('done')
    client.close()
    expect((await shake(`${service.url}/tts/websocket?access_token=${token}`)).status).toBe(101)
  })

  test.each(['/voices', `/voices/${goodRequest.voice.id}`, '/models', '/v1/models', '/v1/audio/voices'])(
    'reads %s',
    async (path) => {
      expect((await ask('GET', path, token)).status).toBe(200)
    },
  )

  test.each([
    ['POST', '/tts/sse', { ...raw }],
    ['POST', '/tts/normalize', { transcript: 'Dr. Fox' }],
    ['POST', '/v1/audio/speech', { model: 'tts-1', input: 'Hello.', voice: 'alloy' }],
  ])('may %s %s', async (method, path, body) => {
    expect((await ask(method, path, token, body)).status).toBe(200)
  })

  test('may do nothing else', async () => {
    const allowed =
      /^(\/$|\/dashboard|\/docs|\/healthz|\/readyz|\/openapi|\/asyncapi|\/tts\/(bytes|sse|normalize|websocket)|\/voices(\/:id)?$|\/models|\/v1\/|\/dev\/captioned)/
    const isManagement = (path: string) => path.startsWith('/management')
    const isPublic = (path: string, detail: object = {}) => isManagement(path) && !('x-requires' in detail)
    const others = service.routes
      .filter(({ method, path }) => method === 'DELETE' || !allowed.test(path))
      .filter(({ path, hooks }) => !isPublic(path, hooks.detail))
    expect(others.length).toBeGreaterThan(12)
    for (const { method, path } of others) {
      // A prompt has a signature of its own, media streams have tokens of their own, and the management API has keys of its
      // own.
      const expected =
        path === '/tts/prompt' && method !== 'POST'
          ? 403
          : isManagement(path) || (/calls\/[a-z]+$/.test(path) && method === 'GET')
            ? 401
            : 403
      const answer = await ask(method, path.replace(/:\w+/g, 'x'), token)
      expect([method, path, answer.status]).toEqual([method, path, expected])
    }
  })

  test('says so where it is refused, and makes no further token', async () => {
    const answer = await ask('POST', '/access-token', token, { grants: { tts: true } })
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { error: 'not_granted', message: 'An access token cannot be used for this.' },
    ])
  })

  test('counts as the requests of its organization', async () => {
    const few = await service.member(1000, { requestsPerMinute: 2, concurrency: 5 })
    const its = await tokenOf(few)
    const answers = [
      await post(`${service.url}/tts/normalize`, its, { transcript: 'Hi.' }),
      await post(`${service.url}/tts/normalize`, few.key, { transcript: 'Hi.' }),
      await post(`${service.url}/tts/normalize`, its, { transcript: 'Hi.' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  })

  test('ends when its time is over, and says so', async () => {
    expect((await ask('GET', '/voices', await tokenFor(60))).status).toBe(200)
    const over = await tokenFor(-1)
    const expired = {
      error: 'unauthorized',
      message: 'The access token has expired. POST /access-token with the API key makes one.',
    }
    const answer = await ask('GET', '/voices', over)
    expect([answer.status, await answer.json()]).toEqual([401, expired])
    const { status, body } = await shake(`${service.url}/tts/websocket?access_token=${over}`)
    expect([status, JSON.parse(body)]).toEqual([401, expired])
  })

  test('ends when its key is revoked, at once', async () => {
    const revoked = await service.member(1000)
    const its = await tokenOf(revoked)
    expect((await ask('GET', '/voices', its)).status).toBe(200)
    const { db } = service.storage
    await db
      .update(keys)
      .set({ revokedAt: new Date() })
      .where(eq(keys.id, await keyIdOf(revoked)))
    const answer = await ask('GET', '/voices', its)
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: 'unauthorized' }])
  })

  test('cannot be changed: not its end, its key, its use or its signature', async () => {
    const [use, prefix, end, ...signature] = token.split('_') as [string, string, string, ...string[]]
    const other = (await service.member(1000)).key.split('_')[2]!
    const signed = signature.join('_')
    for (const forged of [
      [use, prefix, Number(end) + 1, signed],
      [use, other, end, signed],
      ['call', prefix, end, signed],
      [use, prefix, end, `${signed[0] === 'A' ? 'B' : 'A'}${signed.slice(1)}`],
    ])
      expect((await ask('GET', '/voices', forged.join('_'))).status).toBe(401)
  })

  test('is not that of a call, nor the other way round', async () => {
    const made = (await (await ask('POST', '/calls/token', member.key, {})).json()) as { token: string }
    expect((await ask('GET', '/voices', made.token)).status).toBe(401)
    expect((await shake(`${service.url}/calls/twilio?api_key=${token}`)).status).toBe(401)
  })
})

test.each([
  [{ grants: { tts: true, stt: true, agent: null }, expires_in: null }],
  [{ grants: { tts: true }, expires_in: 3600 }],
])('is made for %j', async (body) => {
  expect(await tokenOf(member, body)).toMatch(/^tts_[\w-]+$/)
})

test.each([
  [{}, 'invalid_grants'],
  [{ grants: null }, 'invalid_grants'],
  [{ grants: { stt: true } }, 'invalid_grants'],
  [{ grants: { tts: false } }, 'invalid_grants'],
  [{ grants: { tts: true }, expires_in: 3601 }, 'invalid_expiry'],
  [{ grants: { tts: true }, expires_in: 0 }, 'invalid_expiry'],
])('is refused for %j', async (body, error) => {
  const answer = await post(`${service.url}/access-token`, member.key, body)
  expect([answer.status, await answer.json()]).toMatchObject([400, { error }])
})

function ask(method: string, path: string, key: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` }
  return fetch(service.url + path, { method, headers, body: body && JSON.stringify(body) })
}
