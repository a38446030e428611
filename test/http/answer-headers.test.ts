import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ControlledCloner } from '../support/controlled-cloner.ts'
import { shake } from '../support/handshake.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService({ cloner: new ControlledCloner() })
  member = await service.member(100_000)
})
afterAll(() => service.close())

/** Asks each route of the service, each parameter being `x`. */
function askAll(headers: Record<string, string>): Promise<[string, Response][]> {
  const ask = async ({ method, path }: Service['routes'][number]): Promise<[string, Response]> => {
    const answer = await fetch(service.url + path.replace(/:\w+|\*/g, 'x'), { method, headers })
    await answer.arrayBuffer()
    return [`${method} ${path}`, answer]
  }
  return Promise.all(service.routes.map(ask))
}

/** What every answer has. */
function expectCommon(endpoint: string, { headers }: Response): void {
  const { 'x-content-type-options': sniff, 'referrer-policy': referrer } = headers.toJSON()
  expect([endpoint, sniff, referrer]).toEqual([endpoint, 'nosniff', 'no-referrer'])
  expect([endpoint, headers.get('x-request-id')]).toEqual([endpoint, expect.stringMatching(/^[\da-f-]{36}$/)])
  expect([endpoint, headers.get('purr-version')]).toEqual([endpoint, '0.4.1'])
  expect([endpoint, headers.has('cache-control')]).toEqual([endpoint, true])
  for (const never of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
    expect([endpoint, never, headers.get(never)]).toEqual([endpoint, never, null])
}

describe('every route', () => {
  test('answers with the same headers, with and without a key', async () => {
    const answers = [...(await askAll({})), ...(await askAll({ 'x-api-key': member.key }))]
    expect(answers.length).toBeGreaterThan(60)
    for (const [endpoint, answer] of answers) expectCommon(endpoint, answer)
  }, 20_000)

  test('keeps what a key gives out of caches', async () => {
    for (const [endpoint, { headers }] of await askAll({ 'x-api-key': member.key })) {
      if (/\/docs|json$|^GET \/(dashboard.*)?$/.test(endpoint)) continue // for everybody
      expect([endpoint, headers.get('cache-control')]).toEqual([endpoint, 'no-store'])
    }
  }, 20_000)
})

test('what is no route is answered with the same headers', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['PUT', '/voices'],
    ['OPTIONS', '/tts/bytes'],
    ['GET', '/%E0%A4%A'],
    ['GET', '/voices/%00'],
  ] as const)
    expectCommon(`${method} ${path}`, await fetch(service.url + path, { method }))
})

test('an answer that is sent while it is made is not held back by proxies', async () => {
  const raw = { ...goodRequest, output_format: { ...goodRequest.output_format, container: 'raw' } }
  for (const [path, body] of [
    ['/tts/bytes', raw],
    ['/tts/sse', raw],
    ['/v1/audio/speech', { model: 'tts-1', input: 'Hello.', voice: 'alloy', response_format: 'pcm' }],
    ['/v1/audio/speech', { model: 'tts-1', input: 'Hello.', voice: 'alloy', stream_format: 'sse' }],
    ['/dev/captioned_speech', { model: 'tts-1', input: 'Hello.', voice: 'alloy' }],
  ] as const) {
    const answer = await post(service.url + path, member.key, body)
    await answer.arrayBuffer()
    expectCommon(path, answer)
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-cache'])
    expect([path, answer.headers.get('x-accel-buffering')]).toEqual([path, 'no'])
  }
})

test('a handshake is answered with the headers, too', async () => {
  const accepted = await shake(`${service.url}/tts/websocket`, { 'x-api-key': member.key })
  const refused = await shake(`${service.url}/tts/websocket`)
  expect([accepted.status, refused.status]).toEqual([101, 401])
  for (const { headers } of [accepted, refused])
    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'purr-version': '0.4.1',
      'x-content-type-options': 'nosniff',
    })
})

test('documentation may be kept for a while, and its pages allow nothing but their style', async () => {
  const { headers } = await fetch(`${service.url}/docs`)
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  expect(headers.get('content-security-policy')).toStartWith("default-src 'none'; style-src 'sha256-")
  expect((await fetch(`${service.url}/docs/nothing`)).headers.get('cache-control')).toBe('no-store')
})

describe('X-Request-Id', () => {
  const idFor = async (given: string) =>
    (await fetch(`${service.url}/voices`, { headers: { 'x-request-id': given } })).headers.get('x-request-id')

  test.each([
    '0fb2c8ad-6f0b-4f0e-8c4e-7c1f6d1b9a52',
    '4bf92f3577b34da6a3ce929d0e0e4736',
    '1-67891233-abcdef012345678912345678',
  ])('of a proxy is taken over: %s', async (given) => {
    expect(await idFor(given)).toBe(given)
  })

  test.each([
    '',
    'short',
    'a'.repeat(41),
    'Hello there',
    '{"level":60}',
    'sk_purr_TlagLAXd_x',
    '0fb2c8ad=6f0b',
  ])('of another form is replaced: %s', async (given) => {
    expect(await idFor(given)).toMatch(/^[\da-f-]{36}$/)
  })
})
