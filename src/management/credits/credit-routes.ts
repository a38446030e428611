import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  buy,
  CREDITS_PER_DOLLAR,
  MIN_PURCHASE_CENTS,
  purchase,
  purchaseWith,
} from '../../accounts/purchases.ts'
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
import { checkedBy, checker, REFUSAL } from '../../http/schema.ts'
import { descriptionFault, MAX_DESCRIPTION, MAX_NAME, nameFault } from '../../http/texts.ts'
import { noteChange } from '../access/changes.ts'
import { inOrganization } from '../access/in-organization.ts'
import type { AccountServices, Selling } from '../access/services.ts'
import { ORGANIZATION_PATH } from '../organizations/organization-routes.ts'
import { orNull } from '../shared/shown-fields.ts'
import { typed } from '../shared/typed.ts'
import { ACCOUNT, accountOf, CREDIT_ENTRY, type CreditEntry, listEntries } from './credits.ts'

/** Most credits, and most US dollars, that the operator books at once. */
const MAX_CREDITS = 1_000_000_000_000
const MAX_DOLLARS = 1_000_000

const QUERY = Type.Object(forwardParameters('entry'))
const checkQuery = checker(QUERY)

const ENTRY = Type.Object({
  credits: Type.Optional(
    checkedBy<number>((value) => isWithin(value, 1, MAX_CREDITS), {
      type: 'integer',
      minimum: 1,
      maximum: MAX_CREDITS,
      description: 'Credits to grant.',
      [REFUSAL]: () =>
        new ServiceError('invalid_amount', `credits is not a whole number from 1 to ${MAX_CREDITS}.`, {
          detail: 'Send the credits to grant, or amount for a payment.',
        }),
    }),
  ),
  amount: Type.Optional(
    checkedBy<number>((value) => isWithin(centsOf(value), MIN_PURCHASE_CENTS, MAX_DOLLARS * 100), {
      type: 'number',
      minimum: MIN_AMOUNT,
      maximum: MAX_DOLLARS,
      description: `US dollars that were paid. Each buys ${CREDITS_PER_DOLLAR} credits.`,
      [REFUSAL]: () =>
        new ServiceError(
          'invalid_amount',
          `amount is not a number of US dollars from ${MIN_AMOUNT} to ${MAX_DOLLARS}, in whole cents.`,
          { detail: 'Send what was paid, or credits for a grant.' },
        ),
    }),
  ),
  reason: Type.Optional(
    checkedBy<string>((text) => typeof text === 'string' && descriptionFault(text) === undefined, {
      type: 'string',
      maxLength: MAX_DESCRIPTION,
      description: 'Why they are granted. The organization sees it.',
      [REFUSAL]: () =>
        new ServiceError('invalid_value', 'reason is too long, or has a control character.', {
          detail: `Send at most ${MAX_DESCRIPTION} characters, or leave it out.`,
        }),
    }),
  ),
  reference: Type.Optional(
    checkedBy<string>((text) => typeof text === 'string' && nameFault(text) === undefined, {
      type: 'string',
      maxLength: MAX_NAME,
      description: 'Names the grant or the payment. Each counts once, however often it is sent.',
      [REFUSAL]: () =>
        new ServiceError('invalid_value', 'reference is empty, too long, or has a control character.', {
          detail: `Send 1 to ${MAX_NAME} characters, or leave it out.`,
        }),
    }),
  ),
})

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
    .use(jsonBody(bodies, ENTRY, BODY_LIMIT))
    .post(
      '/credits',
      async ({ actor, organizationId, input }): Promise<Static<typeof BOOKED>> => {
        const isNew = await book(services, organizationId, input)
        const { credits, amount } = input
        if (isNew)
          noteChange(log, actor, 'credits were booked', { organization: organizationId, credits, amount })
        return { is_new: isNew, balance: (await accountOf(db, organizationId)).balance }
      },
      {
        parse: 'none',
        body: typed(ENTRY),
        detail: operation({
          summary: 'Grant credits, or book a payment that the operator has received.',
          description: 'Send either credits or amount.',
          requires: 'operator',
          path: ORGANIZATION_PATH,
          body: { 'application/json': ENTRY },
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

/**
 * Books what was sent. False if it was booked before.
 *
 * @throws ServiceError invalid_amount, already_exists; DatabaseUnavailable
 */
async function book(
  { db }: AccountServices,
  organizationId: string,
  { credits, amount, reason, reference = crypto.randomUUID() }: Static<typeof ENTRY>,
): Promise<boolean> {
  if ((credits === undefined) === (amount === undefined)) throw notOne()
  const provider = credits === undefined ? 'operator' : 'grant'
  const cents = credits === undefined ? centsOf(amount) : 0
  const isNew =
    credits === undefined
      ? await buy(db, organizationId, { cents, provider, reference, reason })
      : await purchase(db, organizationId, { credits, cents, provider, reference, reason })
  if (isNew) return true
  const before = await purchaseWith(db, provider, reference)
  const isSame = before?.organizationId === organizationId && before.cents === cents
  if (!isSame || before.credits !== (credits ?? before.credits)) throw isTaken()
  return false
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

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
}

function notOne(): ServiceError {
  return new ServiceError('invalid_amount', 'The body must have either credits or amount, and not both.', {
    detail: 'Send credits to grant them, or amount to book a payment.',
  })
}

function isTaken(): ServiceError {
  return new ServiceError('already_exists', 'Something else was booked with this reference.', {
    detail: 'Choose another reference.',
  })
}

function notForSale({ contact }: Selling): ServiceError {
  const whom = contact === undefined ? '' : ` at ${contact}`
  return new ServiceError('not_found', 'This server has no payment provider.', {
    detail: `Ask its operator${whom} for credits.`,
  })
}
