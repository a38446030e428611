import { Elysia } from 'elysia'
import { authentication } from '../http/authentication.ts'
import { parseJson } from '../http/body.ts'
import type { BodyReader } from '../http/body-reader.ts'
import { ServiceError } from '../http/errors.ts'
import type { KeyGuard } from '../http/key-guard.ts'
import type { Database } from '../storage/database.ts'
import type { Log } from '../telemetry/log.ts'
import type { StripeCheckout } from './stripe.ts'

/** Bytes a body may have: Stripe's events are some kilobytes. */
const BODY_LIMIT = 262_144

/** Characters of the page to return to. */
const LONGEST_ADDRESS = 2048

/** POST /billing/checkout and Stripe's webhook; there only when Stripe is configured. */
export function billingRoutes(
  db: Database,
  guard: KeyGuard,
  bodies: BodyReader,
  checkout: StripeCheckout,
  log: Log,
) {
  return new Elysia()
    .post(
      '/billing/stripe/webhook',
      async ({ request }) => {
        const body = await bodies.read(request, BODY_LIMIT)
        await checkout.take(db, body, request.headers.get('stripe-signature') ?? '', log)
        return { received: true }
      },
      { parse: 'none' },
    )
    .use(authentication(db, guard))
    .post(
      '/billing/checkout',
      async ({ request, caller }) => {
        const { amount, return_to } = parseJson(await bodies.read(request, BODY_LIMIT))
        const cents = typeof amount === 'number' ? Math.round(amount * 1e6) / 1e4 : Number.NaN
        return { url: await checkout.open(caller.organizationId, cents, addressOf(return_to)) }
      },
      { parse: 'none' },
    )
}

function addressOf(text: unknown): string {
  const address = typeof text === 'string' && text.length <= LONGEST_ADDRESS ? URL.parse(text) : null
  if (address?.protocol === 'https:' || address?.protocol === 'http:') return address.href
  throw new ServiceError('invalid_address', 'return_to is not an http or https address.', {
    detail: `Send the page to which the customer returns after paying, in at most ${LONGEST_ADDRESS} characters.`,
  })
}
