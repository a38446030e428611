import { COMMAND_LINE } from '../../src/management/access/actors.ts'
import { invite } from '../../src/management/people/invitations.ts'
import { makeResetLink } from '../../src/management/people/password-resets.ts'
import { browserOf, makePerson, PASSWORD, post, type TestPerson } from './people.ts'
import type { Service } from './service.ts'

/** An endpoint, an outcome that it has, and a request that has it. */
type Met = [endpoint: string, outcome: string, ask: () => Promise<Response>]

/** The routes about people: members, invitations, new passwords and management keys. */
export function peopleAnswers(service: () => Service): Met[] {
  const at = '/management/organizations/{organization}'
  let owner: { person: TestPerson; path: string; organizationId: string } | undefined
  const ofOwner = async () => {
    if (owner !== undefined) return owner
    const { organizationId } = await service().member(0)
    const person = await makePerson(service(), { organizationId })
    owner = { person, organizationId, path: `/management/organizations/${organizationId}` }
    return owner
  }
  const ask = async (path: string, init?: RequestInit) => {
    const { person, path: before } = await ofOwner()
    return person.fetch(before + path, init)
  }
  const operator = async (path: string, init?: RequestInit) =>
    (await makePerson(service(), { isOperator: true })).fetch(`/management${path}`, init)
  const member = async () => {
    const { organizationId } = await ofOwner()
    return (await makePerson(service(), { organizationId, role: 'member' })).id
  }
  const remove = { method: 'DELETE' }
  const role = post({ role: 'owner' }, 'PATCH')
  const invited = () => post({ email: `${crypto.randomUUID()}@example.com`, role: 'member' })
  const made = async (path: string, init: RequestInit, by = ask) =>
    ((await (await by(path, init)).json()) as { id: string }).id
  const code = async () => {
    const { organizationId } = await ofOwner()
    const email = `${crypto.randomUUID()}@example.com`
    return (await invite(service().storage.db, organizationId, { email, role: 'member' })).code
  }
  const resetCode = async () =>
    (await makeResetLink(service().storage.db, (await makePerson(service())).email, COMMAND_LINE))!.code
  const send = (path: string, body: object) => browserOf(service().url)(`/management${path}`, post(body))
  const key = post({ name: 'Deployment' })
  return [
    [`GET ${at}/members`, '200', () => ask('/members')],
    [`PATCH ${at}/members/{person}`, '204', async () => ask(`/members/${await member()}`, role)],
    [`PATCH ${at}/members/{person}`, '404 not_found', () => ask('/members/x', role)],
    [
      `PATCH ${at}/members/{person}`,
      '400 invalid_value',
      async () => ask(`/members/${await member()}`, post({ role: 'king' }, 'PATCH')),
    ],
    [`DELETE ${at}/members/{person}`, '204', async () => ask(`/members/${await member()}`, remove)],
    [`DELETE ${at}/members/{person}`, '404 not_found', () => ask('/members/x', remove)],
    [
      `POST ${at}/members/{person}/password-reset`,
      '200',
      async () => ask(`/members/${await member()}/password-reset`, post({})),
    ],
    [
      `POST ${at}/members/{person}/password-reset`,
      '404 not_found',
      () => ask('/members/x/password-reset', post({})),
    ],
    [`GET ${at}/invitations`, '200', () => ask('/invitations')],
    [`POST ${at}/invitations`, '200', () => ask('/invitations', invited())],
    [`POST ${at}/invitations`, '400 invalid_value', () => ask('/invitations', post({ email: 'x' }))],
    [
      `DELETE ${at}/invitations/{invitation}`,
      '204',
      async () => ask(`/invitations/${await made('/invitations', invited())}`, remove),
    ],
    [`DELETE ${at}/invitations/{invitation}`, '404 not_found', () => ask('/invitations/x', remove)],
    [`GET ${at}/management-keys`, '200', () => ask('/management-keys')],
    [`POST ${at}/management-keys`, '200', () => ask('/management-keys', key)],
    [`POST ${at}/management-keys`, '400 invalid_name', () => ask('/management-keys', post({}))],
    [
      `DELETE ${at}/management-keys/{key}`,
      '204',
      async () => ask(`/management-keys/${await made('/management-keys', key)}`, remove),
    ],
    [`DELETE ${at}/management-keys/{key}`, '404 not_found', () => ask('/management-keys/x', remove)],
    ['GET /management/management-keys', '200', () => operator('/management-keys')],
    [
      'GET /management/management-keys',
      '403 not_granted',
      async () => (await ofOwner()).person.fetch('/management/management-keys'),
    ],
    ['POST /management/management-keys', '200', () => operator('/management-keys', key)],
    ['POST /management/management-keys', '400 invalid_name', () => operator('/management-keys', post({}))],
    [
      'DELETE /management/management-keys/{key}',
      '204',
      async () => operator(`/management-keys/${await made('/management-keys', key, operator)}`, remove),
    ],
    [
      'DELETE /management/management-keys/{key}',
      '404 not_found',
      () => operator('/management-keys/x', remove),
    ],
    [
      'POST /management/password-resets',
      '200',
      async () => operator('/password-resets', post({ email: (await ofOwner()).person.email })),
    ],
    [
      'POST /management/password-resets',
      '404 not_found',
      () => operator('/password-resets', post({ email: 'nobody@example.com' })),
    ],
    [
      'POST /management/invitations/look',
      '200',
      async () => send('/invitations/look', { code: await code() }),
    ],
    ['POST /management/invitations/look', '404 not_found', () => send('/invitations/look', { code: 'x' })],
    ['POST /management/invitations/look', '400 invalid_value', () => send('/invitations/look', {})],
    [
      'POST /management/invitations/accept',
      '200',
      async () => send('/invitations/accept', { code: await code(), name: 'Eve', password: PASSWORD }),
    ],
    [
      'POST /management/invitations/accept',
      '404 not_found',
      () => send('/invitations/accept', { code: 'x', name: 'Eve', password: PASSWORD }),
    ],
    [
      'POST /management/invitations/accept',
      '400 invalid_name',
      async () => send('/invitations/accept', { code: await code() }),
    ],
    [
      'POST /management/password-reset/look',
      '200',
      async () => send('/password-reset/look', { code: await resetCode() }),
    ],
    [
      'POST /management/password-reset/look',
      '404 not_found',
      () => send('/password-reset/look', { code: 'x' }),
    ],
    ['POST /management/password-reset/look', '400 invalid_value', () => send('/password-reset/look', {})],
    [
      'POST /management/password-reset',
      '200',
      async () => send('/password-reset', { code: await resetCode(), password: PASSWORD }),
    ],
    [
      'POST /management/password-reset',
      '404 not_found',
      () => send('/password-reset', { code: 'x', password: PASSWORD }),
    ],
    [
      'POST /management/password-reset',
      '400 invalid_value',
      () => send('/password-reset', { code: 'x', password: 'short' }),
    ],
  ]
}
