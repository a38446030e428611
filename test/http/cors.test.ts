import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { goodRequest } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const OURS = 'https://app.example.com'
const THEIRS = 'https://other.example.com'

let some: Service
let any: Service
let none: Service
let member: Member
let poor: Member
beforeAll(async () => {
  some = await startService({ corsOrigins: [OURS, 'http://localhost:5173'] })
  any = await startService({ corsOrigins: '*' })
  none = await startService()
  member = await some.member(100_000)
  poor = await some.member(0, { requestsPerMinute: 1, concurrency: 1 })
}, 60_000)
afterAll(() => Promise.all([some, any, none].map((each) => each.close())))

/** The headers of an answer that are for browsers. */
function corsOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))
}

function preflight({ url }: Service, path: string, method: string, origin = OURS): Promise<Response> {
  const asked = 'authorization,content-type,x-api-key,x-stainless-lang'
  const headers = { origin, 'access-control-request-method': method, 'access-control-request-headers': asked }
  return fetch(url + path, { method: 'OPTIONS', headers })
}

const post = (url: string, key: string, body: string, origin = OURS) =>
  fetch(`${url}/tts/bytes`, { method: 'POST', headers: { origin, 'x-api-key': key }, body })

describe('a page of an allowed origin', () => {
  test('may send what it asks to, on every route', async () => {
    for (const { method, path } of some.routes) {
      const answer = await preflight(some, path.replace(/:\w+|\*/g, 'x'), method)
      expect([path, answer.status, corsOf(answer)]).toEqual([
        path,
        204,
        {
          'access-control-allow-origin': OURS,
          'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
          'access-control-allow-headers': 'authorization,content-type,x-api-key,x-stainless-lang',
          'access-control-max-age': '7200',
        },
      ])
      expect(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']).toContain(method)
      expect(answer.headers.get('vary')).toBe('Origin')
    }
  })

  test('may read answers, and how many requests are left', async () => {
    const answer = await post(some.url, member.key, JSON.stringify(goodRequest))
    expect(answer.status).toBe(200)
    const { 'access-control-expose-headers': exposed, ...others } = corsOf(answer)
    expect(others).toEqual({ 'access-control-allow-origin': OURS })
    for (const name of ['retry-after', 'ratelimit', 'ratelimit-policy', 'x-request-id', 'purr-version'])
      expect(exposed!.toLowerCase().split(', ')).toContain(name)
  })

  test('has responses of its own in caches, also where they depend on the encoding', async () => {
    const answer = await fetch(`${some.url}/management/session`, { headers: { origin: OURS } })
    expect(answer.headers.get('vary')!.toLowerCase().split(', ').toSorted()).toEqual([
      'accept-encoding',
      'origin',
    ])
  })

  test('may read every refusal', async () => {
    const answers = [
      await post(some.url, member.key, '{'),
      await post(some.url, 'nobody', '{}'),
      await post(some.url, poor.key, JSON.stringify(goodRequest)),
      await post(some.url, poor.key, JSON.stringify(goodRequest)),
      await fetch(`${some.url}/nothing`, { headers: { origin: OURS } }),
      await post(some.url, member.key, 'x'.repeat(70_000)),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 402, 429, 404, 413])
    for (const answer of answers)
      expect(corsOf(answer)).toMatchObject({ 'access-control-allow-origin': OURS })
  })
})

test.each([
  ['another', THEIRS],
  ['a similar', `${OURS}.other.com`],
  ['one with another port', `${OURS}:8443`],
  ['one with another scheme', OURS.replace('https', 'http')],
  ['no', 'null'],
])('a page of %s origin may neither send nor read', async (_, origin) => {
  const asked = await preflight(some, '/tts/bytes', 'POST', origin)
  expect([asked.status, corsOf(asked)]).toEqual([404, {}])
  const answer = await post(some.url, member.key, '{}', origin)
  expect([answer.status, corsOf(answer), answer.headers.get('vary')]).toEqual([400, {}, 'Origin'])
})

test('without a setting, no page may', async () => {
  expect((await fetch(`${none.url}/docs`)).headers.has('vary')).toBe(false)
  expect(corsOf(await preflight(none, '/tts/bytes', 'POST'))).toEqual({})
  expect(corsOf(await post(none.url, member.key, '{}'))).toEqual({})
})

test('with *, pages of any origin may, without credentials', async () => {
  for (const origin of [OURS, THEIRS, 'null']) {
    expect(corsOf(await preflight(any, '/voices', 'GET', origin))).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,content-type,x-api-key,x-stainless-lang',
    })
    const answer = await post(any.url, 'nobody', '{}', origin)
    expect(corsOf(answer)).toMatchObject({ 'access-control-allow-origin': '*' })
    expect(corsOf(answer)).not.toContainKey('access-control-allow-credentials')
  }
})
