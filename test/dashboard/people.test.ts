import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ensureFirstOrganization } from '../../src/accounts/organizations.ts'
import { makeWelcomeCode } from '../../src/management/people/welcome.ts'
import { assertAccessible, startBrowser, type TestBrowser } from '../support/browser.ts'
import { PASSWORD } from '../support/people.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let browser: TestBrowser
beforeAll(async () => {
  service = await startService()
  browser = await startBrowser()
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function fill(page: Page, fields: Record<string, string>, submit: string): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
  await button(page, submit).click()
}

/** Makes the link for somebody that a dialog shows. */
async function linkShown(page: Page): Promise<string> {
  return (await page.getByRole('region', { name: 'Link' }).textContent())!.trim()
}

test('the first visit, an invitation, a new password by a link, and a changed one', async () => {
  const { db } = service.storage
  await ensureFirstOrganization(db, { credits: 0 })
  const code = await makeWelcomeCode(db, undefined)
  const ada = await browser.open(`${service.url}/dashboard`)
  await ada.getByLabel('Key').waitFor()
  await ada.goto(`${service.url}/dashboard/welcome#${code}`) // the page stays, only what stands after the # is new
  await fill(ada, { 'Your name': 'Ada', 'E-mail': 'ada@example.com', Password: PASSWORD }, 'Create account')
  await ada.getByRole('navigation').first().waitFor()
  expect(ada.url()).not.toContain(code!)

  await ada.goto(`${service.url}/dashboard/welcome#${code}`)
  await ada.getByRole('heading', { name: 'This server has an owner' }).waitFor()
  await ada.goto(`${service.url}/dashboard`)
  await ada.getByRole('link', { name: 'Members' }).click()
  await ada.getByRole('tab', { name: 'Invitations' }).click()
  await button(ada, 'Invite somebody').click()
  await fill(ada, { 'E-mail': 'eve@example.com' }, 'Make the link')
  const invitation = await linkShown(ada)
  await assertAccessible(ada)
  await ada.keyboard.press('Escape')

  const eve = await browser.open(invitation.slice(0, -1))
  await eve.getByText('The invitation is not good').waitFor()
  await eve.goto(invitation) // the whole link, in the same tab
  await eve.getByText('eve@example.com is invited').waitFor()
  await eve.goto(`${service.url}/dashboard/sign-in`)
  await eve.goto(invitation) // again, with all files in the cache of the browser
  await eve.getByText('eve@example.com is invited').waitFor()
  await assertAccessible(eve)
  await fill(eve, { 'Your name': 'Eve', Password: PASSWORD }, 'Create account and join')
  await eve.getByRole('navigation').first().waitFor()
  const late = await browser.open(invitation)
  await late.getByText('The invitation is not good').waitFor()
  await late.context().close()

  await ada.reload()
  await button(ada, 'Actions for Eve').click()
  await ada.getByRole('menuitem', { name: 'Link for a new password' }).click()
  const reset = await browser.open(await linkShown(ada))
  await fill(reset, { 'New password': 'what Eve remembers' }, 'Change password')
  await reset.getByRole('navigation').first().waitFor()
  await eve.reload()
  await eve.getByRole('heading', { name: 'Sign in' }).waitFor()
  await fill(eve, { 'E-mail': 'eve@example.com', Password: 'what Eve remembers' }, 'Sign in')
  await eve.getByRole('navigation').first().waitFor()
  for (const each of [ada, eve, reset]) await each.context().close()
})
