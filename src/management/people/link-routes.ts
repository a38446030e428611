import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { jsonBodyAlone } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { networkOf } from '../../http/network.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { checker } from '../../http/schema.ts'
import { setCookies } from '../access/cookies.ts'
import { fromHere } from '../access/guard.ts'
import { NEW_PASSWORD } from '../access/passwords.ts'
import type { ManagementServices } from '../access/services.ts'
import { type Attempt, attempt } from '../access/sign-in-limits.ts'
import { typed } from '../shared/typed.ts'
import { DONE, type Done } from './answers.ts'
import { CODE, MEMBER_ROLE, NAME, SIGN_IN_BODY_LIMIT } from './fields.ts'
import { accept, acceptAsNewcomer, offerOf } from './invitations.ts'
import { personOfReset, resetPassword } from './password-resets.ts'

const WITH_CODE = Type.Object({ code: CODE })

const OFFER = Type.Object(
  {
    organization: Type.Object(
      { id: Type.String({ format: 'uuid' }), name: Type.String() },
      { additionalProperties: false },
    ),
    email: Type.String({ format: 'email' }),
    role: MEMBER_ROLE,
    has_account: Type.Boolean({
      description: 'Whether there is a person with this e-mail address, who accepts it signed in.',
    }),
  },
  {
    additionalProperties: false,
    examples: [
      {
        organization: { id: '8f5b1c5e-6f0e-4f0c-9a57-3b1d2f9f6a10', name: 'Acme' },
        email: 'ada@example.com',
        role: 'member',
        has_account: false,
      },
    ],
  },
)

/** What an invitation offers. */
export type InvitationOffer = Static<typeof OFFER>

const ACCEPTANCE = Type.Object({
  code: CODE,
  name: Type.Optional(NAME),
  password: Type.Optional(NEW_PASSWORD),
})

/** What somebody new sends besides the code. */
const newcomerIn = checker(Type.Object({ name: NAME, password: NEW_PASSWORD }))

const ACCEPTED = Type.Object(
  { organization_id: Type.String({ format: 'uuid', examples: ['8f5b1c5e-6f0e-4f0c-9a57-3b1d2f9f6a10'] }) },
  { additionalProperties: false },
)

/** The organization to which somebody belongs now. */
export type Accepted = Static<typeof ACCEPTED>

const RESET_PERSON = Type.Object(
  {
    name: Type.String({ examples: ['Ada'] }),
    email: Type.String({ format: 'email', examples: ['ada@example.com'] }),
  },
  { additionalProperties: false },
)

const NEW_PASSWORD_WITH_CODE = Type.Object({ code: CODE, password: NEW_PASSWORD })

const LINK_ERRORS = [
  ...BODY_ERRORS,
  'invalid_value',
  'not_found',
  'not_granted',
  'rate_limited',
  'internal_error',
  'billing_unavailable',
] as const

/** What is counted of those who try codes. */
function guessing(request: Request, server: Bun.Server<unknown> | null): Attempt {
  return { network: networkOf(request, server), claim: 'link' }
}

/** What people do who have a link: accept an invitation, or choose a new password. The code of the link proves it. */
export function linkRoutes(services: ManagementServices) {
  return new Elysia({ prefix: '/management' })
    .use(errorHandler(services))
    .use(fromHere(services.auth))
    .use(lookRoutes(services))
    .use(passwordRoute(services))
    .use(acceptanceRoute(services))
}

/** Says what a link is for. */
function lookRoutes({ db, auth, bodies }: ManagementServices) {
  const { operatorEmail } = auth
  return new Elysia()
    .use(jsonBodyAlone(bodies, WITH_CODE, SIGN_IN_BODY_LIMIT))
    .post(
      '/invitations/look',
      async ({ input, request, server }): Promise<InvitationOffer> => {
        const look = () => offerOf(db, input.code)
        const offer = await attempt(db, guessing(request, server), look)
        const { organizationId: id, organization: name, email, role, isKnown } = offer
        return { organization: { id, name }, email, role, has_account: isKnown }
      },
      {
        parse: 'none',
        body: typed(WITH_CODE),
        detail: operation({
          summary: 'Show what an invitation offers.',
          body: { 'application/json': WITH_CODE },
          answer: { description: 'The offer.', content: { 'application/json': OFFER } },
          errors: LINK_ERRORS,
          access: [],
        }),
      },
    )
    .post(
      '/password-reset/look',
      async ({ input, request, server }): Promise<Static<typeof RESET_PERSON>> => {
        const look = () => personOfReset(db, input.code, { operatorEmail })
        const { name, email } = await attempt(db, guessing(request, server), look)
        return { name, email }
      },
      {
        parse: 'none',
        body: typed(WITH_CODE),
        detail: operation({
          summary: 'Show who can choose a new password with a link.',
          body: { 'application/json': WITH_CODE },
          answer: { description: 'The person.', content: { 'application/json': RESET_PERSON } },
          errors: LINK_ERRORS,
          access: [],
        }),
      },
    )
}

function passwordRoute({ db, auth, bodies }: ManagementServices) {
  const { operatorEmail } = auth
  return new Elysia().use(jsonBodyAlone(bodies, NEW_PASSWORD_WITH_CODE, SIGN_IN_BODY_LIMIT)).post(
    '/password-reset',
    async ({ input: { code, password }, request, server, set }): Promise<Done> => {
      const reset = () => resetPassword(db, code, password, { operatorEmail })
      const { email } = await attempt(db, guessing(request, server), reset)
      setCookies(set.headers, await auth.enter({ request, server }, { email, password }))
      return { done: true }
    },
    {
      parse: 'none',
      body: typed(NEW_PASSWORD_WITH_CODE),
      detail: operation({
        summary: 'Choose a new password with a link, and sign in. All other sessions end.',
        body: { 'application/json': NEW_PASSWORD_WITH_CODE },
        answer: { description: 'The password is changed.', content: { 'application/json': DONE } },
        errors: LINK_ERRORS,
        access: [],
      }),
    },
  )
}

function acceptanceRoute({ db, auth, bodies }: ManagementServices) {
  return new Elysia().use(jsonBodyAlone(bodies, ACCEPTANCE, SIGN_IN_BODY_LIMIT)).post(
    '/invitations/accept',
    async ({ input, request, server, set }): Promise<Accepted> => {
      const arrival = { request, server }
      const person = await auth.personOf(arrival)
      const take = async () => {
        if (person !== undefined) return { organization_id: await accept(db, input.code, person) }
        const { name, password } = newcomerIn(input)
        const { organizationId, email } = await acceptAsNewcomer(db, input.code, { name, password })
        setCookies(set.headers, await auth.enter(arrival, { email, password }))
        return { organization_id: organizationId }
      }
      return attempt(db, guessing(request, server), take)
    },
    {
      parse: 'none',
      body: typed(ACCEPTANCE),
      detail: operation({
        summary: 'Accept an invitation, and sign in.',
        description:
          'Somebody new chooses a name and a password. Somebody who is known already is signed in, and sends only the code.',
        body: { 'application/json': ACCEPTANCE },
        answer: {
          description: 'They belong to the organization.',
          content: { 'application/json': ACCEPTED },
        },
        errors: [...LINK_ERRORS, 'unauthorized', 'invalid_name', 'already_exists'],
        access: [],
      }),
    },
  )
}
