import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makePerson } from '../support/people.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test('somebody signs in, is known, and signs out', async () => {
  const { organizationId } = await service.member(0)
  const person = await makePerson(service, { organizationId, role: 'member' })
  const session = await (await person.fetch('/management/session')).json()
  expect(session).toEqual({
    person: { id: person.id, name: 'Ada', email: person.email, is_operator: false },
    organizations: [{ id: organizationId, name: expect.any(String), role: 'member' }],
    needs_owner: false,
  })
  expect((await person.fetch(`/management/organizations/${organizationId}`)).status).toBe(200)
  expect((await person.fetch('/management/auth/sign-out', { method: 'POST' })).status).toBe(200)
  expect((await person.fetch(`/management/organizations/${organizationId}`)).status).toBe(401)
})
