import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { jsonBodyAlone } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { networkOf } from '../../http/network.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { withTimeout } from '../../storage/database.ts'
import type { Person } from '../access/actor.ts'
import { setCookies } from '../access/cookies.ts'
import { fromHere } from '../access/guard.ts'
import { NEW_PASSWORD } from '../access/passwords.ts'
import { organizationsOf } from '../access/people.ts'
import type { ManagementServices } from '../access/services.ts'
import { attempt } from '../access/sign-in-limits.ts'
import { orNull } from '../shared/shown-fields.ts'
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
/** The access of routes that anybody may use, signed in or not. */
const EVERYBODY = { access: [] }
const GUESSED = [
  'unauthorized',
  'not_granted',
  'rate_limited',
  'internal_error',
  'billing_unavailable',
] as const

/** Who is signed in, signing in, and the first person. */
export function sessionRoutes(services: ManagementServices) {
  return new Elysia({ prefix: '/management' })
    .use(errorHandler(services))
    .use(visitRoute(services))
    .use(welcomeRoute(services))
    .use(signInRoute(services))
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
    .use(jsonBodyAlone(bodies, WELCOME, SIGN_IN_BODY_LIMIT))
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
    .use(jsonBodyAlone(bodies, SIGN_IN, SIGN_IN_BODY_LIMIT))
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

function shown({ userId, name, email, isOperator }: Person): Static<typeof PERSON> {
  return { id: userId, name, email, is_operator: isOperator }
}
