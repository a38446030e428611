import Stripe from 'stripe'
import { StripeCheckout } from '../../src/billing/stripe.ts'

const SECRET = 'whsec_of_the_test'

/** A checkout of a payment provider that opens every one. */
export function checkout(): StripeCheckout {
  const stripe = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () =>
      Response.json({ id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/1' }),
  })
  stripe.unref()
  return new StripeCheckout(
    new Stripe('sk_test_1', { host: '127.0.0.1', port: stripe.port, protocol: 'http' }),
    SECRET,
  )
}

/** The signature of an event, as the provider sends it. */
export function signatureOf(payload: string): Promise<string> {
  return new Stripe('sk_test_1').webhooks.generateTestHeaderStringAsync({ payload, secret: SECRET })
}

/** The event with which the provider reports that a checkout of an organization was paid. */
export function paidEvent(organizationId: string, cents: number): string {
  const session = {
    id: `cs_${crypto.randomUUID()}`,
    object: 'checkout.session',
    metadata: { purr_organization: organizationId },
    amount_total: cents,
    currency: 'usd',
    payment_status: 'paid',
    payment_intent: `pi_${crypto.randomUUID()}`,
  }
  const type = 'checkout.session.completed'
  return JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type,
    data: { object: session },
  })
}
