import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { MIN_PURCHASE_CENTS } from '../accounts/ledger.ts'
import { authentication } from '../http/authentication.ts'
import { jsonBody } from '../http/body.ts'
import { errorHandler } from '../http/error-handler.ts'
import { ServiceError } from '../http/errors.ts'
import { BODY_ERRORS, operation } from '../http/openapi.ts'
import { checkedBy, REFUSAL } from '../http/schema.ts'
import type { HttpServices } from '../http/services.ts'
import { MAX_PURCHASE_CENTS, type StripeCheckout } from './stripe.ts'

/** Most bytes of a body. Stripe's events have a few kilobytes. */
const BODY_LIMIT = 262_144

/** Most characters of the address to return to. */
const MAX_ADDRESS_LENGTH = 2048

/** US dollars. */
const MIN_AMOUNT = MIN_PURCHASE_CENTS / 100
const MAX_AMOUNT = MAX_PURCHASE_CENTS / 100

/** The body of POST /billing/checkout. */
const CHECKOUT_REQUEST = Type.Object({
  return_to: checkedBy<string>((value) => addressOf(value) !== undefined, {
    type: 'string',
    format: 'uri',
    maxLength: MAX_ADDRESS_LENGTH,
    description: 'The page to which the customer returns after paying: http or https.',
    examples: ['https://example.com/thanks'],
    [REFUSAL]: () =>
      new ServiceError('invalid_address', 'return_to is not an http or https address.', {
        detail: `Send the page to which the customer returns after paying, in at most ${MAX_ADDRESS_LENGTH} characters.`,
      }),
  }),
  amount: checkedBy<number>((value) => isForSale(centsOf(value)), {
    type: 'number',
    minimum: MIN_AMOUNT,
    maximum: MAX_AMOUNT,
    multipleOf: 0.01,
    description: 'US dollars, in whole cents.',
    examples: [20],
    [REFUSAL]: () =>
      new ServiceError('invalid_amount', 'amount is not a number of US dollars that can be bought.', {
        detail: `Send one from ${MIN_AMOUNT} to ${MAX_AMOUNT}, in whole cents.`,
      }),
  }),
})

/** The answer of POST /billing/checkout. */
const CHECKOUT = Type.Object(
  { url: Type.String({ format: 'uri', examples: ['https://checkout.stripe.com/c/pay/cs_live_a1b2c3'] }) },
  { additionalProperties: false },
)

/** An event of Stripe, which its own library checks. */
const EVENT = Type.Object(
  {},
  {
    description: 'An event of Stripe. Those that are no payment of a checkout of this service are ignored.',
    examples: [{ id: 'evt_1', object: 'event', type: 'checkout.session.completed' }],
  },
)

/** The answer to Stripe. */
const RECEIVED = Type.Object({ received: Type.Literal(true) }, { additionalProperties: false })

/** POST /billing/checkout and Stripe's webhook. They exist only if Stripe is configured. */
export function billingRoutes(http: HttpServices, checkout: StripeCheckout) {
  const { db, log, bodies } = http
  return new Elysia()
    .use(errorHandler(http))
    .post(
      '/billing/stripe/webhook',
      async ({ request }) => {
        const body = await bodies.read(request, BODY_LIMIT)
        await checkout.take(db, body, request.headers.get('stripe-signature') ?? '', log)
        return { received: true }
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Take an event of Stripe: the payment of a checkout.',
          headers: Type.Object({
            'Stripe-Signature': Type.String({ description: 'The signature of the body, by Stripe.' }),
          }),
          body: { 'application/json': EVENT },
          answer: { description: 'It is taken.', content: { 'application/json': RECEIVED } },
          errors: [
            'invalid_signature',
            ...BODY_ERRORS.filter((code) => code !== 'invalid_json'),
            'internal_error',
            'billing_unavailable',
          ],
          access: [],
        }),
      },
    )
    .use(authentication(http))
    .use(jsonBody(bodies, CHECKOUT_REQUEST, BODY_LIMIT))
    .post(
      '/billing/checkout',
      async ({ caller, input: { amount, return_to } }) => {
        return { url: await checkout.open(caller.organizationId, centsOf(amount), addressOf(return_to)!) }
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Open a checkout on which to buy credits.',
          body: { 'application/json': CHECKOUT_REQUEST },
          answer: { description: 'The page on which to pay.', content: { 'application/json': CHECKOUT } },
          errors: [...BODY_ERRORS, 'invalid_address', 'invalid_amount', 'payment_unavailable'],
        }),
      },
    )
}

/** An http or https address in its canonical form, or undefined for anything else. */
function addressOf(text: unknown): string | undefined {
  const address = typeof text === 'string' && text.length <= MAX_ADDRESS_LENGTH ? URL.parse(text) : null
  return address?.protocol === 'https:' || address?.protocol === 'http:' ? address.href : undefined
}

/** Dollars in cents. Only the inexactness of numbers is rounded away: 0.001 dollars stay a tenth of a cent. */
function centsOf(dollars: unknown): number {
  return typeof dollars === 'number' ? Math.round(dollars * 1e6) / 1e4 : Number.NaN
}

function isForSale(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents >= MIN_PURCHASE_CENTS && cents <= MAX_PURCHASE_CENTS
}
