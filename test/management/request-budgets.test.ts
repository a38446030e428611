import { expect, test } from 'bun:test'
import { KeyGuard } from '../../src/http/key-guard.ts'
import type { HttpServices } from '../../src/http/services.ts'
import type { Person } from '../../src/management/access/actor.ts'
import { KnownActors } from '../../src/management/access/actors.ts'
import type { Auth } from '../../src/management/access/auth.ts'
import { RequestBudgets } from '../../src/management/access/request-budgets.ts'

test('an actor sends 600 requests at once, and then 30 a second; others are not held up', () => {
  let now = 0
  const budgets = new RequestBudgets(() => now)
  for (let each = 0; each < 601; each++) budgets.take('ada')
  expect(() => budgets.take('ada')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
  budgets.take('bob')
  now = 1000
  for (let each = 0; each < 30; each++) budgets.take('ada')
  expect(() => budgets.take('ada')).toThrow('too many requests')
})

test('somebody who is signed in is refused after that', async () => {
  const auth = {
    publicUrl: undefined,
    cookieOf: () => 'of a session',
    personOf: async () => ({ kind: 'person', userId: 'ada' }) as Person,
  }
  const actors = new KnownActors({ guard: new KeyGuard() } as HttpServices, auth as unknown as Auth)
  const ask = () => actors.of(new Request('http://localhost/'), null)
  const asked = await Promise.allSettled(Array.from({ length: 1000 }, ask))
  const refused = asked.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(100)
  expect(refused.at(-1)).toMatchObject({ reason: { code: 'rate_limited' } })
})
