import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { findOrganization } from '../accounts/organizations.ts'
import { errorHandler } from '../http/error-handler.ts'
import { operation } from '../http/openapi.ts'
import { inOrganization } from './in-organization.ts'
import type { AccountServices } from './services.ts'

const ORGANIZATION = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ examples: ['Acme'] }),
    role: Type.Union([Type.Literal('member'), Type.Literal('owner'), Type.Literal('operator')]),
    tier: Type.Union([Type.Literal('tier1'), Type.Literal('tier2'), Type.Literal('tier3')]),
    balance: Type.Integer({ description: 'Credits.' }),
  },
  { additionalProperties: false },
)

/** An organization, as those see it who belong to it. */
export type Organization = Static<typeof ORGANIZATION>

export const ORGANIZATION_PATH = Type.Object({ organization: Type.String({ format: 'uuid' }) })

/** Organizations. */
export function organizationRoutes(services: AccountServices) {
  return new Elysia({ prefix: '/management' })
    .use(errorHandler(services))
    .use(inOrganization(services, 'member'))
    .get(
      '/organizations/:organization',
      async ({ role, params }): Promise<Organization> => {
        const { id, name, tier, balance } = (await findOrganization(services.db, params.organization))!
        return { id, name, tier, balance, role }
      },
      {
        detail: operation({
          summary: 'Get an organization.',
          requires: 'member',
          path: ORGANIZATION_PATH,
          answer: { description: 'The organization.', content: { 'application/json': ORGANIZATION } },
          errors: ['organization_not_found'],
        }),
      },
    )
}
