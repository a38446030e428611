import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { buy, purchaseWith } from '../../src/accounts/purchases.ts'
import { reverse } from '../../src/accounts/reversals.ts'
import { databases } from '../support/databases.ts'
import { type Managed, startManaged } from '../support/managed.ts'
import { checkout } from '../support/stripe.ts'

describe.each(databases)('credits, on $name', (database) => {
  let managed: Managed
  let credits: string
  beforeAll(async () => {
    managed = await startManaged(database, { checkout: checkout() })
    credits = `organizations/${managed.member.organizationId}/credits`
  })
  afterAll(() => managed.close())

  test('the account adds up, and every entry is listed, the newest first', async () => {
    const { db } = managed.storage
    const { organizationId } = managed.member
    const paid = { cents: 1000, provider: 'stripe', reference: 'cs_1' }
    await buy(db, organizationId, paid)
    const { id } = (await purchaseWith(db, 'stripe', 'cs_1'))!
    await reverse(db, id, { cents: 400, provider: 'stripe', reference: 're_1', isOver: false })
    const { body } = await managed.as('member')('GET', credits)
    const month = new Date().toISOString().slice(0, 7)
    expect(body).toMatchObject({
      balance: 1000 + 2_000_000 - 800_000,
      held: 0,
      spent: 0,
      bought: 2_000_000,
      granted: 1000,
      reversed: 800_000,
      months: [{ month, bought: 2_000_000, granted: 1000, reversed: 800_000, paid_cents: 600 }],
      top_up: { has_checkout: true, contact: null, credits_per_dollar: 200_000 },
    })
    const { body: first } = await managed.as('member')('GET', `${credits}/entries?limit=2`)
    expect(first.data).toMatchObject([
      { kind: 'reversal', credits: -800_000, cents: -400, reference: 're_1' },
      { kind: 'purchase', credits: 2_000_000, cents: 1000, reference: 'cs_1' },
    ])
    const next = `${credits}/entries?starting_after=${first.next_page}`
    const { body: second } = await managed.as('member')('GET', next)
    expect(second).toMatchObject({ data: [{ kind: 'grant', credits: 1000, cents: 0 }], has_more: false })
    const { body: none } = await managed.as('stranger')('GET', next)
    expect(none.error).toBe('organization_not_found')
  })

  test('a grant counts once, is for the operator alone, and says why', async () => {
    const grant = { credits: 500, reason: 'Sorry for the outage', reference: 'outage-7' }
    for (const who of ['member', 'owner'] as const)
      expect((await managed.as(who)('POST', credits, grant)).body.error).toBe('not_granted')
    expect((await managed.program('POST', credits, grant)).status).toBe(403)
    const before = (await managed.as('owner')('GET', credits)).body.balance
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => managed.as('operator')('POST', credits, grant)),
    )
    expect(asked.map(({ body }) => body.is_new).filter(Boolean)).toHaveLength(1)
    expect((await managed.as('owner')('GET', credits)).body.balance).toBe(before + 500)
    const { body } = await managed.as('owner')('GET', `${credits}/entries?limit=1`)
    expect(body.data).toMatchObject([{ kind: 'grant', credits: 500, reason: 'Sorry for the outage' }])
    const other = await managed.service.member(0)
    const elsewhere = `organizations/${other.organizationId}/credits`
    for (const [path, more] of [
      [elsewhere, {}],
      [credits, { credits: 501 }],
    ] as const)
      expect((await managed.as('operator')('POST', path, { ...grant, ...more })).status).toBe(409)
  })

  test('a payment that the operator has received raises the tier', async () => {
    const payment = { amount: 50, reference: 'invoice-17' }
    expect((await managed.as('operator')('POST', credits, payment)).body.is_new).toBe(true)
    expect((await managed.as('operator')('POST', credits, payment)).body.is_new).toBe(false)
    const { body } = await managed.as('owner')('GET', `organizations/${managed.member.organizationId}`)
    expect(body.tier).toBe('tier2')
  })

  test('owners open a checkout, members do not', async () => {
    const wanted = { amount: 20, return_to: 'https://example.com/thanks' }
    const { body } = await managed.as('owner')('POST', `${credits}/checkout`, wanted)
    expect(body.url).toStartWith('https://checkout.stripe.com/')
    expect((await managed.as('member')('POST', `${credits}/checkout`, wanted)).status).toBe(403)
  })

  test('checkouts are bounded, because each is a request to the provider', async () => {
    const wanted = { amount: 20, return_to: 'https://example.com/thanks' }
    const owner = managed.as('owner')
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => owner('POST', `${credits}/checkout`, wanted)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]!.body.message).toContain('Ask for checkouts again')
  })
})

test('without a payment provider, a checkout says whom to ask', async () => {
  const managed = await startManaged(databases[0]!, { operatorEmail: 'ops@example.com' })
  const path = `organizations/${managed.member.organizationId}/credits`
  const wanted = { amount: 20, return_to: 'https://example.com' }
  const { status, body } = await managed.as('owner')('POST', `${path}/checkout`, wanted)
  expect([status, body.detail]).toEqual([404, 'Ask its operator at ops@example.com for credits.'])
  const { body: account } = await managed.as('owner')('GET', path)
  expect(account.top_up).toMatchObject({ has_checkout: false, contact: 'ops@example.com' })
  await managed.close()
})
