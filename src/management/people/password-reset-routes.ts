import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { BODY_LIMIT, jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { ServiceError } from '../../http/errors.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { noteChange } from '../access/changes.ts'
import { operatorOnly } from '../access/guard.ts'
import type { AccountServices } from '../access/services.ts'
import { typed } from '../shared/typed.ts'
import { LINK } from './answers.ts'
import { EMAIL } from './fields.ts'
import { makeResetLink } from './password-resets.ts'

const WHO = Type.Object({ email: EMAIL })

/** Links for people who have forgotten their password, made by the operator. */
export function passwordResetRoutes(services: AccountServices) {
  return new Elysia({ prefix: '/management' })
    .use(errorHandler(services))
    .use(operatorOnly(services))
    .use(jsonBody(services.bodies, WHO, BODY_LIMIT))
    .post(
      '/password-resets',
      async ({ actor, input }): Promise<Static<typeof LINK>> => {
        const reset = await makeResetLink(services.db, input.email, actor)
        if (reset === undefined) throw nobody()
        noteChange(services.log, actor, 'a link for a new password was made', { member: reset.userId })
        return { link: `/dashboard/reset#${reset.code}`, expires_at: reset.expiresAt.toISOString() }
      },
      {
        parse: 'none',
        body: typed(WHO),
        detail: operation({
          summary: 'Make a link with which somebody chooses a new password. It is valid for a day, once.',
          requires: 'operator',
          body: { 'application/json': WHO },
          answer: {
            description: 'The link, below the URL of Purr.',
            content: { 'application/json': LINK },
          },
          errors: [...BODY_ERRORS, 'invalid_value', 'not_found'],
        }),
      },
    )
}

function nobody(): ServiceError {
  return new ServiceError('not_found', 'There is no person with this e-mail address.', {
    detail: 'Send the e-mail address with which they sign in.',
  })
}
