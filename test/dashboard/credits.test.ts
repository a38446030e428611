import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { assertAccessible, settled, startBrowser, type TestBrowser } from '../support/browser.ts'
import { makePerson } from '../support/people.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { checkout, paidEvent, signatureOf } from '../support/stripe.ts'

let service: Service
let without: Service
let browser: TestBrowser
beforeAll(async () => {
  service = await startService({ checkout: checkout() })
  without = await startService({ operatorEmail: 'ops@example.com' })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser.close()
  await service.close()
  await without.close()
})

async function openAs(who: Parameters<typeof makePerson>[1], member: Member, at = service): Promise<Page> {
  const { cookie } = await makePerson(at, { organizationId: member.organizationId, ...who })
  return browser.open(`${at.url}/dashboard/o/${member.organizationId}/credits`, { cookie })
}

/** Stripe reports a payment. */
async function pay(member: Member, cents: number): Promise<void> {
  const payload = paidEvent(member.organizationId, cents)
  const answer = await fetch(`${service.url}/billing/stripe/webhook`, {
    method: 'POST',
    headers: { 'stripe-signature': await signatureOf(payload) },
    body: payload,
  })
  expect(answer.status).toBe(200)
}

const balanceOn = (page: Page, balance: string) =>
  page.locator('.stat', { hasText: 'Balance' }).getByText(balance, { exact: true }).waitFor()

test('credits are bought on a checkout, and are on the page when the payment is reported', async () => {
  const member = await service.member(1000)
  const page = await openAs({}, member)
  await balanceOn(page, '1,000')
  await page.route('https://checkout.stripe.com/**', (route) => route.fulfill({ body: 'A page of Stripe.' }))
  await page.getByLabel('US dollars').fill('25')
  await page.getByText('Buys 5,000,000 credits.').waitFor()
  const asked = page.waitForRequest(/\/credits\/checkout$/)
  await page.getByRole('button', { name: 'Pay with Stripe' }).click()
  const { return_to: back } = (await asked).postDataJSON() as { return_to: string }
  await page.waitForURL('https://checkout.stripe.com/**')

  await page.goto(back) // as Stripe leads back
  await page.getByText('Welcome back from the checkout.').waitFor()
  await assertAccessible(page)
  await pay(member, 2500)
  await page.getByText('5,000,000 credits were added.').waitFor()
  await balanceOn(page, '5,001,000')
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('cell', { name: '+5,000,000' }).waitFor()
  await page.context().close()
})

test('a payment that is reported before the way back is told, too', async () => {
  const member = await service.member(1000)
  await pay(member, 1000)
  const page = await openAs({}, member)
  await balanceOn(page, '2,001,000')
  await page.route('https://checkout.stripe.com/**', (route) => route.fulfill({ body: 'A page of Stripe.' }))
  const asked = page.waitForRequest(/\/credits\/checkout$/)
  await page.getByRole('button', { name: 'Pay with Stripe' }).click()
  const { return_to: back } = (await asked).postDataJSON() as { return_to: string }
  await page.waitForURL('https://checkout.stripe.com/**')
  await pay(member, 2000)
  await page.goto(back)
  await page.getByText('4,000,000 credits were added.').waitFor()
  expect(await page.getByText('Welcome back from the checkout.').count()).toBe(0)
  await page.context().close()
})

test('without a payment provider, the page says whom to ask, and the operator grants', async () => {
  const member = await without.member(1000)
  const page = await openAs({}, member, without)
  const link = page.getByRole('link', { name: 'ops@example.com' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toContain('mailto:ops@example.com')
  expect(await page.getByRole('button', { name: 'Grant credits' }).count()).toBe(0)
  const operators = await openAs({ isOperator: true }, member, without)
  await operators.getByRole('button', { name: 'Grant credits' }).click()
  await operators.getByLabel('Credits', { exact: true }).fill('500')
  await operators.getByLabel('Reason').fill('A warm welcome')
  await operators.getByRole('dialog').getByRole('button', { name: 'Grant credits' }).click()
  await balanceOn(operators, '1,500')
  await balanceOn(page, '1,500')
  await page.getByRole('cell', { name: 'A warm welcome' }).waitFor()
  await page.context().close()
  await operators.context().close()
})

test.each([
  ['without credits is led to them', 0, 1],
  ['with credits is not', 1000, 0],
])('a new customer %s', async (_, credits, steps) => {
  const member = await without.member(credits)
  const { cookie } = await makePerson(without, { organizationId: member.organizationId })
  const page = await browser.open(`${without.url}/dashboard/o/${member.organizationId}/overview`, { cookie })
  await page.getByRole('link', { name: 'Hear a voice' }).waitFor()
  expect(await page.getByRole('link', { name: 'Get credits' }).count()).toBe(steps)
  await page.context().close()
})

test('a member sees the account, and buys nothing', async () => {
  const member = await service.member(1000)
  const page = await openAs({ role: 'member' }, member)
  await page.getByText('to buy credits.').waitFor()
  expect(await page.getByLabel('US dollars').count()).toBe(0)
  await page.context().close()
})

test('figures are said to be old while the server is away, and are new again by themselves', async () => {
  const member = await service.member(1000)
  const page = await openAs({}, member)
  await balanceOn(page, '1,000')
  page.removeAllListeners('console') // which has the errors that are meant to be here
  await page.route('**/management/**', (route) => route.abort())
  const note = page.getByText(/The server does not answer. What is shown is as of \d/)
  await note.waitFor()
  await balanceOn(page, '1,000')
  await assertAccessible(page)
  await pay(member, 1000)
  await page.unroute('**/management/**')
  await balanceOn(page, '2,001,000')
  await note.waitFor({ state: 'detached' })
  await page.context().close()
})

test('the operator makes an organization, and sets its tier, limits and credits', async () => {
  await service.member(0)
  const { cookie } = await makePerson(service, { isOperator: true })
  const page = await browser.open(`${service.url}/dashboard/organizations`, { cookie })
  await page.getByRole('row').nth(1).waitFor()
  await settled(page)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'New organization' }).click()
  const name = `Acme ${crypto.randomUUID()}`
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('button', { name: 'Make organization' }).click()
  await page.waitForURL(/\/members$/)

  await page.goto(`${service.url}/dashboard/organizations`)
  await page.getByLabel('Search organizations by name').fill(name)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Tier and limits' }).click()
  const turns = page.getByLabel('Turns at once')
  await turns.fill('10001')
  await page.getByRole('button', { name: 'Save' }).click()
  const isFocused = (field: { matches(selector: string): boolean }) => field.matches(':focus:invalid')
  expect(await turns.evaluate(isFocused)).toBe(true) // the browser says there what is wrong
  expect(await page.getByRole('alert').count()).toBe(0)
  await turns.fill('77')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await row.getByText('77', { exact: true }).waitFor()
  await row.getByText('own limits').waitFor()
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Grant credits' }).click()
  await page.getByLabel('Credits', { exact: true }).fill('1234')
  await page.getByRole('button', { name: 'Grant credits' }).click()
  await row.getByText('1,234', { exact: true }).waitFor()
  await row.getByRole('link', { name }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.getByText('1,234', { exact: true }).waitFor()
  await page.context().close()
})
