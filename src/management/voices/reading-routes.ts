import { Elysia } from 'elysia'
import { KeyedSemaphore } from '../../accounts/keyed-semaphore.ts'
import { BODY_LIMIT, jsonBodyAlone } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { operation } from '../../http/openapi.ts'
import { NORMALIZED, type Normalized, normalized } from '../../tts/normalize.ts'
import { NORMALIZE_ERRORS } from '../../tts/routes.ts'
import { NORMALIZE_REQUEST } from '../../tts/speech-request.ts'
import { inOrganization } from '../access/in-organization.ts'
import type { ManagementServices } from '../access/services.ts'
import { ORGANIZATION_PATH } from '../organizations/organization-routes.ts'
import { typed } from '../shared/typed.ts'

/** Texts of an organization that are read at a time; its others wait. Nothing else bounds what this route costs. */
const AT_A_TIME = 2

/** How texts are read: their words and phones, without speech. */
export function readingRoutes(services: ManagementServices) {
  const reading = new KeyedSemaphore(AT_A_TIME)
  return new Elysia({ prefix: '/management' })
    .use(errorHandler(services))
    .use(inOrganization(services, 'member'))
    .use(jsonBodyAlone(services.bodies, NORMALIZE_REQUEST, BODY_LIMIT))
    .post(
      '/organizations/:organization/how-it-is-read',
      ({ organizationId, input, request }): Promise<Normalized> =>
        reading.runIndependently(organizationId, () =>
          normalized(services.turns, organizationId, input, request.signal),
        ),
      {
        parse: 'none',
        body: typed(NORMALIZE_REQUEST),
        detail: operation({
          summary: 'Show which words and phones would be said for a text. It costs no credits.',
          requires: 'member',
          path: ORGANIZATION_PATH,
          body: { 'application/json': NORMALIZE_REQUEST },
          answer: { description: 'What would be said.', content: { 'application/json': NORMALIZED } },
          errors: [...NORMALIZE_ERRORS, 'organization_not_found'],
        }),
      },
    )
}
