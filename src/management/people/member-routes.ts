import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { BODY_LIMIT, jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { type Actor, notAllowed } from '../access/actor.ts'
import { noteChange } from '../access/changes.ts'
import { inOrganization } from '../access/in-organization.ts'
import type { AccountServices } from '../access/services.ts'
import { ORGANIZATION_PATH } from '../organizations/organization-routes.ts'
import { typed } from '../shared/typed.ts'
import { LINK } from './answers.ts'
import { MEMBER_ROLE } from './fields.ts'
import { assertMember, listMembers, removeMember, setRole } from './members.ts'
import { resetMember } from './password-resets.ts'

const MEMBERS = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          id: Type.String({ format: 'uuid' }),
          name: Type.String(),
          email: Type.String({ format: 'email' }),
          role: MEMBER_ROLE,
          created_at: Type.String({ format: 'date-time', description: 'Since when they belong to it.' }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        data: [
          {
            id: '8f5b1c5e-6f0e-4f0c-9a57-3b1d2f9f6a10',
            name: 'Ada',
            email: 'ada@example.com',
            role: 'owner',
            created_at: '2026-11-22T18:00:00.000Z',
          },
        ],
      },
    ],
  },
)

/** The members of an organization. */
export type Members = Static<typeof MEMBERS>

const ROLE_CHANGE = Type.Object({ role: MEMBER_ROLE })

const MEMBER_PATH = Type.Object({
  organization: Type.String({ format: 'uuid' }),
  person: Type.String({ format: 'uuid' }),
})

/** Who belongs to an organization. */
export function memberRoutes(services: AccountServices) {
  return new Elysia({ prefix: '/management/organizations/:organization/members' })
    .use(errorHandler(services))
    .use(routesOfMembers(services))
    .use(routesOfOwners(services))
}

/** What members do. */
function routesOfMembers(services: AccountServices) {
  const { db, log, keys, operatorEmail } = services
  return new Elysia()
    .use(inOrganization(services, 'member'))
    .get(
      '',
      async ({ organizationId }): Promise<Members> => {
        const members = await listMembers(db, organizationId)
        return {
          data: members.map(({ createdAt, ...each }) => ({ ...each, created_at: createdAt.toISOString() })),
        }
      },
      {
        detail: operation({
          summary: 'List the members.',
          requires: 'member',
          path: ORGANIZATION_PATH,
          answer: { description: 'The members, by their names.', content: { 'application/json': MEMBERS } },
          errors: ['organization_not_found'],
        }),
      },
    )
    .delete(
      '/:person',
      async ({ actor, organizationId, params, role, set }) => {
        if (role === 'member' && !isThemselves(actor, params.person)) {
          await assertMember(db, organizationId, params.person)
          throw notAllowed('owner')
        }
        const revoked = await removeMember(db, organizationId, params.person, operatorEmail)
        for (const key of revoked) keys.revoked(key)
        noteChange(log, actor, 'a member was taken out', changed(organizationId, params.person))
        set.status = 204
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Take somebody out of the organization.',
          description:
            'An owner takes others out; everybody may leave. A person who then belongs to no organization is deleted, unless they are the operator.',
          requires: 'member',
          path: MEMBER_PATH,
          answer: { status: 204, description: 'They no longer belong to it.' },
          errors: ['organization_not_found', 'not_found', 'last_owner'],
        }),
      },
    )
}

/** What owners do. */
function routesOfOwners(services: AccountServices) {
  const { db, log, bodies, operatorEmail } = services
  return new Elysia()
    .use(inOrganization(services, 'owner'))
    .post(
      '/:person/password-reset',
      async ({ actor, organizationId, params }): Promise<Static<typeof LINK>> => {
        const { code, expiresAt } = await resetMember(db, organizationId, params.person, actor, {
          operatorEmail,
        })
        const what = 'a link for a new password was made'
        noteChange(log, actor, what, changed(organizationId, params.person))
        return { link: `/dashboard/reset#${code}`, expires_at: expiresAt.toISOString() }
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Make a link with which a member chooses a new password.',
          description:
            'It is valid for a day, once. Only the operator can make one for a person who belongs to other organizations too or is an operator: it lets whoever has it in there.',
          requires: 'owner',
          path: MEMBER_PATH,
          answer: {
            description: 'The link, below the URL of Purr.',
            content: { 'application/json': LINK },
          },
          errors: ['organization_not_found', 'not_found'],
        }),
      },
    )
    .use(jsonBody(bodies, ROLE_CHANGE, BODY_LIMIT))
    .patch(
      '/:person',
      async ({ actor, input: { role }, organizationId, params, set }) => {
        await setRole(db, organizationId, params.person, role)
        noteChange(log, actor, 'a role was changed', { ...changed(organizationId, params.person), role })
        set.status = 204
      },
      {
        parse: 'none',
        body: typed(ROLE_CHANGE),
        detail: operation({
          summary: 'Change what a member may do.',
          requires: 'owner',
          path: MEMBER_PATH,
          body: { 'application/json': ROLE_CHANGE },
          answer: { status: 204, description: 'It is changed.' },
          errors: [...BODY_ERRORS, 'invalid_value', 'organization_not_found', 'not_found', 'last_owner'],
        }),
      },
    )
}

function changed(organization: string, member: string) {
  return { organization, member: member.toLowerCase() }
}

function isThemselves(actor: Actor, person: string): boolean {
  return actor.kind === 'person' && actor.userId === person.toLowerCase()
}
