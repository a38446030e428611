import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { deleteOrganization } from '../../src/retention/delete-organization.ts'
import type { Database } from '../../src/storage/database.ts'
import { keys } from '../../src/storage/schema.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SlowBodies } from '../support/slow-bodies.ts'

const bodies = new SlowBodies()
let service: Service
beforeAll(async () => {
  service = await startService({ bodies })
})
afterEach(() => {
  bodies.meanwhile = async () => {}
})
afterAll(() => service.close())

describe.each<[string, (db: Database, member: Member) => Promise<unknown>]>([
  [
    'its key is revoked',
    (db, { keyId }) => db.update(keys).set({ revokedAt: new Date() }).where(eq(keys.id, keyId)),
  ],
  [
    'its organization is deleted',
    (db, { organizationId }) => deleteOrganization(db, organizationId, true, undefined),
  ],
])('a request is refused if %s while its body comes:', (_, happens) => {
  test.each<[string, string, object]>([
    ['POST', '/tts/bytes', goodRequest],
    ['POST', '/v1/audio/speech', { model: 'tts-1', voice: 'alloy', input: 'Late.' }],
    ['POST', '/pronunciation-dicts', { name: 'Late' }],
    ['PATCH', '/pronunciation-dicts/ID', { name: 'Late' }],
    ['POST', '/tts/prompt', { transcript: 'Late.', voice: goodRequest.voice }],
    ['POST', '/access-token', { grants: { tts: true } }],
    ['POST', '/calls/token', {}],
  ])('%s %s', async (method, path, body) => {
    const member = await service.member(1000)
    const made = await post(`${service.url}/pronunciation-dicts`, member.key, { name: 'Names' })
    const { id } = (await made.json()) as { id: string }
    bodies.meanwhile = () => happens(service.storage.db, member)
    const answer = await fetch(`${service.url}${path.replace('ID', id)}`, {
      method,
      headers: { authorization: `Bearer ${member.key}` },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(401)
    expect(await answer.text()).toContain('The API key has been revoked.')
    const dictionaries = await service.storage.db.query.pronunciationDicts.findMany()
    expect(dictionaries.filter(({ name }) => name === 'Late')).toEqual([])
  })
})
