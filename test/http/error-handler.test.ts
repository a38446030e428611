import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { BodyReader } from '../../src/http/body.ts'
import { errorHandler } from '../../src/http/error-handler.ts'
import { BRIEF_ENVELOPE, ServiceError } from '../../src/http/errors.ts'
import { KeyGuard } from '../../src/http/key-guard.ts'
import { ListGuard } from '../../src/http/list-guard.ts'
import { RecentRefusals } from '../../src/http/recent-refusals.ts'
import type { HttpServices } from '../../src/http/services.ts'
import type { Database } from '../../src/storage/database.ts'

const logged: object[] = []
const http: HttpServices = {
  db: undefined as unknown as Database, // no route here asks it
  models: undefined as unknown as HttpServices['models'],
  log: { error: (fields: object) => logged.push(fields) } as unknown as HttpServices['log'],
  guard: new KeyGuard(),
  lists: new ListGuard(),
  refusals: new RecentRefusals(),
  usage: { refused: () => {}, failed: () => {} },
  bodies: new BodyReader(),
}

const notFound = new ServiceError('voice_not_found', 'No voice.', { detail: 'Ask for another.' })
const broken = new Error('a secret of the database')

function fail(error: Error): never {
  throw error
}

const plain = new Elysia()
  .use(errorHandler(http))
  .get('/voices/:id', () => fail(notFound))
  .get('/broken/:id', () => fail(broken))
const brief = new Elysia()
  .use(errorHandler(http, BRIEF_ENVELOPE))
  .derive({ as: 'scoped' }, ({ headers }) => (headers.key === 'wrong' ? fail(notFound) : {}))
  .post('/voices/clone', () => fail(broken))
const checked = new Elysia()
  .use(errorHandler(http))
  .derive({ as: 'scoped' }, ({ headers }) => ({
    checkAgain: async () => (headers.key === 'revoked' ? fail(notFound) : {}),
  }))
  .get('/checked', () => fail(broken))
const app = new Elysia().use(plain).use(brief).use(checked).use(plain)

async function bodyOf(method: string, path: string, headers: Record<string, string> = {}): Promise<object> {
  return (
    await app.handle(new Request(`http://localhost${path}`, { method, headers }))
  ).json() as Promise<object>
}

const FOUR = {
  error: 'voice_not_found',
  error_code: 'voice_not_found',
  message: 'No voice.',
  detail: 'Ask for another.',
}

describe('a failure is answered in the envelope of the routes in which it happens', () => {
  test('four fields, unless they say otherwise', async () => {
    expect(await bodyOf('GET', '/voices/x')).toEqual(FOUR)
  })

  test('also where the address is like that of other routes', async () => {
    expect(await bodyOf('GET', '/voices/clone')).toEqual(FOUR)
  })

  test('two, from what goes before the handler on', async () => {
    const body = { error: 'voice_not_found', message: 'No voice. Ask for another.' }
    expect(await bodyOf('POST', '/voices/clone', { key: 'wrong' })).toEqual(body)
    expect(await bodyOf('POST', '/voices/clone/', { key: 'wrong' })).toEqual(body)
  })
})

test('what was not foreseen is logged with its endpoint, and the client is not told', async () => {
  logged.length = 0
  const answers = [await bodyOf('GET', '/broken/5'), await bodyOf('POST', '/voices/clone')]
  expect(answers).toMatchObject([{ error: 'internal_error' }, { error: 'internal_error' }])
  expect(JSON.stringify(answers)).not.toContain(broken.message)
  expect(logged).toMatchObject([
    { err: broken, endpoint: 'GET /broken/:id' },
    { err: broken, endpoint: 'POST /voices/clone' },
  ])
})

test('what was not foreseen is refused as its caller would be, if they are not let in any more', async () => {
  expect(await bodyOf('GET', '/checked')).toMatchObject({ error: 'internal_error' })
  expect(await bodyOf('GET', '/checked', { key: 'revoked' })).toEqual(FOUR)
})
