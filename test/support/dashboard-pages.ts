import { eq } from 'drizzle-orm'
import { addressOf, PAGE_NAMES } from '../../src/dashboard/web/addresses.ts'
import { organizations } from '../../src/storage/schema.ts'
import { makePerson, post, type TestPerson } from './people.ts'
import type { Member, Service } from './service.ts'

/** An address of the dashboard, and who opens it. */
export interface DashboardPage {
  readonly name: string
  /** Within the server. */
  readonly path: string
  /** Undefined: nobody who is signed in. */
  readonly cookie?: string
}

/**
 * Every page of the dashboard, with somebody to open it: the operator for those that need one, an owner of the organization for
 * all others.
 */
export async function dashboardPages(service: Service, member: Member): Promise<DashboardPage[]> {
  const { organizationId } = member
  await service.storage.db
    .update(organizations)
    .set({ name: 'Acme' })
    .where(eq(organizations.id, organizationId))
  const operator = await makePerson(service, { organizationId, isOperator: true, name: 'Grace Hopper' })
  await makePerson(service, { organizationId, role: 'member', name: 'Alan Turing' })
  const { link: invitation } = await ask<{ link: string }>(operator, 'invitations', organizationId, {
    email: 'katherine@example.com',
    role: 'member',
  })
  const newcomer = await makePerson(service, { organizationId, role: 'member', name: 'Katherine Johnson' })
  const { link: reset } = await ask<{ link: string }>(
    operator,
    `members/${newcomer.id}/password-reset`,
    organizationId,
  )
  const { cookie } = operator
  return [
    { name: 'sign-in', path: '/dashboard/sign-in' },
    { name: 'welcome', path: '/dashboard/welcome' },
    { name: 'invitation', path: invitation },
    { name: 'reset', path: reset },
    ...PAGE_NAMES.map((name) => ({ name, path: `/dashboard${addressOf(name, organizationId)}`, cookie })),
    { name: 'not-found', path: '/dashboard/nowhere', cookie },
  ]
}

async function ask<Answer>(
  person: TestPerson,
  path: string,
  organizationId: string,
  body?: unknown,
): Promise<Answer> {
  const address = `/management/organizations/${organizationId}/${path}`
  const answer = await person.fetch(address, body === undefined ? { method: 'POST' } : post(body))
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json() as Promise<Answer>
}
