import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { findOrganization } from '../../src/accounts/organizations.ts'
import { StripeCheckout } from '../../src/billing/stripe.ts'
import { post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const WEBHOOK_SECRET = 'whsec_of_the_test'

/** Stripe's API as far as a checkout needs it: it notes what it is asked, and answers or fails. */
const asked: Record<string, string>[] = []
let isDown = false
const api = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    if (isDown) return Response.json({ error: { message: 'out of order' } }, { status: 400 })
    asked.push(Object.fromEntries(new URLSearchParams(await request.text())))
    return Response.json({
      id: 'cs_1',
      object: 'checkout.session',
      url: 'https://checkout.stripe.com/c/pay/cs_1',
    })
  },
})
const stripe = new Stripe('sk_test_1', {
  host: '127.0.0.1',
  port: api.port,
  protocol: 'http',
  maxNetworkRetries: 0,
})

let service: Service
beforeAll(async () => {
  service = await startService({ checkout: new StripeCheckout(stripe, WEBHOOK_SECRET) })
})
afterAll(async () => {
  await service.close()
  await api.stop(true)
})

const open = ({ key }: Member, body: unknown) => post(`${service.url}/billing/checkout`, key, body)

describe('opening a checkout', () => {
  test('gives the page on which to pay, for the organization of the key', async () => {
    const buyer = await service.member(0)
    const answer = await open(buyer, { amount: 20, return_to: 'https://example.com/thanks' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ url: 'https://checkout.stripe.com/c/pay/cs_1' })
    expect(asked.at(-1)).toMatchObject({
      mode: 'payment',
      'metadata[purr_organization]': buyer.organizationId,
      'line_items[0][price_data][unit_amount]': '2000',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][product_data][name]': '4,000,000 credits',
      success_url: 'https://example.com/thanks',
    })
    expect(await service.balance(buyer)).toBe(0)
  })

  test.each([
    [{ amount: 4.99, return_to: 'https://example.com' }, 400, 'invalid_amount'],
    [{ amount: 5.001, return_to: 'https://example.com' }, 400, 'invalid_amount'],
    [{ amount: 10_000.01, return_to: 'https://example.com' }, 400, 'invalid_amount'],
    [{ amount: '20', return_to: 'https://example.com' }, 400, 'invalid_amount'],
    [{ amount: 20 }, 400, 'invalid_address'],
    [{ amount: 20, return_to: 'javascript:alert(1)' }, 400, 'invalid_address'],
    ['20', 400, 'invalid_json'],
  ])('%j is refused', async (body, status, code) => {
    const answer = await open(await service.member(0), body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: code })
  })

  test('needs a key, and tells when the provider fails', async () => {
    expect((await post(`${service.url}/billing/checkout`, 'nobody', {})).status).toBe(401)
    isDown = true
    const answer = await open(await service.member(0), { amount: 20, return_to: 'https://example.com' })
    isDown = false
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ error: 'payment_unavailable' })
  })
})

describe('an event', () => {
  function event(type: string, session: object): string {
    return JSON.stringify({
      id: `evt_${crypto.randomUUID()}`,
      object: 'event',
      type,
      data: { object: session },
    })
  }

  async function report(payload: string, secret = WEBHOOK_SECRET): Promise<Response> {
    const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret })
    return fetch(`${service.url}/billing/stripe/webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: payload,
    })
  }

  function session({ organizationId }: Member, more: object = {}): object {
    return {
      id: `cs_${crypto.randomUUID()}`,
      object: 'checkout.session',
      metadata: { purr_organization: organizationId },
      amount_total: 5000,
      currency: 'usd',
      payment_status: 'paid',
      ...more,
    }
  }

  test('of a paid checkout books it once, however often and in whatever order it is reported', async () => {
    const buyer = await service.member(0)
    const paid = session(buyer)
    const events = [
      event('checkout.session.async_payment_succeeded', paid),
      event('checkout.session.completed', { ...paid, payment_status: 'unpaid' }),
      event('checkout.session.completed', paid),
    ]
    for (const each of [...events, ...events]) expect((await report(each)).status).toBe(200)
    await Promise.all(events.map((each) => report(each)))
    expect(await findOrganization(service.storage.db, buyer.organizationId)).toMatchObject({
      balance: 10_000_000,
      paidCents: 5000,
      tier: 'tier2',
    })
  })

  test.each([
    ['not paid yet', { payment_status: 'unpaid' }],
    ['in another currency', { currency: 'eur' }],
    ['of something else', { metadata: {}, client_reference_id: 'x' }],
    ['of an organization that is not there', { metadata: { purr_organization: crypto.randomUUID() } }],
    ['too small', { amount_total: 100 }],
  ])('of a checkout that is %s books nothing', async (_, more) => {
    const buyer = await service.member(0)
    expect((await report(event('checkout.session.completed', session(buyer, more)))).status).toBe(200)
    expect(await service.balance(buyer)).toBe(0)
  })

  test('of another kind is taken and left alone', async () => {
    expect((await report(event('customer.created', {}))).status).toBe(200)
  })

  test('that is not signed, or by somebody else, or was changed, is refused', async () => {
    const buyer = await service.member(0)
    const payload = event('checkout.session.completed', session(buyer))
    const unsigned = await fetch(`${service.url}/billing/stripe/webhook`, { method: 'POST', body: payload })
    const foreign = await report(payload, 'whsec_of_another')
    const signature = await stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret: WEBHOOK_SECRET,
    })
    const changed = await fetch(`${service.url}/billing/stripe/webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: payload.replace('5000', '9000'),
    })
    for (const answer of [unsigned, foreign, changed]) {
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: 'invalid_signature' })
    }
    expect(await service.balance(buyer)).toBe(0)
  })
})

test('without a payment provider there is nothing to buy', async () => {
  const other = await startService()
  const { key } = await other.member(0)
  expect((await post(`${other.url}/billing/checkout`, key, {})).status).toBe(404)
  await other.close()
})
