import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { makeKeyToken } from '../../accounts/key-token.ts'
import { dashboardKey } from '../../accounts/keys.ts'
import { BODY_LIMIT, jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { expiryOf, tokenLife } from '../../http/token-life.ts'
import { assertNotTakenOut } from '../access/actor.ts'
import { inOrganization } from '../access/in-organization.ts'
import type { AccountServices } from '../access/services.ts'
import { assertProject, PROJECT_PATH } from '../organizations/project-routes.ts'
import { MOMENT } from '../shared/shown-fields.ts'
import { typed } from '../shared/typed.ts'

const TOKEN_REQUEST = Type.Object({
  expires_in: tokenLife('Seconds for which requests and WebSockets can begin with the token.'),
})

const TOKEN = Type.Object(
  {
    token: Type.String({
      description: 'Speaks as a Bearer token, or as access_token of a WebSocket.',
      examples: ['tts_6n3vZ2Qm…'],
    }),
    expires_at: MOMENT,
    key_id: Type.String({ format: 'uuid', description: 'The key "Dashboard", for which the token stands.' }),
  },
  { additionalProperties: false },
)

/** Tokens with which the people of an organization speak on the dashboard. */
export function dashboardTokenRoutes(services: AccountServices) {
  return new Elysia({ prefix: '/management/organizations/:organization' })
    .use(errorHandler(services))
    .use(tokenRoute(services))
}

function tokenRoute(services: AccountServices) {
  const { db, guard, bodies } = services
  return new Elysia()
    .use(inOrganization(services, 'member'))
    .derive(async ({ organizationId, params }) => {
      await assertProject(services, organizationId, (params as { project: string }).project) // before the body is read
      return {}
    })
    .use(jsonBody(bodies, TOKEN_REQUEST, BODY_LIMIT))
    .post(
      '/projects/:project/access-token',
      async ({ actor, organizationId, params: { project }, input }): Promise<Static<typeof TOKEN>> => {
        const keyId = await dashboardKey(db, project)
        const expiresAt = expiryOf(input.expires_in)
        const token = await makeKeyToken(db, 'tts', keyId, expiresAt)
        await assertNotTakenOut(db, actor, organizationId)
        guard.remember(token)
        return { token, expires_at: new Date(expiresAt * 1000).toISOString(), key_id: keyId }
      },
      {
        parse: 'none',
        body: typed(TOKEN_REQUEST),
        detail: operation({
          summary: 'Make a token with which the dashboard speaks for a project for a while.',
          description:
            'It stands for the key "Dashboard" of the project, which is made when it is first needed. What it speaks is paid by the organization.',
          requires: 'member',
          path: PROJECT_PATH,
          body: { 'application/json': TOKEN_REQUEST },
          example: { expires_in: 300 },
          answer: { description: 'The token.', content: { 'application/json': TOKEN } },
          errors: [...BODY_ERRORS, 'invalid_expiry', 'organization_not_found', 'project_not_found'],
        }),
      },
    )
}
