import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { createOrganization, findOrganization } from '../../src/accounts/organizations.ts'
import { StripeCheckout } from '../../src/billing/stripe.ts'
import { deleteOrganization } from '../../src/retention/delete-organization.ts'
import { rows } from '../../src/storage/database.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const WEBHOOK_SECRET = 'whsec_of_the_test'

/** Stripe's API as far as a checkout needs it: it notes what it is asked, and answers or fails. */
const asked: Record<string, string>[] = []
/** The checkouts that Stripe knows, by their payments, and the refunds of charges. */
const sessions = new Map<string, object>()
const refunds = new Map<string, { readonly id: string }[]>()
let isDown = false
const api = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    if (isDown) return Response.json({ error: { message: 'out of order' } }, { status: 400 })
    const { pathname, searchParams } = new URL(request.url)
    const list = (url: string, data: object[], has_more = false) =>
      Response.json({ object: 'list', url, data, has_more })
    if (request.method === 'GET' && pathname === '/v1/refunds') {
      const all = refunds.get(searchParams.get('charge')!)!
      const at = all.findIndex(({ id }) => id === searchParams.get('starting_after')) + 1
      return list(pathname, all.slice(at, at + 1), at + 1 < all.length) // a page for each
    }
    if (request.method === 'GET') {
      const session = sessions.get(searchParams.get('payment_intent')!)
      return list(pathname, session === undefined ? [] : [session])
    }
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

const logged: string[] = []
let service: Service
beforeAll(async () => {
  const log = createLog({ write: (line) => void logged.push(line) })
  service = await startService({ checkout: new StripeCheckout(stripe, WEBHOOK_SECRET), log })
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
      'adaptive_pricing[enabled]': 'false',
    })
    expect(await service.balance(buyer)).toBe(0)
  })

  test.each([
    ['least', 5, '500'],
    ['most', 10_000, '1000000'],
    ['amount in whole cents', 19.99, '1999'],
  ])('can be for the %s', async (_, amount, cents) => {
    const answer = await open(await service.member(0), { amount, return_to: 'https://example.com' })
    expect(answer.status).toBe(200)
    expect(asked.at(-1)!['line_items[0][price_data][unit_amount]']).toBe(cents)
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

  test('has no longer a body than other requests', async () => {
    const order = { amount: 20, return_to: 'https://example.com', note: 'x'.repeat(65_536) }
    const answer = await open(await service.member(0), order)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ error: 'payload_too_large' })
  })

  test('is bounded for each organization: what is refused asks the provider for nothing', async () => {
    const [eager, other] = [await service.member(0), await service.member(0)]
    const before = asked.length
    const order = { amount: 20, return_to: 'https://example.com' }
    const answers = await Promise.all(Array.from({ length: 60 }, () => open(eager, order)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    const seconds = refused[0]!.headers.get('retry-after')
    expect(await refused[0]!.json()).toEqual({
      error: 'rate_limited',
      message: expect.stringContaining(`Ask for checkouts again in ${seconds} s.`),
    })
    expect(asked.length - before).toBe(60 - refused.length)
    expect((await open(other, order)).status).toBe(200)
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
  const unique = (prefix: string) => `${prefix}_${crypto.randomUUID()}`

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

  test('of a checkout by an organization that is not there books nothing for another with its id as a name', async () => {
    const { db } = service.storage
    const gone = crypto.randomUUID()
    const other = (await createOrganization(db, gone))!.organizationId
    const metadata = { purr_organization: gone }
    const paid = session(await service.member(0), { metadata })
    await expectTaken(event('checkout.session.completed', paid))
    expect(await findOrganization(db, other)).toMatchObject({ balance: 0, paidCents: 0 })
  })

  /** A checkout of $50 that was paid. */
  function checkout(buyer: Member): { payment: string; paid: object } {
    const payment = unique('pi')
    const paid = session(buyer, { payment_intent: payment })
    sessions.set(payment, paid)
    return { payment, paid }
  }

  async function bought(buyer: Member): Promise<string> {
    const { payment, paid } = checkout(buyer)
    await expectTaken(event('checkout.session.completed', paid))
    return payment
  }

  async function expectTaken(payload: string): Promise<void> {
    expect((await report(payload)).status).toBe(200)
  }

  function refund(payment: string, amount: number, status = 'succeeded') {
    return { id: unique('re'), object: 'refund', payment_intent: payment, amount, currency: 'usd', status }
  }

  function dispute(payment: string, status: string, id = unique('du')): object {
    return { id, object: 'dispute', payment_intent: payment, amount: 5000, currency: 'usd', status }
  }

  const account = ({ organizationId }: Member) => findOrganization(service.storage.db, organizationId)

  /** Reports events in an order, then all again at once. */
  async function reportAgain(events: readonly string[]): Promise<void> {
    for (const each of events) await expectTaken(each)
    await Promise.all(events.map(expectTaken))
  }

  test('of a checkout for the least books it', async () => {
    const buyer = await service.member(0)
    await expectTaken(event('checkout.session.completed', session(buyer, { amount_total: 500 })))
    expect(await account(buyer)).toMatchObject({ balance: 1_000_000, paidCents: 500 })
  })

  test('of a refund takes its part of the credits back, once, however often and by whatever event it is reported', async () => {
    const buyer = await service.member(0)
    const payment = await bought(buyer)
    const [first, second] = [refund(payment, 2000), refund(payment, 3000)]
    const charge = unique('ch')
    refunds.set(charge, [first, second])
    await reportAgain([
      event('refund.created', { ...first, status: 'pending' }),
      event('refund.updated', first),
      event('charge.refund.updated', first),
    ])
    expect(await account(buyer)).toMatchObject({ balance: 6_000_000, paidCents: 3000, tier: 'tier2' })
    const all = event('charge.refunded', { id: charge, object: 'charge' })
    await expectTaken(all)
    expect(await account(buyer)).toMatchObject({ balance: 0, paidCents: 0, tier: 'tier2' })
    await reportAgain([all, event('refund.created', second)])
    expect(await account(buyer)).toMatchObject({ balance: 0, paidCents: 0, tier: 'tier2' })
  })

  test.each([
    ['failed', 'refund.failed'],
    ['canceled', 'refund.updated'],
  ])(
    'of a refund that is %s gives the credits again, in whatever order it is reported',
    async (status, type) => {
      const buyer = await service.member(0)
      const payment = await bought(buyer)
      const [one, other] = [refund(payment, 2000), refund(payment, 1000)]
      const over = (which: object) => event(type, { ...which, status })
      await reportAgain([event('refund.created', one), over(one)])
      await reportAgain([over(other), event('refund.created', other)])
      expect(await account(buyer)).toMatchObject({ balance: 10_000_000, paidCents: 5000 })
    },
  )

  test.each([
    ['was lost', ['needs_response', 'under_review', 'lost'], 0],
    ['was won', ['needs_response', 'under_review', 'won'], 10_000_000],
    ['was won, reported first', ['won', 'needs_response'], 10_000_000],
    ['is open', ['needs_response'], 0],
    ['was only an inquiry', ['warning_needs_response', 'warning_under_review', 'warning_closed'], 10_000_000],
    ['was averted', ['prevented'], 10_000_000],
    ['became one after an inquiry', ['warning_needs_response', 'needs_response'], 0],
  ])('of a dispute that %s leaves the right balance', async (_, statuses, balance) => {
    const buyer = await service.member(0)
    const payment = await bought(buyer)
    const id = unique('du')
    const types: Record<string, string> = { lost: 'closed', won: 'closed', warning_closed: 'closed' }
    await reportAgain(
      statuses.map((status) =>
        event(`charge.dispute.${types[status] ?? 'updated'}`, dispute(payment, status, id)),
      ),
    )
    expect(await service.balance(buyer)).toBe(balance)
  })

  test('of a dispute that is won gives what was taken, also if another amount is reported then', async () => {
    const buyer = await service.member(0)
    const payment = await bought(buyer)
    const id = unique('du')
    const of = (amount: number, status: string) => ({ ...dispute(payment, status, id), amount })
    await reportAgain([
      event('charge.dispute.created', of(2000, 'needs_response')),
      event('charge.dispute.closed', of(5000, 'won')),
    ])
    expect(await account(buyer)).toMatchObject({ balance: 10_000_000, paidCents: 5000 })
  })

  test('of money that came back after a dispute gives the credits again', async () => {
    const buyer = await service.member(0)
    const lost = dispute(await bought(buyer), 'under_review')
    await expectTaken(event('charge.dispute.funds_withdrawn', lost))
    expect(await service.balance(buyer)).toBe(0)
    await reportAgain([event('charge.dispute.funds_reinstated', lost)])
    expect(await service.balance(buyer)).toBe(10_000_000)
  })

  test('of a refund of credits that were spent puts the balance below zero, and nothing is spoken until it is positive', async () => {
    const buyer = await service.member(0)
    const payment = await bought(buyer)
    const speak = () => post(`${service.url}/tts/bytes`, buyer.key, { ...goodRequest, transcript: 'Hello.' })
    const spoken = await speak()
    expect(spoken.status).toBe(200)
    await spoken.arrayBuffer()
    await expectTaken(event('refund.created', refund(payment, 5000)))
    expect(await service.balance(buyer)).toBe(-6)
    const refused = await speak()
    expect(refused.status).toBe(402)
    expect(await refused.json()).toMatchObject({ error: 'payment_required' })
    expect(await verifyLedger(service.storage.db)).toEqual([])
    await bought(buyer)
    const again = await speak()
    expect(again.status).toBe(200)
    await again.arrayBuffer()
    expect(await service.balance(buyer)).toBe(10_000_000 - 12)
  })

  test('of a refund that comes before that of its checkout books both', async () => {
    const buyer = await service.member(0)
    const { payment, paid } = checkout(buyer)
    await expectTaken(event('refund.created', refund(payment, 1000)))
    expect(await service.balance(buyer)).toBe(8_000_000)
    await expectTaken(event('checkout.session.completed', paid))
    expect(await service.balance(buyer)).toBe(8_000_000)
  })

  test('of a refund of a purchase from before payments were noted finds it by its checkout', async () => {
    const buyer = await service.member(0)
    const payment = await bought(buyer)
    await rows(service.storage.db, sql`UPDATE purchases SET payment = NULL WHERE payment = ${payment}`)
    await expectTaken(event('refund.created', refund(payment, 5000)))
    expect(await service.balance(buyer)).toBe(0)
  })

  test('of a refund of something else, or in another currency, takes nothing; one that cannot be looked up is to be reported again', async () => {
    const buyer = await service.member(0)
    const payment = await bought(buyer)
    await expectTaken(event('refund.created', refund('pi_of_something_else', 5000)))
    await expectTaken(event('refund.created', { ...refund(payment, 5000), currency: 'eur' }))
    await expectTaken(event('refund.created', { ...refund(payment, 5000), payment_intent: null }))
    isDown = true
    const answer = await report(event('refund.created', refund('pi_unknown', 5000)))
    isDown = false
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ error: 'payment_unavailable' })
    expect(await service.balance(buyer)).toBe(10_000_000)
  })

  test.skipIf(process.env.TEST_DATABASE_URL === undefined)(
    'is to be reported again if the database does not answer in time',
    async () => {
      const buyer = await service.member(0)
      const payload = event('checkout.session.completed', session(buyer))
      await service.storage.db.transaction(async (tx) => {
        await tx.execute(sql`LOCK TABLE organizations`)
        const answer = await report(payload)
        expect(answer.status).toBe(503)
        expect(await answer.json()).toMatchObject({ error: 'billing_unavailable' })
      })
      expect(await service.balance(buyer)).toBe(0)
      await expectTaken(payload)
      expect(await service.balance(buyer)).toBe(10_000_000)
    },
  )

  test('about a deleted organization is taken: a payment is logged, and a refund is recorded once', async () => {
    const { db } = service.storage
    const buyer = await service.member(0)
    const payment = await bought(buyer)
    await deleteOrganization(db, buyer.organizationId, false, undefined)
    const recorded = () =>
      rows<{ cents: string; organization_id: string | null }>(
        db,
        sql`
          SELECT r.cents, p.organization_id FROM reversals r JOIN purchases p ON p.id = r.purchase_id
          WHERE p.payment = ${payment}`,
      )
    await expectTaken(event('checkout.session.completed', session(buyer)))
    const refunded = event('refund.created', refund(payment, 2000))
    for (const payload of [refunded, refunded]) await expectTaken(payload)
    expect((await recorded()).map(({ cents, ...rest }) => ({ cents: Number(cents), ...rest }))).toEqual([
      { cents: 2000, organization_id: null },
    ])
    expect(await verifyLedger(db)).toEqual([])
  })

  test('of another kind is taken and left alone', async () => {
    expect((await report(event('customer.created', {}))).status).toBe(200)
  })

  test.each<[string, (buyer: Member) => unknown, RegExp]>([
    ['no JSON', () => 'evt_1', /the event: Expected JSON/],
    ['null', () => 'null', /the event: Expected object/],
    ['without a type', () => ({ data: { object: {} } }), /type: Expected/],
    ['about nothing', () => ({ type: 'checkout.session.completed', data: {} }), /data.object: Expected/],
    [
      'about a checkout with a part of a cent',
      (buyer) => ({
        type: 'checkout.session.completed',
        data: { object: session(buyer, { amount_total: 5000.5 }) },
      }),
      /amount_total: Expected/,
    ],
    [
      'about a checkout without an id',
      (buyer) => ({ type: 'checkout.session.completed', data: { object: session(buyer, { id: null }) } }),
      /id: Expected string/,
    ],
    [
      'about a refund of less than nothing',
      () => ({ type: 'refund.created', data: { object: refund('pi_1', -5000) } }),
      /amount: Expected/,
    ],
    [
      'about a dispute without a status',
      () => ({ type: 'charge.dispute.created', data: { object: { id: 'du_1' } } }),
      /Expected/,
    ],
  ])('that is signed, but %s, is refused, logged once, and books nothing', async (_, made, problem) => {
    const buyer = await service.member(0)
    const payload = made(buyer)
    const before = logged.length
    const answer = await report(typeof payload === 'string' ? payload : JSON.stringify(payload))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: 'invalid_value',
      detail: expect.stringMatching(problem),
    })
    expect(logged.slice(before)).toEqual([expect.stringMatching(problem)])
    expect(await service.balance(buyer)).toBe(0)
  })

  test('that is not signed, or by somebody else, or long ago, or was changed, is refused', async () => {
    const buyer = await service.member(0)
    const payload = event('checkout.session.completed', session(buyer))
    const unsigned = await fetch(`${service.url}/billing/stripe/webhook`, { method: 'POST', body: payload })
    const foreign = await report(payload, 'whsec_of_another')
    const old = await fetch(`${service.url}/billing/stripe/webhook`, {
      method: 'POST',
      headers: {
        'stripe-signature': await stripe.webhooks.generateTestHeaderStringAsync({
          payload,
          secret: WEBHOOK_SECRET,
          timestamp: Math.floor(Date.now() / 1000) - 3600,
        }),
      },
      body: payload,
    })
    const signature = await stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret: WEBHOOK_SECRET,
    })
    const changed = await fetch(`${service.url}/billing/stripe/webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: payload.replace('5000', '9000'),
    })
    for (const answer of [unsigned, foreign, old, changed]) {
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
