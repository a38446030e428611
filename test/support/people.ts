import { createPerson } from '../../src/management/access/people.ts'
import { members } from '../../src/storage/schema.ts'
import type { Service } from './service.ts'

/** The password of everybody here. */
export const PASSWORD = 'three cats on a warm roof'

interface PersonOptions {
  /** The organization that they belong to; none if it is left out. */
  readonly organizationId?: string
  /** What they may do there. */
  readonly role?: 'owner' | 'member'
  readonly isOperator?: boolean
  readonly name?: string
}

/** Somebody who is signed in. */
export interface TestPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
  /** The header with the cookie of their session. */
  readonly cookie: string
  /** Asks the service as the dashboard does in their browser. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** Cheap to verify: at the cost of production, each sign-in takes 30 ms of processor time. */
const HASH = Bun.password.hashSync(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

let count = 0

/** Makes a person and signs them in. */
export async function makePerson(
  service: Pick<Service, 'url' | 'storage'>,
  { organizationId, role = 'owner', isOperator = false, name = 'Ada' }: PersonOptions = {},
): Promise<TestPerson> {
  const { db } = service.storage
  const email = `person-${++count}-${crypto.randomUUID().slice(0, 8)}@example.com`
  const id = (await createPerson(db, { name, email, hash: HASH, isOperator }))!
  if (organizationId !== undefined) await db.insert(members).values({ organizationId, userId: id, role })
  const cookie = await signIn(service.url, { email, password: PASSWORD })
  const browse = browserOf(service.url, cookie)
  return { id, name, email, password: PASSWORD, cookie, fetch: browse }
}

/** Signs somebody in. Returns the header with the cookie of the session. */
export async function signIn(url: string, account: { email: string; password: string }): Promise<string> {
  const answer = await browserOf(url)('/management/auth/sign-in/email', post(account))
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return cookieIn(answer)
}

/** The header that a browser sends with the cookies that an answer has set. */
export function cookieIn(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ')
}

/** A request with a JSON body. */
export function post(body: unknown, method = 'POST'): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Asks a service as a page of it does. */
export function browserOf(url: string, cookie?: string) {
  return (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('origin', new URL(url).origin)
    if (cookie !== undefined) headers.set('cookie', cookie)
    return fetch(`${url}${path}`, { ...init, headers })
  }
}
