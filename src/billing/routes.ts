import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { authentication } from '../http/authentication.ts'
import { BODY_LIMIT, jsonBody } from '../http/body.ts'
import { errorHandler } from '../http/error-handler.ts'
import { BODY_ERRORS, operation } from '../http/openapi.ts'
import type { HttpServices } from '../http/services.ts'
import { CHECKOUT, CHECKOUT_REQUEST } from './checkout-request.ts'
import { openCheckout } from './open-checkout.ts'
import type { StripeCheckout } from './stripe.ts'

/** Most bytes of an event of Stripe, which has a few kilobytes. */
const EVENT_LIMIT = 262_144

/** An event of Stripe, for the documentation. It is checked after its signature. */
const EVENT_BODY = Type.Object(
  {},
  {
    description: 'An event of Stripe. Those that are no payment of a checkout of this service are ignored.',
    examples: [{ id: 'evt_1', object: 'event', type: 'checkout.session.completed' }],
  },
)

/** The response to Stripe. */
const RECEIVED = Type.Object({ received: Type.Literal(true) }, { additionalProperties: false })

/** POST /billing/checkout and Stripe's webhook. They exist only if Stripe is configured. */
export function billingRoutes(http: HttpServices, checkout: StripeCheckout) {
  const { db, log, bodies, lists } = http
  return new Elysia()
    .use(errorHandler(http))
    .post(
      '/billing/stripe/webhook',
      async ({ request }) => {
        const body = await bodies.read(request, EVENT_LIMIT)
        await checkout.take(db, body, request.headers.get('stripe-signature') ?? '', log)
        return { received: true }
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Take an event of Stripe: the payment of a checkout, or its refund or dispute.',
          headers: Type.Object({
            'Stripe-Signature': Type.String({ description: 'The signature of the body, by Stripe.' }),
          }),
          body: { 'application/json': EVENT_BODY },
          answer: { description: 'It is taken.', content: { 'application/json': RECEIVED } },
          errors: [
            'invalid_signature',
            'invalid_value',
            ...BODY_ERRORS.filter((code) => code !== 'invalid_json'),
            'internal_error',
            'payment_unavailable',
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
      ({ caller, input }) => openCheckout(checkout, lists, caller.organizationId, input),
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
