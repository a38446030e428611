import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { get } from 'node:http'
import { generateKey, prefixIn } from '../../src/accounts/api-key.ts'
import { revokeKey } from '../../src/accounts/keys.ts'
import { KeyGuard } from '../../src/http/key-guard.ts'
import { eventually } from '../support/eventually.ts'
import { failing } from '../support/failing-database.ts'
import { shake } from '../support/handshake.ts'
import { post as asJson, makePerson } from '../support/people.ts'
import { post } from '../support/request.ts'
import { type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

/** So many at once: an address gets ten more failures a second, and may not get them back while it is spending them. */
const AT_ONCE = 50
const MOST_TRIES = 100

describe('a server', () => {
  let service: Service
  let statements = 0
  beforeAll(async () => {
    const count = () => {
      statements++
      return 'never' as const
    }
    service = await startService({ through: (db) => failing(db, count) })
  })
  afterAll(() => service.close())

  const ask = (key: string) => fetch(`${service.url}/voices`, { headers: { 'x-api-key': key } })

  /** Fails until it is refused for that; gives the refusals, and how many were only told that the key is wrong. */
  async function spend(attempt: () => Promise<Response>): Promise<{ refusals: Response[]; wrong: number }> {
    let wrong = 0
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, attempt))
      wrong += answers.filter(({ status }) => status === 401).length
      const refusals = answers.filter(({ status }) => status === 429)
      if (refusals.length > 0) return { refusals, wrong }
    }
    throw new Error('it may try for ever')
  }

  test.each<[string, () => string, number]>([
    ['unknown', generateKey, 1],
    ['malformed', () => 'sk_purr_nonsense', 0],
  ])('looks no key up once many of an address were %s', async (_, key, lookUps) => {
    statements = 0
    const { refusals, wrong } = await spend(() => ask(key()))
    expect(statements).toBe(wrong * lookUps)
    const [refused] = refusals
    expect(Number(refused!.headers.get('retry-after'))).toBeWithin(1, 11)
    expect(Number(refused!.headers.get('retry-after-ms'))).toBeWithin(1, 10_001)
    expect(await refused!.json()).toEqual({
      error: 'rate_limited',
      message: expect.stringContaining('no valid API key'),
    })
  })

  test('lets a key pass that was valid lately, over HTTP and at a handshake', async () => {
    const known = await service.member(1000)
    await spend(() => ask('sk_purr_nonsense'))
    while ((await ask(known.key)).status === 429) await Bun.sleep(100)
    await spend(() => ask('sk_purr_nonsense'))
    expect((await ask(known.key)).status).toBe(200)
    const client = await SpeechClient.connect(service.url, known.key)
    client.close()
  })

  test('lets new tokens pass whose key was valid lately, and not those that are forged', async () => {
    const { key } = await service.member(1000)
    const make = (path: string, body: object) => post(`${service.url}${path}`, key, body)
    const tokenOf = async (made: Promise<Response>) =>
      ((await (await made).json()) as { token: string }).token
    const begin = async (token: string) =>
      (await shake(`${service.url}/calls/telnyx?api_key=${token}`)).status
    while ((await ask(key)).status === 429) await Bun.sleep(100)
    const token = await tokenOf(make('/calls/token', {}))
    const page = await tokenOf(make('/access-token', { grants: { tts: true } }))
    for (let times = 0; times < 3; times++) {
      await spend(() => ask('sk_purr_nonsense'))
      expect(await begin(`${token.slice(0, -4)}AAAA`)).toBe(401)
    }
    expect(await begin(token)).toBe(101)
    await spend(() => ask('sk_purr_nonsense'))
    expect((await ask(page)).status).toBe(200)
  })

  /** An organization with an owner who makes things in it. */
  async function organizationOfMaker() {
    const { organizationId, key } = await service.member(0)
    const owner = await makePerson(service, { organizationId })
    while ((await ask(key)).status === 429) await Bun.sleep(100)
    const path = `/management/organizations/${organizationId}`
    const make = async <Made>(what: string, body: object) =>
      (await (await owner.fetch(`${path}${what}`, asJson(body))).json()) as Made
    return { owner, path, make }
  }

  test('lets keys and tokens pass that the management API has just made', async () => {
    const { path, make } = await organizationOfMaker()
    const { key, project } = await make<{ key: string; project: { id: string } }>('/keys', { name: 'new' })
    const { token } = await make<{ token: string }>(`/projects/${project.id}/access-token`, {
      expires_in: 60,
    })
    const management = await make<{ key: string }>('/management-keys', { name: 'new' })
    await spend(() => ask(generateKey()))
    const managed = fetch(`${service.url}${path}/keys`, {
      headers: { authorization: `Bearer ${management.key}` },
    })
    const answers = await Promise.all([ask(key), ask(token), managed])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('lets somebody pass who has just signed in', async () => {
    const { organizationId } = await service.member(0)
    await spend(() => ask(generateKey()))
    const owner = await makePerson(service, { organizationId })
    expect((await owner.fetch('/management/session')).status).toBe(200) // as the dashboard asks after a sign-in
    await spend(() => ask(generateKey()))
    expect((await owner.fetch(`/management/organizations/${organizationId}/keys`)).status).toBe(200)
  })

  test('looks no token up whose key the management API has revoked', async () => {
    const { owner, path, make } = await organizationOfMaker()
    const { id, prefix, key } = await make<{ id: string; prefix: string; key: string }>('/keys', {
      name: 'leaked',
    })
    expect((await ask(key)).status).toBe(200)
    expect((await owner.fetch(`${path}/keys/${id}`, { method: 'DELETE' })).status).toBe(204)
    await spend(() => ask(generateKey()))
    expect((await ask(`tts_${prefix}_9999999999_${'x'.repeat(43)}`)).status).toBe(429)
  })

  test('looks no token up whose key another server has revoked', async () => {
    const { key, keyId } = await service.member(1000)
    const prefix = prefixIn(key)
    while ((await ask(key)).status === 429) await Bun.sleep(100)
    let isRevoked = false
    service.turns.keys.watch(keyId, () => {
      isRevoked = true
    })
    await revokeKey(service.storage.db, prefix)
    await eventually(() => isRevoked)
    await spend(() => ask(generateKey()))
    expect((await ask(`tts_${prefix}_9999999999_${'x'.repeat(43)}`)).status).toBe(429)
  })

  test('refuses handshakes alike', async () => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const handshake = () =>
      new Promise<Response>((resolve, reject) => {
        const request = get(`${service.url}/tts/websocket?api_key=sk_purr_nonsense`, { headers })
        request.on('upgrade', () => reject(new Error('it was accepted')))
        request.on('response', (response) => {
          response.resume()
          resolve(new Response(null, { status: response.statusCode }))
        })
      })
    const { refusals } = await spend(handshake)
    expect(refusals.length).toBeGreaterThan(0)
  })

  test('refuses a key that was valid and is revoked', async () => {
    const former = await service.member(0)
    while ((await ask(former.key)).status === 429) await Bun.sleep(100)
    await revokeKey(service.storage.db, former.key.slice(8, 16))
    await spend(() => ask('sk_purr_nonsense'))
    expect((await ask(former.key)).status).toBe(401)
  })
})

describe('a guard', () => {
  let now = 0
  const found = async () => 'somebody'
  const nobody = async () => undefined
  const told = async (
    guard: KeyGuard,
    network: string,
    key: string | undefined,
    look = nobody as () => Promise<string | undefined>,
  ) => guard.check(network, key, look).catch(({ code, retryAfter }) => `${code} ${retryAfter}`)

  const tokenOf = (prefix: string, number: number) => `call_${prefix}_${number}_${'x'.repeat(43)}`

  test('refuses after 100 failures at once, and lets ten more a second try', async () => {
    const guard = new KeyGuard(() => now)
    for (let tries = 0; tries < 101; tries++) expect(await told(guard, 'a', 'wrong')).toBeUndefined()
    expect(await told(guard, 'a', 'wrong')).toBe('rate_limited 100')
    now += 100
    expect(await told(guard, 'a', 'wrong')).toBeUndefined()
    expect(await told(guard, 'a', undefined)).toBe('rate_limited 100')
  })

  test('knows addresses apart, and the keys that were valid', async () => {
    const guard = new KeyGuard(() => now)
    await guard.check('a', 'right', found)
    for (let tries = 0; tries < 101; tries++) await told(guard, 'a', undefined)
    expect(await told(guard, 'b', 'wrong')).toBeUndefined()
    expect(await told(guard, 'a', 'right', found)).toBe('somebody')
    expect(await told(guard, 'a', 'new', found)).toBe('rate_limited 100')
  })

  test('knows a key that was valid, however long ago', async () => {
    const guard = new KeyGuard(() => now)
    await guard.check('a', 'right', found)
    const later = spyOn(performance, 'now').mockReturnValue(performance.now() + 86_400_000)
    for (let tries = 0; tries < 101; tries++) await told(guard, 'a', undefined)
    const answer = await told(guard, 'a', 'right', found)
    later.mockRestore()
    expect(answer).toBe('somebody')
  })

  test('knows a key that was valid, however many tokens of another one were', async () => {
    const guard = new KeyGuard(() => now)
    const [key, other] = [generateKey(), generateKey()]
    await guard.check('a', key, found)
    for (let number = 0; number < 10_001; number++)
      await guard.check('a', tokenOf(other.slice(8, 16), number), found)
    for (let tries = 0; tries < 101; tries++) await told(guard, 'a', undefined)
    expect(await told(guard, 'a', key, found)).toBe('somebody')
  })

  test.each<[string, (key: string) => string]>([
    ['key', (key) => key],
    ['other token', (key) => tokenOf(key.slice(8, 16), 1)],
  ])('looks a new token up whose %s was valid', async (_, valid) => {
    const guard = new KeyGuard(() => now)
    const key = generateKey()
    await guard.check('a', valid(key), found)
    for (let tries = 0; tries < 101; tries++) await told(guard, 'a', undefined)
    expect(await told(guard, 'a', tokenOf(key.slice(8, 16), 2), found)).toBe('somebody')
    expect(await told(guard, 'a', tokenOf('00000000', 2), found)).toBe('rate_limited 100')
    expect(await told(guard, 'a', key.replace(/.$/, '_'), found)).toBe('rate_limited 100')
  })

  test('bounds the tokens of a key that are not valid where others fail too, and locks out no key and no other token', async () => {
    const guard = new KeyGuard(() => now)
    const [key, other] = [generateKey(), generateKey()]
    const ofKey = (number: number) => tokenOf(key.slice(8, 16), number)
    for (const each of [key, other, ofKey(0)]) await guard.check('a', each, found)
    for (let tries = 0; tries < 101; tries++) expect(await told(guard, 'a', undefined)).toBeUndefined()
    for (let tries = 1; tries <= 101; tries++) expect(await told(guard, 'a', ofKey(tries))).toBeUndefined()
    expect(await told(guard, 'a', ofKey(102), found)).toBe('rate_limited 100')
    expect(await told(guard, 'b', ofKey(102), found)).toBe('somebody')
    for (const each of [key, ofKey(0), other, tokenOf(other.slice(8, 16), 1)])
      expect(await told(guard, 'a', each, found)).toBe('somebody')
  })

  test('forgets a key that is no longer valid', async () => {
    const guard = new KeyGuard(() => now)
    await guard.check('a', 'revoked', found)
    for (let tries = 0; tries < 101; tries++) await told(guard, 'a', undefined)
    expect(await told(guard, 'a', 'revoked')).toBeUndefined()
    expect(await told(guard, 'a', 'revoked', found)).toBe('rate_limited 200')
  })

  test('does not count a look-up that could not be made', async () => {
    const guard = new KeyGuard(() => now)
    const away = () => Promise.reject(new Error('no database'))
    for (let tries = 0; tries < 300; tries++)
      await expect(guard.check('a', 'right', away)).rejects.toThrow('no database')
    expect(await told(guard, 'a', 'right', found)).toBe('somebody')
  })
})
