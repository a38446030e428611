import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { createOrganization } from '../../src/accounts/organizations.ts'
import { removeMember } from '../../src/management/people/members.ts'
import { deleteOrganization } from '../../src/retention/delete-organization.ts'
import { rows } from '../../src/storage/database.ts'
import { projects } from '../../src/storage/schema.ts'
import { DisturbedDatabase } from '../support/disturbed-database.ts'
import { makePerson, post } from '../support/people.ts'
import { type Service, startService } from '../support/service.ts'
import { SlowBodies } from '../support/slow-bodies.ts'

const bodies = new SlowBodies()
const disturbed = new DisturbedDatabase()
let service: Service
beforeAll(async () => {
  service = await startService({ bodies, through: disturbed.through })
})
afterEach(() => {
  bodies.meanwhile = async () => {}
  disturbed.before = async () => {}
})
afterAll(() => service.close())

/** What is answered to a request while whose body comes something happens. */
async function answerTo(request: Promise<Response>): Promise<unknown> {
  const answer = await request
  return [answer.status, ((await answer.json()) as { error: string }).error]
}

const NOT_FOUND = [404, 'organization_not_found']

test.each<[string, string, object]>([
  ['PATCH', '', { name: 'Late' }],
  ['PATCH', '', { tier: 'tier2' }],
  ['PATCH', '', { own_limits: { concurrency: 3 } }],
  ['POST', '/keys', { name: 'Late' }],
  ['POST', '/projects', { name: 'Late' }],
  ['PATCH', '/projects/PROJECT', { name: 'Late' }],
  ['POST', '/projects/PROJECT/access-token', {}],
  ['POST', '/credits', { credits: 5, reference: 'late' }],
  ['POST', '/credits', { amount: 5, reference: 'late' }],
  ['POST', '/invitations', { email: 'late@example.com', role: 'member' }],
  ['POST', '/management-keys', { name: 'Late' }],
  ['PATCH', '/members/MEMBER', { role: 'member' }],
])('%s %s with %j finds no organization that is deleted while the body comes', async (method, path, body) => {
  const { db } = service.storage
  const { organizationId } = await service.member(100)
  const operator = await makePerson(service, { isOperator: true })
  const owner = await makePerson(service, { organizationId })
  const [project] = await db.select().from(projects).where(eq(projects.organizationId, organizationId))
  const filled = path.replace('PROJECT', project!.id).replace('MEMBER', owner.id)
  bodies.meanwhile = () => deleteOrganization(db, organizationId, true, undefined)
  const asked = operator.fetch(`/management/organizations/${organizationId}${filled}`, post(body, method))
  expect(await answerTo(asked)).toEqual(NOT_FOUND)
})

describe('who is removed while the body comes makes no key:', () => {
  test('an owner', async () => {
    const { db } = service.storage
    const { organizationId } = await service.member(100)
    const owner = await makePerson(service, { organizationId })
    await makePerson(service, { organizationId })
    bodies.meanwhile = () => removeMember(db, organizationId, owner.id, undefined)
    const asked = owner.fetch(`/management/organizations/${organizationId}/keys`, post({ name: 'Late' }))
    expect(await answerTo(asked)).toEqual(NOT_FOUND)
    const made = sql`SELECT 1 FROM keys k JOIN projects p ON p.id = k.project_id
      WHERE p.organization_id = ${organizationId} AND k.name = 'Late'`
    expect(await rows(db, made)).toEqual([])
  })

  test('a program, with its organization', async () => {
    const { db } = service.storage
    const { organizationId } = await service.member(100)
    const { key } = (await createManagementKey(db, organizationId, 'A program'))!
    bodies.meanwhile = () => deleteOrganization(db, organizationId, true, undefined)
    const { headers, ...request } = post({ name: 'Late' })
    const asked = fetch(`${service.url}/management/organizations/${organizationId}/keys`, {
      ...request,
      headers: { ...headers, authorization: `Bearer ${key}` },
    })
    expect(await answerTo(asked)).toEqual(NOT_FOUND)
  })
})

describe('an organization that is deleted when its caller has been checked for the last time is not found:', () => {
  test.each<[string, string, object]>([
    ['PATCH', '', { name: 'Late' }],
    ['POST', '/keys', { name: 'Late' }],
    ['POST', '/projects', { name: 'Late' }],
    ['POST', '/invitations', { email: 'late@example.com', role: 'member' }],
    ['POST', '/management-keys', { name: 'Late' }],
  ])('%s %s', async (method, path, body) => {
    const { organizationId } = await service.member(100)
    const operator = await makePerson(service, { isOperator: true })
    disturbed.before = () => deleteOrganization(service.storage.db, organizationId, true, undefined)
    const asked = operator.fetch(`/management/organizations/${organizationId}${path}`, post(body, method))
    expect(await answerTo(asked)).toEqual(NOT_FOUND)
  })

  test('while its oldest project is looked up', async () => {
    const { db } = service.storage
    const { organizationId } = (await createOrganization(db, 'half gone'))!
    await db.delete(projects).where(eq(projects.organizationId, organizationId))
    const operator = await makePerson(service, { isOperator: true })
    const asked = operator.fetch(`/management/organizations/${organizationId}/keys`, post({ name: 'Late' }))
    expect(await answerTo(asked)).toEqual(NOT_FOUND)
  })

  test('to a key of it, which is revoked', async () => {
    const { organizationId, key } = await service.member(100)
    disturbed.before = () => deleteOrganization(service.storage.db, organizationId, true, undefined)
    const { headers, ...request } = post({ name: 'Late' })
    const asked = fetch(`${service.url}/pronunciation-dicts`, {
      ...request,
      headers: { ...headers, authorization: `Bearer ${key}` },
    })
    expect(await answerTo(asked)).toEqual([401, 'unauthorized'])
  })
})
