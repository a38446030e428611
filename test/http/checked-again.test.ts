import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createManagementKey, revokeManagementKey } from '../../src/accounts/management-keys.ts'
import type { Requirement } from '../../src/http/openapi.ts'
import { deleteOrganization } from '../../src/retention/delete-organization.ts'
import type { Database, Storage } from '../../src/storage/database.ts'
import { keys, members, projects, sessions } from '../../src/storage/schema.ts'
import { CONSENT_STATEMENT } from '../../src/voices/consent-statement.ts'
import { TelnyxLine } from '../bridges/calls/lines.ts'
import { ApiDocument, type DescribedOperation } from '../support/api-document.ts'
import { ControlledCloner } from '../support/controlled-cloner.ts'
import { databases } from '../support/databases.ts'
import { makeDictionary } from '../support/dictionaries.ts'
import { FORM_TYPE, formWith } from '../support/form.ts'
import { makePerson, PASSWORD, type TestPerson } from '../support/people.ts'
import { goodRequest } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SlowBodies } from '../support/slow-bodies.ts'
import { checkout } from '../support/stripe.ts'

/** The routes whose callers are not checked again when their body has come, and why. */
const ALONE: readonly string[] = [
  'POST /billing/stripe/webhook', // proves itself by the signature of its body
  'POST /management/welcome', // by a code in its body
  'POST /management/invitations/look',
  'POST /management/invitations/accept',
  'POST /management/password-reset/look',
  'POST /management/password-reset',
  'POST /management/auth/sign-in/email', // by a password in its body
  'POST /tts/normalize', // only shows how a text is read
  'POST /management/organizations/{organization}/how-it-is-read',
]

/** A route with a body. */
interface Route {
  /** As the document has it. */
  readonly endpoint: string
  readonly operation: DescribedOperation
  /** Undefined: an API key. */
  readonly requires: Requirement | undefined
}

/** Somebody who is let in by a route until something happens. */
interface LetIn {
  readonly member: Member
  /** Somebody of whom the request can be. */
  readonly person: TestPerson
  readonly ask: (path: string, init: RequestInit) => Promise<Response>
  readonly happens: () => Promise<unknown>
}

/** How somebody comes who is not let in any more when the body has come. */
type Way = (service: Service, route: Route) => Promise<LetIn>

/** With an API key. */
function keyWay(happens: (db: Database, member: Member) => Promise<unknown>): Way {
  return async (service) => {
    const member = await service.member(1000)
    return {
      member,
      person: await makePerson(service, { organizationId: member.organizationId }),
      ask: withKey(service, member.key),
      happens: () => happens(service.storage.db, member),
    }
  }
}

/** Signed in. */
function personWay(happens: (db: Database, personId: string) => Promise<unknown>): Way {
  return async (service, { requires }) => {
    const member = await service.member(1000)
    const { organizationId } = member
    const role = requires === 'owner' ? 'owner' : 'member'
    const isOperator = requires === 'operator'
    const person = await makePerson(service, isOperator ? { isOperator } : { organizationId, role })
    return { member, person, ask: person.fetch, happens: () => happens(service.storage.db, person.id) }
  }
}

const revoked = keyWay((db, { keyId }) =>
  db.update(keys).set({ revokedAt: new Date() }).where(eq(keys.id, keyId)),
)
const deleted = keyWay((db, { organizationId }) => deleteOrganization(db, organizationId, true, undefined))
const takenOut = personWay((db, id) => db.delete(members).where(eq(members.userId, id)))
const signedOut = personWay((db, id) => db.delete(sessions).where(eq(sessions.userId, id)))

/** With a management key that is revoked. */
const program: Way = async (service, { requires }) => {
  const { db } = service.storage
  const member = await service.member(1000)
  const ownerId = requires === 'operator' ? null : member.organizationId
  const { id, key } = (await createManagementKey(db, ownerId, 'A program'))!
  return {
    member,
    person: await makePerson(service, { organizationId: member.organizationId }),
    ask: withKey(service, key),
    happens: () => revokeManagementKey(db, ownerId, id),
  }
}

function withKey({ url }: Service, key: string): LetIn['ask'] {
  return (path, { headers, ...init }) =>
    fetch(url + path, { ...init, headers: { ...headers, authorization: `Bearer ${key}` } })
}

/** The ways in which callers of a route come, by what happens to them. */
function waysOf({ requires }: Route): Readonly<Record<string, Way>> {
  if (requires === undefined) return { revoked, deleted }
  if (requires === 'person') return { signedOut }
  if (requires === 'operator') return { signedOut, program }
  return { takenOut, signedOut, program }
}

/** The status of an answer to somebody who is not let in any more: an organization that is not theirs does not exist. */
function refusalOf({ endpoint }: Route): number {
  return endpoint.includes('{organization}') ? 404 : 401
}

/** The body of a request, which is right by itself. */
function bodyOf({ endpoint, operation }: Route, person: TestPerson): RequestInit {
  const { content } = operation.requestBody!
  if (content!['multipart/form-data'] !== undefined) {
    const consent = { consent_speaker: 'Ann', consent: CONSENT_STATEMENT.version }
    return { headers: { 'content-type': FORM_TYPE }, body: formWith(consent) }
  }
  const changed = {
    'POST /calls/{id}/say': { voice: goodRequest.voice.id },
    'POST /management/auth/change-password': { current_password: PASSWORD },
    'POST /management/password-resets': { email: person.email },
    'PATCH /management/organizations/{organization}/members/{person}': { role: 'owner' },
  }[endpoint]
  return { body: JSON.stringify({ ...(content!['application/json']!.example as object), ...changed }) }
}

describe.each(databases)('while a body comes, on $name,', ({ open }) => {
  const bodies = new SlowBodies()
  let storage: Storage
  let service: Service
  let routes: readonly Route[]
  beforeAll(async () => {
    storage = await open()
    service = await startService({ storage, bodies, checkout: checkout(), cloner: new ControlledCloner() })
    const { operations } = await ApiDocument.of(service.url)
    const required = new Map(
      service.routes.map(({ method, path, hooks }) => [
        `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
        (hooks.detail as { 'x-requires'?: Requirement } | undefined)?.['x-requires'],
      ]),
    )
    routes = [...operations]
      .filter(([, { requestBody }]) => requestBody !== undefined)
      .map(([endpoint, operation]) => ({ endpoint, operation, requires: required.get(endpoint) }))
  })
  afterEach(() => {
    bodies.meanwhile = async () => {}
  })
  afterAll(async () => {
    await service.close()
    await storage.close()
  })

  /** Sends a request to a route, and returns the status of its answer. Something may happen to who sends it meanwhile. */
  async function statusOf(route: Route, { member, person, ask, happens }: LetIn, isLetIn: boolean) {
    const { db } = service.storage
    const [project] = await db
      .select()
      .from(projects)
      .where(eq(projects.organizationId, member.organizationId))
    const dictionary = await makeDictionary(service, member, [])
    const line = route.endpoint.includes('/calls/{id}')
      ? await TelnyxLine.connect(service.url, { headers: { 'x-api-key': member.key } })
      : undefined
    const ids: Record<string, string> = {
      organization: member.organizationId,
      project: project!.id,
      person: person.id,
      id: line?.callId ?? dictionary.id,
    }
    const [method, path] = route.endpoint.split(' ') as [string, string]
    bodies.meanwhile = isLetIn ? async () => {} : happens
    const address = path.replaceAll(/{(\w+)}/g, (_, name) => ids[name]!)
    const answer = await ask(address, { method, ...bodyOf(route, person) })
    bodies.meanwhile = async () => {}
    await answer.body?.cancel()
    line?.hangUp()
    return answer.status
  }

  /** The answers of all routes that check again, but for those that are as they should be. */
  async function wrong(isLetIn: boolean, isRight: (status: number, route: Route) => boolean) {
    const found: string[] = []
    for (const route of routes.filter(({ endpoint }) => !ALONE.includes(endpoint))) {
      for (const [name, way] of Object.entries(waysOf(route))) {
        const status = await statusOf(route, await way(service, route), isLetIn)
        if (!isRight(status, route)) found.push(`${route.endpoint}, ${name}: ${status}`)
      }
    }
    return found
  }

  test('whoever may not send it any more is refused on every route', async () => {
    expect(await wrong(false, (status, route) => status === refusalOf(route))).toEqual([])
  })

  test('whoever still may is not', async () => {
    const isLetIn = (status: number) => status < 300 || status === 409 // another one has the name of the example
    expect(await wrong(true, isLetIn)).toEqual([])
  })

  test('all routes are known whose callers are not checked again', () => {
    expect(ALONE.filter((each) => !routes.some(({ endpoint }) => endpoint === each))).toEqual([])
  })
})
