import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { ServiceError } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { withTimeout } from '../../storage/database.ts'
import type { Person } from '../access/actor.ts'
import { setCookies } from '../access/cookies.ts'
import { fromHere, personOnly } from '../access/guard.ts'
import { NEW_PASSWORD } from '../access/passwords.ts'
import { organizationsOf } from '../access/people.ts'
import type { ManagementServices } from '../access/services.ts'
import { endSession, sessionsOf } from '../access/sessions.ts'
import { attempt } from '../access/sign-in-limits.ts'
import { MOMENT, orNull } from '../shared/shown-fields.ts'
import { typed } from '../shared/typed.ts'
import { DONE, type Done, ROLE } from './answers.ts'
import { CODE, EMAIL, NAME, passwordField, SIGN_IN_BODY_LIMIT } from './fields.ts'
import { welcome } from './welcome.ts'

const SAMPLE_ID = '8f5b1c5e-6f0e-4f0c-9a57-3b1d2f9f6a10'

const PERSON = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ examples: ['Ada'] }),
    email: Type.String({ format: 'email' }),
    is_operator: Type.Boolean({ description: 'Whether all organizations are theirs to manage.' }),
  },
  { additionalProperties: false },
)

/** The response of GET /management/session. */
const SESSION = Type.Object(
  {
    person: orNull(PERSON, { description: 'Who is signed in. Null: nobody.' }),
    organizations: Type.Array(
      Type.Object(
        {
          id: Type.String({ format: 'uuid' }),
          name: Type.String({ examples: ['Acme'] }),
          role: ROLE,
        },
        { additionalProperties: false },
      ),
      { description: 'Theirs, at most 100; the operator has all.' },
    ),
    needs_owner: Type.Boolean({
      description:
        'Whether nobody is there yet, so that the first person is let in with the link of the start.',
    }),
  },
  {
    additionalProperties: false,
    examples: [
      {
        person: { id: SAMPLE_ID, name: 'Ada', email: 'ada@example.com', is_operator: false },
        organizations: [{ id: SAMPLE_ID, name: 'Acme', role: 'owner' }],
        needs_owner: false,
      },
    ],
  },
)

/** Who is signed in. */
export type Session = Static<typeof SESSION>

const WELCOME = Type.Object({ code: CODE, name: NAME, email: EMAIL, password: NEW_PASSWORD })
const SIGN_IN = Type.Object({ email: EMAIL, password: passwordField('password') })
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
            id: SAMPLE_ID,
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

/** The access of routes that anybody may use, signed in or not. */
const EVERYBODY = { access: [] }
const GUESSED = [
  'unauthorized',
  'not_granted',
  'rate_limited',
  'internal_error',
  'billing_unavailable',
] as const

/** Signing in and out, and the first person. */
export function sessionRoutes(services: ManagementServices) {
  return new Elysia({ prefix: '/management' })
    .use(errorHandler(services))
    .use(visitRoute(services))
    .use(welcomeRoute(services))
    .use(signInRoute(services))
    .use(ownSessionRoutes(services))
    .use(passwordRoute(services))
}

function visitRoute({ db, auth, guard }: ManagementServices) {
  return new Elysia().get(
    '/session',
    async ({ request, server, set }): Promise<Session> => {
      const { person, cookies } = await auth.visit({ request, server })
      setCookies(set.headers, cookies)
      if (person !== undefined) {
        guard.remember(auth.cookieOf(request)!)
        const organizations = await withTimeout(() => organizationsOf(db, person))
        return { person: shown(person), organizations, needs_owner: false }
      }
      return { person: null, organizations: [], needs_owner: await auth.needsOwner() }
    },
    {
      detail: operation({
        summary: 'Show who is signed in.',
        answer: {
          description: 'The person and their organizations.',
          content: { 'application/json': SESSION },
        },
        errors: ['internal_error', 'billing_unavailable'],
        ...EVERYBODY,
      }),
    },
  )
}

function welcomeRoute({ db, auth, bodies }: ManagementServices) {
  return new Elysia()
    .use(fromHere(auth))
    .use(jsonBody(bodies, WELCOME, SIGN_IN_BODY_LIMIT))
    .post(
      '/welcome',
      async ({ input, request, server, set }): Promise<Done> => {
        const trial = { network: networkOf(request, server), claim: 'welcome' }
        await attempt(db, trial, () => welcome(db, auth.operatorEmail, input))
        const { email, password } = input
        const account = { email: email.toLowerCase(), password }
        setCookies(set.headers, await auth.enter({ request, server }, account))
        return { done: true }
      },
      {
        parse: 'none',
        body: typed(WELCOME),
        detail: operation({
          summary: 'Let the first person in, who is operator and owner of the first organization.',
          description:
            'The start prints a link with the code; the first API key does as well. The person is signed in.',
          body: { 'application/json': WELCOME },
          answer: { description: 'The person is in.', content: { 'application/json': DONE } },
          errors: [...BODY_ERRORS, 'invalid_value', 'invalid_name', 'already_exists', ...GUESSED],
          ...EVERYBODY,
        }),
      },
    )
}

function signInRoute({ auth, bodies }: ManagementServices) {
  return new Elysia()
    .use(fromHere(auth))
    .use(jsonBody(bodies, SIGN_IN, SIGN_IN_BODY_LIMIT))
    .post(
      '/auth/sign-in/email',
      async ({ input, request, server, set }): Promise<Done> => {
        setCookies(set.headers, await auth.signIn({ request, server }, input))
        return { done: true }
      },
      {
        parse: 'none',
        body: typed(SIGN_IN),
        detail: operation({
          summary: 'Sign in. The response sets the cookie of the session.',
          body: { 'application/json': SIGN_IN },
          answer: { description: 'The browser is signed in.', content: { 'application/json': DONE } },
          errors: [...BODY_ERRORS, 'invalid_value', ...GUESSED],
          ...EVERYBODY,
        }),
      },
    )
}

/** What a person does with their sessions. */
function ownSessionRoutes(services: ManagementServices) {
  const { db, auth } = services
  return new Elysia()
    .use(personOnly(services))
    .post(
      '/auth/sign-out',
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
      '/auth/sessions',
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
      '/auth/sessions/:session',
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
      '/auth/change-password',
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

function shown({ userId, name, email, isOperator }: Person): Static<typeof PERSON> {
  return { id: userId, name, email, is_operator: isOperator }
}

function noSession(): ServiceError {
  return new ServiceError('not_found', 'You have no session with this id.', {
    detail: 'GET /management/auth/sessions lists those you have.',
  })
}
