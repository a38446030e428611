import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { ServiceError } from '../../http/errors.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { withTimeout } from '../../storage/database.ts'
import { setCookies } from '../access/cookies.ts'
import { personOnly } from '../access/guard.ts'
import { NEW_PASSWORD } from '../access/passwords.ts'
import type { ManagementServices } from '../access/services.ts'
import { endSession, sessionsOf } from '../access/sessions.ts'
import { MOMENT, orNull } from '../shared/shown-fields.ts'
import { typed } from '../shared/typed.ts'
import { DONE, type Done } from './answers.ts'
import { passwordField, SIGN_IN_BODY_LIMIT } from './fields.ts'

const PASSWORD_CHANGE = Type.Object({
  current_password: passwordField('current_password'),
  password: NEW_PASSWORD,
})

const SESSIONS = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          id: Type.String({ format: 'uuid' }),
          is_current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
          address: orNull(Type.String({ examples: ['192.0.2.7'] }), {
            description: 'The IP address from which it began.',
          }),
          browser: orNull(Type.String({ examples: ['Mozilla/5.0 (X11; Linux x86_64)'] }), {
            description: 'As it names itself.',
          }),
          created_at: MOMENT,
          expires_at: MOMENT,
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
            is_current: true,
            address: '192.0.2.1',
            browser: 'Mozilla/5.0',
            created_at: '2026-11-22T18:00:00.000Z',
            expires_at: '2026-11-29T18:00:00.000Z',
          },
        ],
      },
    ],
  },
)

/** The browsers in which a person is signed in, latest first. */
export type Sessions = Static<typeof SESSIONS>

/** What a person does with their own sessions and password. */
export function ownSessionRoutes(services: ManagementServices) {
  return new Elysia({ prefix: '/management/auth' })
    .use(errorHandler(services))
    .use(browserRoutes(services))
    .use(passwordRoute(services))
}

/** Where a person is signed in. */
function browserRoutes(services: ManagementServices) {
  const { db, auth } = services
  return new Elysia()
    .use(personOnly(services))
    .post(
      '/sign-out',
      async ({ request, server, set }): Promise<Done> => {
        setCookies(set.headers, await auth.signOut({ request, server }))
        return { done: true }
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Sign out.',
          requires: 'person',
          answer: { description: 'The session has ended.', content: { 'application/json': DONE } },
          errors: [],
        }),
      },
    )
    .get(
      '/sessions',
      async ({ person }): Promise<Sessions> => {
        return { data: await withTimeout(() => sessionsOf(db, person)) }
      },
      {
        detail: operation({
          summary: 'List the browsers in which you are signed in.',
          requires: 'person',
          answer: {
            description: 'The sessions, the latest first.',
            content: { 'application/json': SESSIONS },
          },
          errors: [],
        }),
      },
    )
    .delete(
      '/sessions/:session',
      async ({ params, person, set }) => {
        if (!(await endSession(db, person.userId, params.session))) throw noSession()
        set.status = 204
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Sign out in another browser.',
          requires: 'person',
          path: Type.Object({ session: Type.String({ format: 'uuid' }) }),
          answer: { status: 204, description: 'The session has ended.' },
          errors: ['not_found'],
        }),
      },
    )
}

function passwordRoute(services: ManagementServices) {
  const { auth, bodies } = services
  return new Elysia()
    .use(personOnly(services))
    .use(jsonBody(bodies, PASSWORD_CHANGE, SIGN_IN_BODY_LIMIT))
    .post(
      '/change-password',
      async ({ input, person, request, server, set }): Promise<Done> => {
        const change = { currentPassword: input.current_password, newPassword: input.password }
        setCookies(set.headers, await auth.changePassword({ request, server }, person, change))
        return { done: true }
      },
      {
        parse: 'none',
        body: typed(PASSWORD_CHANGE),
        detail: operation({
          summary: 'Change your password. You are signed out in all other browsers.',
          requires: 'person',
          body: { 'application/json': PASSWORD_CHANGE },
          answer: { description: 'The password is changed.', content: { 'application/json': DONE } },
          errors: [...BODY_ERRORS, 'invalid_value'],
        }),
      },
    )
}

function noSession(): ServiceError {
  return new ServiceError('not_found', 'You have no session with this id.', {
    detail: 'GET /management/auth/sessions lists those you have.',
  })
}
