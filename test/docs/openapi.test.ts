import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { ERROR_CODES } from '../../src/http/errors.ts'
import { ApiDocument, type DescribedOperation } from '../support/api-document.ts'
import { away } from '../support/away-database.ts'
import { makePerson } from '../support/people.ts'
import { type Service, startService } from '../support/service.ts'
import { checkout } from '../support/stripe.ts'

let service: Service
let api: ApiDocument
beforeAll(async () => {
  service = await startService({ checkout: checkout() })
  api = await ApiDocument.of(service.url)
})
afterAll(() => service.close())

describe('GET /openapi.json', () => {
  test('is valid OpenAPI 3.1, and needs no key', async () => {
    const answer = await fetch(`${service.url}/openapi.json`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    const document = (await answer.json()) as Record<string, unknown>
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Purr', version: answer.headers.get('purr-version') })
  })

  test('has every route of the server but the pages for people, and no other', () => {
    const routes = service.routes.filter(({ hooks }) => (hooks.detail as { hide?: true })?.hide !== true)
    const endpoints = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect([...api.operations.keys()].toSorted()).toEqual(endpoints.toSorted())
    const hidden = service.routes.filter((route) => !routes.includes(route)).map(({ path }) => path)
    expect(hidden.toSorted()).toEqual([
      '/',
      '/dashboard',
      '/dashboard/*',
      '/dashboard/assets/:file',
      '/docs',
      '/docs/*',
      '/docs/openapi',
      '/docs/openapi/:file',
    ])
  })

  test('names each parameter of a path, and each operation once', () => {
    for (const [endpoint, { parameters, tags }] of api.operations) {
      const inPath = parameters.filter((each) => each.in === 'path').map(({ name }) => name)
      expect([endpoint, inPath]).toEqual([
        endpoint,
        [...endpoint.matchAll(/{(\w+)}/g)].map(([, name]) => name!),
      ])
      expect(tags.length).toBe(1)
      expect([endpoint, tags[0]!.startsWith('Management: ')]).toEqual([
        endpoint,
        endpoint.includes(' /management/'),
      ])
    }
    const ids = [...api.operations.values()].map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has an example of every body that people can read, and each fits its schema', () => {
    const wrong = api.bodies.filter(({ value }) => value === undefined).map(({ of }) => of)
    expect(wrong).toEqual([])
    const misfits = api.bodies.flatMap(({ of, place, value }) =>
      api.faults(place, value).map((fault) => `${of}: ${fault}`),
    )
    expect(misfits).toEqual([])
    expect(api.bodies.length).toBeGreaterThan(200)
  })

  test('tells of every error code, with an example that has it', () => {
    const codes = new Set(
      [...api.operations.values()].flatMap(({ responses }) =>
        Object.values(responses).flatMap(({ content }) =>
          Object.keys(content?.['application/json']?.examples ?? {}),
        ),
      ),
    )
    expect([...codes].toSorted()).toEqual(ERROR_CODES.toSorted())
  })

  test('refuses a code that a route does not have, and a body in the wrong envelope', () => {
    const place = ApiDocument.placeOf('POST /tts/bytes', 400, 'application/json')
    const four = { error: 'invalid_json', error_code: 'invalid_json', message: 'No.', detail: null }
    const two = { error: 'invalid_output_format', message: 'No.' }
    expect(api.faults(place, four)).toEqual([])
    expect(api.faults(place, two)).toEqual([])
    expect(api.faults(place, { ...four, error: 'invalid_clip' })).not.toEqual([])
    expect(api.faults(place, { error: 'invalid_json', message: 'No.' })).not.toEqual([])
    expect(api.faults(place, { ...two, detail: null })).not.toEqual([])
  })

  test('has the frames that events are made of, and none that only a WebSocket sends', () => {
    const place = ApiDocument.placeOf('POST /tts/sse', 200, 'text/event-stream')
    const goingOn = { done: false, status_code: 206, context_id: 'a' }
    expect(api.faults(place, { type: 'done', done: true, status_code: 200, context_id: 'a' })).toEqual([])
    expect(api.faults(place, { type: 'flush_done', flush_done: true, flush_id: 0, ...goingOn })).not.toEqual(
      [],
    )
  })

  test('gives bodies of requests as examples that are answered as it says', async () => {
    const headers = await waysIn(service)
    const asked: string[] = []
    for (const [endpoint, operation] of api.operations) {
      const body = operation.requestBody?.content?.['application/json']?.example
      if (body === undefined || endpoint.includes('{') || operation.security.length === 0) continue
      if (endpoint === 'POST /management/auth/change-password') continue // of somebody with that password
      if (endpoint === 'POST /management/password-resets') continue // for somebody with that address
      const [method, path] = endpoint.split(' ') as [string, string]
      const asking = { method, headers: headers(operation), body: JSON.stringify(body) }
      const answer = await fetch(service.url + path, asking)
      expect([endpoint, answer.status, answer.status < 300 || (await answer.text())]).toEqual([
        endpoint,
        200,
        true,
      ])
      await answer.body?.cancel()
      asked.push(endpoint)
    }
    expect(asked.length).toBeGreaterThan(8)
  })
})

describe('errors that every route has', () => {
  /** A request for an operation, with the examples of its parameters. */
  function ask(
    url: string,
    endpoint: string,
    { parameters, requestBody }: DescribedOperation,
    headers: Record<string, string>,
  ) {
    const [method, path] = endpoint.split(' ') as [string, string]
    const query = parameters
      .filter((each) => each.in === 'query' && each.required)
      .map(({ name, schema }) => [name, schema.examples![0]!])
    const address = `${path.replaceAll(/{\w+}/g, 'x')}?${new URLSearchParams(Object.fromEntries(query))}`
    const body = requestBody && JSON.stringify(requestBody.content?.['application/json']?.example ?? {})
    return fetch(url + address, { method, headers, body })
  }

  async function fits(endpoint: string, answer: Response, outcome: string): Promise<void> {
    const body = (await answer.json()) as { error: string | { code: string } }
    const code = typeof body.error === 'string' ? body.error : body.error.code
    expect([endpoint, `${answer.status} ${code}`]).toEqual([endpoint, outcome.replace('unauthorized', code)])
    const place = ApiDocument.placeOf(endpoint, answer.status, 'application/json')
    expect([endpoint, api.faults(place, body)]).toEqual([endpoint, []])
  }

  test('are described where a key is wrong', async () => {
    for (const [endpoint, operation] of api.operations) {
      if (operation.security.length === 0) continue
      await fits(
        endpoint,
        await ask(service.url, endpoint, operation, { authorization: 'Bearer nobody' }),
        '401 unauthorized',
      )
    }
  })

  test('are described where the database is away', async () => {
    let isAway = false
    const broken = await startService({ checkout: checkout(), through: (db) => away(db, () => isAway) })
    const headers = await waysIn(broken)
    isAway = true
    for (const [endpoint, operation] of api.operations) {
      if (operation.security.length === 0) continue
      const answer = await ask(broken.url, endpoint, operation, headers(operation))
      await fits(endpoint, answer, '503 billing_unavailable')
    }
    await broken.close()
  })
})

/** The headers with which each operation lets someone in who may do everything. */
async function waysIn(to: Service): Promise<(operation: DescribedOperation) => Record<string, string>> {
  const { key } = await to.member(10_000)
  const { cookie } = await makePerson(to, { isOperator: true })
  const managementKey = (await createManagementKey(to.storage.db, null, 'test'))!.key
  return ({ security }): Record<string, string> => {
    const ways = new Set(security.flatMap((way) => Object.keys(way)))
    if (ways.has('managementKey')) return { authorization: `Bearer ${managementKey}` }
    return ways.has('session')
      ? { cookie, origin: new URL(to.url).origin }
      : { authorization: `Bearer ${key}` }
  }
}
