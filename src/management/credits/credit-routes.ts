import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { CREDITS_PER_DOLLAR } from '../../accounts/purchases.ts'
import {
  CHECKOUT,
  CHECKOUT_REQUEST,
  centsOf,
  MAX_AMOUNT,
  MIN_AMOUNT,
} from '../../billing/checkout-request.ts'
import { openCheckout } from '../../billing/open-checkout.ts'
import { BODY_LIMIT, jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { ServiceError } from '../../http/errors.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { forwardParameters, type Page, pageQuery, pageSchema } from '../../http/page.ts'
import { checker } from '../../http/schema.ts'
import { noteChange } from '../access/changes.ts'
import { inOrganization } from '../access/in-organization.ts'
import type { AccountServices, Selling } from '../access/services.ts'
import { ORGANIZATION_PATH } from '../organizations/organization-routes.ts'
import { orNull } from '../shared/shown-fields.ts'
import { typed } from '../shared/typed.ts'
import { BOOKING, book } from './booking.ts'
import { ACCOUNT, accountOf, CREDIT_ENTRY, type CreditEntry, listEntries } from './credits.ts'

const QUERY = Type.Object(forwardParameters('entry'))
const checkQuery = checker(QUERY)

const BOOKED = Type.Object(
  {
    is_new: Type.Boolean({ description: 'False: it was booked before, and nothing has changed.' }),
    balance: Type.Integer({ description: 'Credits.' }),
  },
  { additionalProperties: false },
)

const STATEMENT = Type.Object(
  {
    ...ACCOUNT,
    top_up: Type.Object(
      {
        has_checkout: Type.Boolean({ description: 'Whether credits can be bought here.' }),
        contact: orNull(
          Type.String({
            description: 'The e-mail address of the operator, if it is known.',
            examples: ['ada@example.com'],
          }),
        ),
        credits_per_dollar: Type.Integer(),
        min_amount: Type.Number({ description: 'US dollars.' }),
        max_amount: Type.Number({ description: 'US dollars.' }),
      },
      { description: 'How to get more.', additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
type Statement = Static<typeof STATEMENT>

/** The credits of an organization: what it has, and what that comes from. */
export function creditRoutes(services: AccountServices) {
  return new Elysia({ prefix: '/management/organizations/:organization' })
    .use(errorHandler(services))
    .use(statementRoutes(services))
    .use(bookRoute(services))
    .use(checkoutRoute(services))
}

function statementRoutes(services: AccountServices) {
  const { db, lists, selling } = services
  return new Elysia()
    .use(inOrganization(services, 'member'))
    .get(
      '/credits',
      async ({ organizationId }): Promise<Statement> => {
        return { ...(await accountOf(db, organizationId)), top_up: topUp(selling) }
      },
      {
        detail: operation({
          summary: 'Get the balance of an organization, and what it comes from.',
          requires: 'member',
          path: ORGANIZATION_PATH,
          answer: { description: 'What it has.', content: { 'application/json': STATEMENT } },
          errors: ['organization_not_found'],
        }),
      },
    )
    .get(
      '/credits/entries',
      ({ organizationId, query }): Promise<Page<CreditEntry>> => {
        const page = pageQuery(checkQuery(query))
        return lists.read(organizationId, () => listEntries(db, organizationId, page))
      },
      {
        query: typed(QUERY),
        detail: operation({
          summary: 'List purchases, grants and reversals, the newest first, page by page.',
          requires: 'member',
          path: ORGANIZATION_PATH,
          query: QUERY,
          answer: {
            description: 'A page of the statement of account.',
            content: { 'application/json': pageSchema(CREDIT_ENTRY) },
          },
          errors: ['invalid_limit', 'organization_not_found'],
        }),
      },
    )
}

function bookRoute(services: AccountServices) {
  const { db, log, bodies } = services
  return new Elysia()
    .use(inOrganization(services, 'operator'))
    .use(jsonBody(bodies, BOOKING, BODY_LIMIT))
    .post(
      '/credits',
      async ({ actor, organizationId, input }): Promise<Static<typeof BOOKED>> => {
        const isNew = await book(db, organizationId, input)
        const { credits, amount } = input
        if (isNew)
          noteChange(log, actor, 'credits were booked', { organization: organizationId, credits, amount })
        return { is_new: isNew, balance: (await accountOf(db, organizationId)).balance }
      },
      {
        parse: 'none',
        body: typed(BOOKING),
        detail: operation({
          summary: 'Grant credits, or book a payment that the operator has received.',
          description: 'Send either credits or amount.',
          requires: 'operator',
          path: ORGANIZATION_PATH,
          body: { 'application/json': BOOKING },
          example: { credits: 100_000, reason: 'Welcome', reference: 'welcome-acme' },
          answer: { description: 'What it has now.', content: { 'application/json': BOOKED } },
          errors: [
            ...BODY_ERRORS,
            'invalid_amount',
            'invalid_value',
            'organization_not_found',
            'already_exists',
          ],
        }),
      },
    )
}

function checkoutRoute(services: AccountServices) {
  const { log, bodies, lists, selling } = services
  return new Elysia()
    .use(inOrganization(services, 'owner'))
    .use(jsonBody(bodies, CHECKOUT_REQUEST, BODY_LIMIT))
    .post(
      '/credits/checkout',
      async ({ actor, organizationId, input }): Promise<Static<typeof CHECKOUT>> => {
        if (selling.checkout === undefined) throw notForSale(selling)
        const opened = await openCheckout(selling.checkout, lists, organizationId, input)
        const cents = centsOf(input.amount)
        noteChange(log, actor, 'a checkout was opened', { organization: organizationId, cents })
        return opened
      },
      {
        parse: 'none',
        body: typed(CHECKOUT_REQUEST),
        detail: operation({
          summary: 'Open a checkout on which to buy credits.',
          requires: 'owner',
          path: ORGANIZATION_PATH,
          body: { 'application/json': CHECKOUT_REQUEST },
          answer: { description: 'The page on which to pay.', content: { 'application/json': CHECKOUT } },
          errors: [
            ...BODY_ERRORS,
            'invalid_address',
            'invalid_amount',
            'organization_not_found',
            'not_found',
            'payment_unavailable',
          ],
        }),
      },
    )
}

function topUp({ checkout, contact }: Selling): Statement['top_up'] {
  return {
    has_checkout: checkout !== undefined,
    contact: contact ?? null,
    credits_per_dollar: CREDITS_PER_DOLLAR,
    min_amount: MIN_AMOUNT,
    max_amount: MAX_AMOUNT,
  }
}

function notForSale({ contact }: Selling): ServiceError {
  const whom = contact === undefined ? '' : ` at ${contact}`
  return new ServiceError('not_found', 'This server has no payment provider.', {
    detail: `Ask its operator${whom} for credits.`,
  })
}
