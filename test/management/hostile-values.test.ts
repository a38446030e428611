import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openPostgres } from '../../src/storage/database.ts'
import { createTemporaryPostgres, databases } from '../support/databases.ts'
import { askDictionaries } from '../support/dictionaries.ts'
import { makePerson, post, type TestPerson } from '../support/people.ts'
import { type Service, startService } from '../support/service.ts'

describe.each(databases)('a member, on $name', ({ open }) => {
  let service: Service
  let close: () => Promise<void>
  let person: TestPerson
  let path: string
  beforeAll(async () => {
    const storage = await open()
    close = () => storage.close()
    service = await startService({ storage })
    const { organizationId } = await service.member(0)
    person = await makePerson(service, { organizationId, role: 'member' })
    path = `/management/organizations/${organizationId}`
  })
  afterAll(async () => {
    await service.close()
    await close()
  })

  const LISTS: readonly (readonly [list: string, parameters: readonly string[]])[] = [
    ['/keys', ['search', 'project', 'state', 'starting_after', 'limit']],
    ['/projects', ['starting_after', 'limit']],
    ['/voices', ['search', 'language', 'kind', 'model', 'starting_after', 'ending_before', 'limit']],
    ['/credits/entries', ['starting_after', 'limit']],
    ['/usage', ['period', 'from', 'to', 'project', 'key', 'voice', 'model']],
    ['/usage.csv', ['period', 'from', 'to', 'project', 'key', 'voice', 'model']],
    ['/usage/groups', ['period', 'from', 'to', 'project', 'key', 'voice', 'model']],
  ]
  const VALUES = [
    '%00',
    'a%00b',
    '%ff',
    '%E0%A4',
    "'--",
    '%25_%5C',
    '__proto__',
    '1e999',
    '-1',
    '%F0%9F%98%80',
  ]

  test.each(LISTS)('breaks nothing by what %s is asked with', async (list, parameters) => {
    for (const name of parameters)
      for (const value of VALUES) {
        const answer = await person.fetch(`${path}${list}?${name}=${value}`)
        expect([name, value, answer.status < 500]).toEqual([name, value, true])
      }
  })

  test('is told what to do where a value is refused', async () => {
    const operator = await makePerson(service, { isOperator: true })
    const asked: readonly (readonly [TestPerson, string, RequestInit?])[] = [
      [person, `${path}/keys?limit=0`],
      [person, `${path}/voices?kind=theirs`],
      [person, '/management/session', post({ email: 'ada@example.com', password: 7 })],
      [person, '/management/invitations/look', post({ code: 'x'.repeat(201) })],
      [operator, `${path}/invitations`, post({ email: 'ada@example.com', role: 'king' })],
      [operator, `${path}/invitations`, post({ email: person.email, role: 'member' })],
      [operator, `${path}/credits`, post({ credits: 0 })],
      [operator, `${path}/credits`, post({ amount: 1 })],
      [operator, '/management/password-resets', post({ email: 'nobody@example.com' })],
      [operator, `${path}/management-keys/${crypto.randomUUID()}`, { method: 'DELETE' }],
    ]
    for (const [who, place, init] of asked) {
      const answer = await who.fetch(place, init)
      expect([place, answer.status >= 400 && answer.status < 500]).toEqual([place, true])
      expect([place, ((await answer.json()) as { detail?: unknown }).detail]).toEqual([
        place,
        expect.any(String),
      ])
    }
  })

  test('is told of a character that no database takes', async () => {
    const answer = await person.fetch(`${path}/voices?search=%00`)
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_value' }),
    ])
  })

  test('breaks nothing by the same parameter twice, or by ids that are none', async () => {
    for (const [list, parameters] of LISTS)
      for (const name of parameters) {
        const answer = await person.fetch(`${path}${list}?${name}=a&${name}=b`)
        expect([list, name, answer.status < 500]).toEqual([list, name, true])
      }
    for (const id of ['%00', '%2e%2e%2f', '__proto__', '%ff', 'a'.repeat(300)])
      for (const [method, place] of [
        ['DELETE', 'keys'],
        ['DELETE', 'members'],
        ['GET', 'voices'],
        ['POST', 'projects'],
      ] as const) {
        const end = method === 'POST' ? '/access-token' : ''
        const init = method === 'POST' ? post({ expires_in: 60 }) : { method }
        const answer = await person.fetch(`${path}/${place}/${id}${end}`, init)
        expect([place, id, answer.status >= 400 && answer.status < 500]).toEqual([place, id, true])
      }
  })
})

const POSTGRES = process.env.TEST_DATABASE_URL

test.skipIf(POSTGRES === undefined)(
  'a character that the encoding of the database does not have is refused, and the others are kept',
  async () => {
    const database = await createTemporaryPostgres(POSTGRES!, 'LATIN1')
    const storage = await openPostgres(database.url)
    const service = await startService({ storage })
    const member = await service.member(0)
    const dictionary = (name: string) => askDictionaries(service, member, 'POST', '', { name })
    expect((await dictionary('Müller')).status).toBe(200)
    const refused = await dictionary('日本')
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_value' }),
    ])
    await service.close()
    await storage.close()
    await database.drop()
  },
)
