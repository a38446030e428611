import { createManagementKey } from '../../src/accounts/management-keys.ts'
import type { Storage } from '../../src/storage/database.ts'
import type { TestDatabase } from './databases.ts'
import { makePerson, post, type TestPerson } from './people.ts'
import { type Member, type Service, type Substitutes, startService } from './service.ts'

/** What a route has answered. */
export interface Told {
  readonly status: number
  /** Undefined: it has no body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare it with what they expect
  readonly body: any
}

/** Asks for something of an organization. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<Told>

/** A service on a database of its own, with an organization and everybody who may manage it. */
export interface Managed {
  readonly storage: Storage
  readonly service: Service
  readonly member: Member
  /** A member of the organization, an owner, the operator, and an owner of another organization. */
  readonly people: Readonly<Record<'member' | 'owner' | 'operator' | 'stranger', TestPerson>>
  /** Asks as one of them; the path is below `/management`. */
  as(who: keyof Managed['people']): Ask
  /** Asks with a management key of the organization. */
  readonly program: Ask
  close(): Promise<void>
}

export async function startManaged(database: TestDatabase, substitutes: Substitutes = {}): Promise<Managed> {
  const storage = await database.open()
  const service = await startService({ ...substitutes, storage })
  const [member, other] = [await service.member(1000), await service.member(0)]
  const { organizationId } = member
  const people = {
    member: await makePerson(service, { organizationId, role: 'member', name: 'Mia' }),
    owner: await makePerson(service, { organizationId, name: 'Olga' }),
    operator: await makePerson(service, { isOperator: true, name: 'Otto' }),
    stranger: await makePerson(service, { organizationId: other.organizationId, name: 'Sam' }),
  }
  const key = (await createManagementKey(storage.db, organizationId, 'test'))!.key
  const authorized = { headers: { authorization: `Bearer ${key}` } }
  return {
    storage,
    service,
    member,
    people,
    as: (who) => (method, path, body) =>
      told(people[who].fetch(`/management/${path}`, body === undefined ? { method } : post(body, method))),
    program: (method, path, body) =>
      told(fetch(`${service.url}/management/${path}`, { ...authorized, method, body: JSON.stringify(body) })),
    async close() {
      await service.close()
      await storage.close()
    },
  }
}

async function told(answer: Promise<Response>): Promise<Told> {
  const { status, ...rest } = await answer.then(async (each) => ({
    status: each.status,
    text: await each.text(),
  }))
  return { status, body: rest.text === '' ? undefined : JSON.parse(rest.text) }
}
