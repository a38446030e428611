import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { BODY_LIMIT, jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { ServiceError } from '../../http/errors.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import type { Actor } from '../access/actor.ts'
import { noteChange } from '../access/changes.ts'
import { inOrganization } from '../access/in-organization.ts'
import type { AccountServices } from '../access/services.ts'
import { ORGANIZATION_PATH } from '../organizations/organization-routes.ts'
import { MOMENT } from '../shared/shown-fields.ts'
import { typed } from '../shared/typed.ts'
import { EMAIL, MEMBER_ROLE } from './fields.ts'
import { type Invitation, invite, listInvitations, withdraw } from './invitations.ts'

const FIELDS = {
  id: Type.String({ format: 'uuid' }),
  email: Type.String({ format: 'email' }),
  role: MEMBER_ROLE,
  created_at: MOMENT,
  expires_at: MOMENT,
}

const SAMPLE = {
  id: '8f5b1c5e-6f0e-4f0c-9a57-3b1d2f9f6a10',
  email: 'ada@example.com',
  role: 'member',
  created_at: '2026-11-22T18:00:00.000Z',
  expires_at: '2026-11-29T18:00:00.000Z',
}

const INVITATIONS = Type.Object(
  { data: Type.Array(Type.Object(FIELDS, { additionalProperties: false })) },
  { additionalProperties: false, examples: [{ data: [SAMPLE] }] },
)

/** The open invitations of an organization. */
export type Invitations = Static<typeof INVITATIONS>

const NEW_INVITATION = Type.Object(
  {
    ...FIELDS,
    link: Type.String({ description: 'The link for them, below the URL of Purr. It is shown only now.' }),
  },
  {
    additionalProperties: false,
    examples: [{ ...SAMPLE, link: '/dashboard/invitation#3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  },
)

const INVITED = Type.Object({ email: EMAIL, role: MEMBER_ROLE })

/** Who is invited to an organization. */
export function invitationRoutes(services: AccountServices) {
  return new Elysia({ prefix: '/management/organizations/:organization/invitations' })
    .use(errorHandler(services))
    .use(openInvitationRoutes(services))
    .use(invitationRoute(services))
}

/** The invitations that are open. */
function openInvitationRoutes(services: AccountServices) {
  const { db, log } = services
  return new Elysia()
    .use(inOrganization(services, 'owner'))
    .get(
      '',
      async ({ organizationId }): Promise<Invitations> => {
        return { data: (await listInvitations(db, organizationId)).map(shown) }
      },
      {
        detail: operation({
          summary: 'List the open invitations.',
          requires: 'owner',
          path: ORGANIZATION_PATH,
          answer: {
            description: 'The invitations, oldest first.',
            content: { 'application/json': INVITATIONS },
          },
          errors: ['organization_not_found'],
        }),
      },
    )
    .delete(
      '/:invitation',
      async ({ actor, organizationId, params: { invitation }, set }) => {
        if (!(await withdraw(db, organizationId, invitation))) throw noInvitation()
        noteChange(log, actor, 'an invitation was taken back', { organization: organizationId, invitation })
        set.status = 204
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Take an invitation back.',
          requires: 'owner',
          path: Type.Object({
            organization: Type.String({ format: 'uuid' }),
            invitation: Type.String({ format: 'uuid' }),
          }),
          answer: { status: 204, description: 'Its link is no longer valid.' },
          errors: ['organization_not_found', 'not_found'],
        }),
      },
    )
}

function invitationRoute(services: AccountServices) {
  const { db, log, bodies, operatorEmail } = services
  return new Elysia()
    .use(inOrganization(services, 'owner'))
    .use(jsonBody(bodies, INVITED, BODY_LIMIT))
    .post(
      '',
      async ({ actor, input, organizationId }): Promise<Static<typeof NEW_INVITATION>> => {
        assertMayInvite(actor, input.email, operatorEmail)
        const { code, ...invitation } = await invite(db, organizationId, input)
        const { id, role } = invitation
        noteChange(log, actor, 'somebody was invited', { organization: organizationId, invitation: id, role })
        return { ...shown(invitation), link: `/dashboard/invitation#${code}` }
      },
      {
        parse: 'none',
        body: typed(INVITED),
        detail: operation({
          summary: 'Invite somebody by a link, which is valid for a week, once.',
          description:
            'No mail is sent: give them the link. Who has it becomes a member with this e-mail address. An earlier invitation of the address is no longer valid.',
          requires: 'owner',
          path: ORGANIZATION_PATH,
          body: { 'application/json': INVITED },
          answer: { description: 'The invitation.', content: { 'application/json': NEW_INVITATION } },
          errors: [...BODY_ERRORS, 'invalid_value', 'organization_not_found', 'already_exists'],
        }),
      },
    )
}

/** Nobody proves that an address is theirs, so an owner could come as the operator, whom the configuration names. */
function assertMayInvite(actor: Actor, email: string, operatorEmail: string | undefined): void {
  if (actor.isOperator || email.toLowerCase() !== operatorEmail) return
  throw new ServiceError('not_granted', 'This is the e-mail address of the operator.', {
    detail: 'Only the operator can invite it.',
  })
}

function shown({ createdAt, expiresAt, ...each }: Invitation) {
  return { ...each, created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() }
}

function noInvitation(): ServiceError {
  return new ServiceError('not_found', 'The organization has no open invitation with this id.', {
    detail: 'GET /management/organizations/{organization}/invitations lists those it has.',
  })
}
