import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import type { Requirement } from '../../src/http/openapi.ts'
import { keepClone } from '../../src/voices/clones.ts'
import { CLONED } from '../support/controlled-cloner.ts'
import { rowsOfOrganization } from '../support/rows-of-organization.ts'
import { type Member, type Service, startService } from '../support/service.ts'

/** The routes of the management API that everybody may use. Each has a reason in its own test. */
const PUBLIC: readonly string[] = [
  'GET /management/session', // says whether one is signed in: sign-in.test.ts
  'POST /management/welcome', // proves itself by a code: welcome.test.ts
  'POST /management/auth/sign-in/email', // proves itself by a password: sign-in.test.ts
]

/** A route of the management API, and what it says of who may use it. */
interface Guarded {
  readonly endpoint: string
  readonly method: string
  readonly path: string
  readonly requires: Requirement
}

let service: Service
let guarded: readonly Guarded[]
let victim: Member
let stranger: Member
/** Of the stranger's organization. */
let strangersKey: string
let operatorsKey: string
beforeAll(async () => {
  service = await startService()
  victim = await service.member(1000)
  stranger = await service.member(1000)
  const { db } = service.storage
  strangersKey = await createManagementKey(db, stranger.organizationId, 'stranger')
  operatorsKey = await createManagementKey(db, null, 'operator')
  await createManagementKey(db, victim.organizationId, 'victim')
  await keepClone(db, victim.organizationId, {
    name: 'Theirs',
    description: '',
    language: 'en-US',
    ...CLONED,
  })
  guarded = routes().filter(({ endpoint }) => !PUBLIC.includes(endpoint))
})
afterAll(() => service.close())

function routes(): Guarded[] {
  return service.routes
    .filter(({ path }) => path.startsWith('/management'))
    .map(({ method, path, hooks }) => {
      const requires = (hooks.detail as { 'x-requires'?: Requirement } | undefined)?.['x-requires']
      return { endpoint: `${method} ${path}`, method, path, requires: requires! }
    })
}

/** The path of a route with an organization, and another id wherever it has one. */
function addressOf(path: string, organization: string, other: string = crypto.randomUUID()): string {
  return path.replace(':organization', organization).replaceAll(/:\w+/g, other)
}

/** What a route answers to a body that is no JSON. Too many refusals have to wait, as for every client. */
async function ask(method: string, path: string, key?: string, body = '{'): Promise<number> {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const answer = await fetch(service.url + path, {
    method,
    headers,
    body: method === 'GET' ? undefined : body,
  })
  await answer.body?.cancel()
  if (answer.status !== 429) return answer.status
  await Bun.sleep(Number(answer.headers.get('retry-after-ms')))
  return ask(method, path, key, body)
}

/** The routes whose answers are other than they should be. */
async function others(
  asked: readonly Guarded[],
  isRight: (route: Guarded, status: number) => boolean,
  answer: (route: Guarded) => Promise<number>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const route of asked) {
    const status = await answer(route)
    if (!isRight(route, status)) wrong.push(`${route.endpoint}: ${status}`)
  }
  return wrong
}

describe('every route of the management API', () => {
  test('says who may use it, or is for everybody', () => {
    expect(guarded.length).toBeGreaterThan(0)
    expect(guarded.filter(({ requires }) => requires === undefined)).toEqual([])
    expect(PUBLIC.filter((each) => !routes().some(({ endpoint }) => endpoint === each))).toEqual([])
    const belowOrganization = guarded.filter(
      ({ path, requires }) =>
        path.includes(':organization') !== (requires === 'member' || requires === 'owner') &&
        requires !== 'operator',
    )
    expect(belowOrganization).toEqual([])
  })

  test('refuses those who are signed out, and reads nothing of what they send', async () => {
    const refused = await others(
      guarded,
      (_route, status) => status === 401,
      ({ method, path }) => ask(method, addressOf(path, victim.organizationId)),
    )
    expect(refused).toEqual([])
  })

  test('refuses an API key: it speaks, and does not manage', async () => {
    const refused = await others(
      guarded,
      (_route, status) => status === 401,
      ({ method, path }) => ask(method, addressOf(path, victim.organizationId), victim.key),
    )
    expect(refused).toEqual([])
  })

  test('knows no organization of others, and reads nothing of what is sent about it', async () => {
    const inOrganization = guarded.filter(({ path }) => path.includes(':organization'))
    const found = await others(
      inOrganization,
      (_route, status) => status === 404,
      ({ method, path }) => ask(method, addressOf(path, victim.organizationId), strangersKey),
    )
    expect(found).toEqual([])
  })

  test('knows nothing of others in an organization of your own, by any id', async () => {
    const before = await rowsOfOrganization(service.storage.db, victim.organizationId)
    const ids = new Set(
      [...before.values()]
        .flat()
        .flatMap((row) => row.match(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g)),
    )
    const withIds = guarded.filter(({ path }) => /:organization\/.*:/.test(path))
    for (const id of ids) {
      const found = await others(
        withIds,
        ({ requires }, status) => status === (requires === 'operator' ? 403 : 404),
        ({ method, path }) => ask(method, addressOf(path, stranger.organizationId, id!), strangersKey, '{}'),
      )
      expect([id, found]).toEqual([id, []])
    }
    expect(await rowsOfOrganization(service.storage.db, victim.organizationId)).toEqual(before)
  })

  test('refuses an owner what only the operator may', async () => {
    const ofOperator = guarded.filter(({ requires }) => requires === 'operator')
    const letThrough = await others(
      ofOperator,
      (_route, status) => status === 403,
      ({ method, path }) => ask(method, addressOf(path, stranger.organizationId), strangersKey),
    )
    expect(letThrough).toEqual([])
  })

  test('lets those through for whom it says it is: a program does not sign in or out', async () => {
    const refused = await others(
      guarded,
      ({ requires }, status) => status !== 401 && (status === 403) === (requires === 'person'),
      ({ method, path, requires }) =>
        ask(
          method,
          addressOf(path, stranger.organizationId),
          requires === 'operator' ? operatorsKey : strangersKey,
        ),
    )
    expect(refused).toEqual([])
  })
})
