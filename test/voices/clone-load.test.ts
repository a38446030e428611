import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { keyPrefix } from '../../src/accounts/api-key.ts'
import { revokeKey } from '../../src/accounts/keys.ts'
import { setLimits } from '../../src/accounts/organizations.ts'
import { BodyReader } from '../../src/http/body.ts'
import { mapDomainError } from '../../src/http/domain-errors.ts'
import { BRIEF_ENVELOPE, errorResponse, ServiceError } from '../../src/http/errors.ts'
import { Cloning } from '../../src/voices/cloning.ts'
import { parsed } from '../support/connection.ts'
import { ControlledCloner } from '../support/controlled-cloner.ts'
import { eventually } from '../support/eventually.ts'
import { FORM_TYPE, formWith, postClone } from '../support/form.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { Upload } from '../support/upload.ts'

type Client = Member & { readonly url: string }

const cloner = new ControlledCloner()
let service: Service
let member: Client
beforeAll(async () => {
  service = await startService({ cloner })
})
afterAll(() => service.close())
beforeEach(async () => {
  cloner.open()
  cloner.clips.length = 0
  member = await client()
})

async function client(): Promise<Client> {
  return { ...(await service.member(1)), url: service.url }
}

async function voicesOf({ organizationId }: Member): Promise<number> {
  const found = await service.storage.db.query.voices.findMany({
    where: (row, { eq }) => eq(row.organizationId, organizationId),
  })
  return found.length
}

async function expectBusy(answer: Response): Promise<void> {
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(await answer.json()).toEqual({ error: 'concurrent_limit', message: expect.any(String) })
}

const NO_TIME = { upload: 60_000, stop: 0 }

/** A request as the routes have it. */
const requestOf = (body: Bun.BodyInit = formWith(), signal?: AbortSignal) =>
  new Request('http://purr/voices/clone', {
    method: 'POST',
    headers: { 'content-type': FORM_TYPE },
    body,
    signal,
  })

async function codeOf(clone: Promise<unknown>): Promise<string> {
  const error = await clone.then(
    () => undefined,
    (reason) => reason,
  )
  return error instanceof ServiceError ? error.code : String(error)
}

/** Clones over HTTP, with a look at when it begins to read a form. */
class CloneServer {
  readonly #server: Bun.Server<undefined>
  #isReading = Promise.withResolvers<void>()

  constructor(cloning: Cloning) {
    this.#server = Bun.serve({
      port: 0,
      fetch: (request) => {
        const { body } = request
        const get = () => {
          this.#isReading.resolve()
          return body
        }
        Object.defineProperty(request, 'body', { get })
        return cloning
          .clone(member, request)
          .then(Response.json, (refusal) => errorResponse(mapDomainError(refusal) ?? refusal, BRIEF_ENVELOPE))
      },
    })
  }

  /** Sends half a form, and waits until that is read. */
  async begin(): Promise<Upload> {
    this.#isReading = Promise.withResolvers()
    const upload = new Upload(this.#server.url.href, '/', member.key)
    await this.#isReading.promise
    return upload
  }

  async close(): Promise<void> {
    await this.#server.stop(true)
  }
}

describe('clones at a time', () => {
  test('are 2 of an organization, and 8 in all; others can try again in a while', async () => {
    cloner.shut()
    const clients = [member, await client(), await client(), await client()]
    const running = clients.flatMap((each) => [postClone(each), postClone(each)])
    await cloner.given(8)
    await expectBusy(await postClone(member))
    await expectBusy(await postClone(await client()))
    cloner.open()
    for (const answer of await Promise.all(running)) expect(answer.status).toBe(200)
    expect((await postClone(member)).status).toBe(200)
  })

  test('do not pass the limit of voices when they end', async () => {
    await setLimits(service.storage.db, member.organizationId, { voices: 1 })
    cloner.shut()
    const running = [postClone(member), postClone(member)]
    await cloner.given(2)
    cloner.open()
    const answers = await Promise.all(running)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const refused = answers.find(({ status }) => status === 400)!
    expect(await refused.json()).toEqual({
      error: 'voice_limit_reached',
      message: expect.stringContaining('limit of cloned voices: 1'),
    })
    expect(await voicesOf(member)).toBe(1)
  })

  test('include those whose form is still coming in, until their client is gone', async () => {
    const cloning = new Cloning(service.turns, cloner, new BodyReader())
    const server = new CloneServer(cloning)
    const uploads = [await server.begin(), await server.begin()]
    expect(await codeOf(cloning.clone(member, requestOf()))).toBe('concurrent_limit')
    for (const upload of uploads) upload.reset()
    await eventually(async () => (await codeOf(cloning.clone(member, requestOf()))) !== 'concurrent_limit')
    expect(cloner.clips.length).toBe(1)
    expect(await voicesOf(member)).toBe(1)
    await server.close()
  })

  test('are over when they are refused', async () => {
    for (let clones = 0; clones < 5; clones++) expect((await postClone(member, 'no form')).status).toBe(400)
    expect((await postClone(member)).status).toBe(200)
  })
})

describe('nothing is kept for a client that is gone', () => {
  test('before its clip is looked at', async () => {
    const cloning = new Cloning(service.turns, cloner, new BodyReader())
    expect(await codeOf(cloning.clone(member, requestOf(formWith(), AbortSignal.abort())))).toStartWith(
      'AbortError',
    )
    expect(cloner.clips).toEqual([])
  })

  test('while its clip is looked at, and its place is taken until that is done', async () => {
    const cloning = new Cloning(service.turns, cloner, new BodyReader())
    cloner.shut()
    const leaving = new AbortController()
    const running = [1, 2].map(() => codeOf(cloning.clone(member, requestOf(formWith(), leaving.signal))))
    await cloner.given(2)
    leaving.abort()
    expect(await codeOf(cloning.clone(member, requestOf()))).toBe('concurrent_limit')
    cloner.open()
    for (const code of await Promise.all(running)) expect(code).toStartWith('AbortError')
    expect(await voicesOf(member)).toBe(0)
    expect(await cloning.clone(member, requestOf())).toMatchObject({ name: 'Ann' })
  })
})

describe('a key that is revoked', () => {
  const unauthorized = { status: 401, body: { error: 'unauthorized', message: expect.any(String) } }
  const revoke = ({ key }: Member) => revokeKey(service.storage.db, keyPrefix(key)!)

  test('while its clone is made gets no voice', async () => {
    cloner.shut()
    const running = postClone(member)
    await cloner.given(1)
    await revoke(member)
    cloner.open()
    const answer = await running
    expect({ status: answer.status, body: await answer.json() }).toEqual(unauthorized)
    expect(await voicesOf(member)).toBe(0)
  })

  test('while its form comes has nothing analysed', async () => {
    const server = new CloneServer(new Cloning(service.turns, cloner, new BodyReader()))
    const half = await server.begin()
    await revoke(member)
    half.finish()
    expect(parsed(await half.answer)).toEqual(unauthorized)
    expect(cloner.clips).toEqual([])
    await server.close()
  })
})

describe('a form that does not come to its end', () => {
  test.each([
    ['in time', 50, 408, 'request_timeout'],
    ['before the server stops', 60_000, 503, 'service_stopping'],
  ])('%s is refused, and the connection closed', async (_, upload, status, error) => {
    const bodies = new BodyReader({ body: 60_000, stop: 50 })
    const cloning = new Cloning(service.turns, cloner, bodies, { upload, stop: 60_000 })
    const server = new CloneServer(cloning)
    const half = await server.begin()
    if (status === 503) bodies.leave()
    const answer = await half.answer
    expect(parsed(answer)).toEqual({ status, body: { error, message: expect.any(String) } })
    await half.closed
    await server.close()
  })
})

describe('a server that stops', () => {
  test('begins no clone', async () => {
    const cloning = new Cloning(service.turns, cloner, new BodyReader())
    cloning.leave()
    expect(await codeOf(cloning.clone(member, requestOf()))).toBe('service_stopping')
  })

  test('lets clones finish that run', async () => {
    const cloning = new Cloning(service.turns, cloner, new BodyReader())
    cloner.shut()
    const running = cloning.clone(member, requestOf())
    await cloner.given(1)
    cloning.leave()
    cloner.open()
    expect(await running).toMatchObject({ name: 'Ann' })
    expect(await voicesOf(member)).toBe(1)
  })

  test('ends those that take too long, and keeps nothing of them', async () => {
    const cloning = new Cloning(service.turns, cloner, new BodyReader(), NO_TIME)
    cloner.shut()
    const running = codeOf(cloning.clone(member, requestOf()))
    await cloner.given(1)
    cloning.leave()
    expect(await running).toBe('service_stopping')
    cloner.open()
    expect((await postClone(member)).status).toBe(200)
    expect(await voicesOf(member)).toBe(1)
  })
})
