import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import type { Requirement } from '../../src/http/openapi.ts'
import { keepClone } from '../../src/voices/clones.ts'
import { ApiDocument } from '../support/api-document.ts'
import { CLONED } from '../support/controlled-cloner.ts'
import { makePerson } from '../support/people.ts'
import { rowsOfOrganization } from '../support/rows-of-organization.ts'
import { type Member, type Service, startService } from '../support/service.ts'

/** The routes of the management API that everybody may use. Each has a reason in its own test. */
const PUBLIC: readonly string[] = [
  'GET /management/session', // says whether one is signed in: sign-in.test.ts
  'POST /management/welcome', // proves itself by a code: welcome.test.ts
  'POST /management/invitations/look', // proves itself by the code of a link: invitations.test.ts
  'POST /management/invitations/accept',
  'POST /management/password-reset/look', // by the code of a link, too: password-reset.test.ts
  'POST /management/password-reset',
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
let api: ApiDocument
let guarded: readonly Guarded[]
let victim: Member
let stranger: Member
/** Those of the stranger's organization, by a session and by a management key, and the operator in the same ways. */
let ask: Readonly<Record<'member' | 'owner' | 'ownersKey' | 'operator' | 'operatorsKey', Ask>>
beforeAll(async () => {
  service = await startService()
  api = await ApiDocument.of(service.url)
  victim = await service.member(1000)
  stranger = await service.member(1000)
  const { db } = service.storage
  const { organizationId } = stranger
  ask = {
    member: (await makePerson(service, { organizationId, role: 'member' })).fetch,
    owner: (await makePerson(service, { organizationId })).fetch,
    ownersKey: withKey((await createManagementKey(db, organizationId, 'owner'))!.key),
    operator: (await makePerson(service, { isOperator: true })).fetch,
    operatorsKey: withKey((await createManagementKey(db, null, 'operator'))!.key),
  }
  await makePerson(service, { organizationId: victim.organizationId })
  await createManagementKey(db, victim.organizationId, 'victim')
  const voice = { name: 'Theirs', description: '', language: 'en-US', ...CLONED }
  await keepClone(db, victim.organizationId, voice)
  guarded = routes().filter(({ endpoint }) => !PUBLIC.includes(endpoint))
})
afterAll(() => service.close())

/** Asks for something in somebody's name. */
type Ask = (path: string, init: RequestInit) => Promise<Response>

function withKey(key: string): Ask {
  return (path, init) => fetch(service.url + path, { ...init, headers: { authorization: `Bearer ${key}` } })
}

const signedOut: Ask = (path, init) => fetch(service.url + path, init)

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

/** A body that is no JSON. Whoever is refused without regard to it was refused before it was read. */
const UNREADABLE = '{'

/** The status of an answer. Too many refusals have to wait, as for every client. */
async function statusOf(by: Ask, method: string, path: string, body: string): Promise<number> {
  const answer = await by(path, { method, body: method === 'GET' ? undefined : body })
  await answer.body?.cancel()
  if (answer.status !== 429) return answer.status
  await Bun.sleep(Number(answer.headers.get('retry-after-ms')))
  return statusOf(by, method, path, body)
}

/** The routes that answer other than they should. */
async function others(
  asked: readonly Guarded[],
  isRight: (status: number, route: Guarded) => boolean,
  by: (route: Guarded) => Ask,
  { organization = stranger.organizationId, id, body = () => UNREADABLE }: Asked = {},
): Promise<string[]> {
  const wrong: string[] = []
  for (const route of asked) {
    const address = addressOf(route.path, organization, id)
    const status = await statusOf(by(route), route.method, address, body(route))
    if (!isRight(status, route)) wrong.push(`${route.endpoint}: ${status}`)
  }
  return wrong
}

interface Asked {
  readonly organization?: string
  /** Wherever a path has another id than that of an organization; one that nothing has by default. */
  readonly id?: string
  readonly body?: (route: Guarded) => string
}

/** The body that the document has as an example. */
function example({ endpoint }: Guarded): string {
  const { requestBody } = api.operation(endpoint.replaceAll(/:(\w+)/g, '{$1}'))
  return JSON.stringify(requestBody?.content?.['application/json']?.example ?? {})
}

describe('every route of the management API', () => {
  test('says who may use it, or is for everybody', () => {
    expect(guarded.length).toBeGreaterThan(0)
    expect(guarded.filter(({ requires }) => requires === undefined)).toEqual([])
    expect(PUBLIC.filter((each) => !routes().some(({ endpoint }) => endpoint === each))).toEqual([])
    const astray = guarded.filter(
      ({ path, requires }) =>
        requires !== 'operator' &&
        path.includes(':organization') !== (requires === 'member' || requires === 'owner'),
    )
    expect(astray).toEqual([])
  })

  test('refuses those who are signed out, and reads nothing of what they send', async () => {
    expect(
      await others(
        guarded,
        (status) => status === 401,
        () => signedOut,
      ),
    ).toEqual([])
  })

  test('refuses an API key: it speaks, and does not manage', async () => {
    const by = () => withKey(stranger.key)
    expect(await others(guarded, (status) => status === 401, by)).toEqual([])
  })

  test.each(['owner', 'ownersKey'] as const)(
    'knows no organization of others, and reads nothing of what is sent about it: %s',
    async (who) => {
      const inOrganization = guarded.filter(({ path }) => path.includes(':organization'))
      const asked = { organization: victim.organizationId }
      expect(
        await others(
          inOrganization,
          (status) => status === 404,
          () => ask[who],
          asked,
        ),
      ).toEqual([])
    },
  )

  test.each(['owner', 'ownersKey'] as const)(
    'knows nothing of others in your own organization, by any id of theirs: %s',
    async (who) => {
      const before = await rowsOfOrganization(service.storage.db, victim.organizationId)
      const ids = new Set([...before.values()].flat().flatMap((row) => row.match(UUID) ?? []))
      expect(ids.size).toBeGreaterThan(5)
      const isRefused = (status: number, { requires }: Guarded) =>
        status === (requires === 'operator' || (requires === 'person' && who === 'ownersKey') ? 403 : 404)
      const withIds = guarded.filter(({ path }) => /:(?!organization)/.test(path))
      for (const id of ids)
        expect([id, await others(withIds, isRefused, () => ask[who], { id, body: example })]).toEqual([
          id,
          [],
        ])
      expect(await rowsOfOrganization(service.storage.db, victim.organizationId)).toEqual(before)
    },
  )

  test('refuses a member what only an owner may, and reads nothing of it', async () => {
    const ofOwners = guarded.filter(({ requires }) => requires === 'owner' || requires === 'operator')
    expect(
      await others(
        ofOwners,
        (status) => status === 403,
        () => ask.member,
      ),
    ).toEqual([])
  })

  test.each(['owner', 'ownersKey'] as const)('refuses what only the operator may: %s', async (who) => {
    const ofOperator = guarded.filter(({ requires }) => requires === 'operator')
    expect(
      await others(
        ofOperator,
        (status) => status === 403,
        () => ask[who],
      ),
    ).toEqual([])
  })

  test('refuses a management key what is for persons', async () => {
    const ofPersons = guarded.filter(({ requires }) => requires === 'person')
    expect(
      await others(
        ofPersons,
        (status) => status === 403,
        () => ask.operatorsKey,
      ),
    ).toEqual([])
  })

  test('lets programs through wherever they may', async () => {
    const ofPrograms = guarded.filter(({ requires }) => requires !== 'person')
    const by = ({ requires }: Guarded) => (requires === 'operator' ? ask.operatorsKey : ask.ownersKey)
    expect(await others(ofPrograms, (status) => status !== 401 && status !== 403, by)).toEqual([])
  })

  test('lets those through who have the role that it says, and no higher one', async () => {
    const signOutLast = guarded.toSorted((one, other) => +isSignOut(one) - +isSignOut(other))
    const by = ({ requires }: Guarded) =>
      requires === 'operator' || requires === 'owner' ? ask[requires] : ask.member
    expect(await others(signOutLast, (status) => status !== 401 && status !== 403, by)).toEqual([])
  })
})

const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g

function isSignOut({ path }: Guarded): boolean {
  return path.endsWith('/sign-out')
}
