import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ensureFirstOrganization } from '../../src/accounts/organizations.ts'
import { makeWelcomeCode } from '../../src/management/people/welcome.ts'
import { members } from '../../src/storage/schema.ts'
import { assertAccessible, cookiesOf, startBrowser, type TestBrowser } from '../support/browser.ts'
import { makePerson, PASSWORD } from '../support/people.ts'
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

test('a dialog stays open until it is known whether its form was accepted', async () => {
  const { organizationId } = await service.member(0)
  const { cookie } = await makePerson(service, { organizationId, role: 'owner' })
  const page = await browser.open(`${service.url}/dashboard/o/${organizationId}/members`, { cookie })
  const answering = Promise.withResolvers<void>()
  await page.route('**/invitations', async (route) => {
    if (route.request().method() === 'POST') await answering.promise
    await route.continue()
  })
  await button(page, 'Invite somebody').click()
  await fill(page, { 'E-mail': 'first@example.com' }, 'Make the link')
  await page.getByRole('button', { name: 'Make the link', disabled: true }).waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Close').click()
  await page.getByRole('dialog', { name: /^Invite somebody to/ }).waitFor()
  answering.resolve()
  await page.getByRole('dialog', { name: 'Give them this link' }).waitFor()
  await page.context().close()
})

test('a dialog that is opened again has nothing of what was refused before', async () => {
  const { organizationId } = await service.member(0)
  const { cookie, email } = await makePerson(service, { organizationId, role: 'owner' })
  const page = await browser.open(`${service.url}/dashboard/o/${organizationId}/members`, { cookie })
  const reopen = async (name: string) => {
    await page.getByRole('alert').waitFor()
    await button(page, 'Cancel').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button(page, name).click()
    await page.getByRole('dialog').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('')
  }
  await button(page, 'Invite somebody').click()
  await fill(page, { 'E-mail': email }, 'Make the link') // a member already
  await reopen('Invite somebody')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Management keys' }).click()
  await button(page, 'Make a key').click()
  await fill(page, { Name: ' ' }, 'Make the key')
  await reopen('Make a key')
  await page.context().close()
})

test('on a phone, nothing covers the row of somebody about whom a member can do nothing', async () => {
  const { organizationId } = await service.member(0)
  await makePerson(service, { organizationId, role: 'owner', name: 'Grace' })
  const { cookie } = await makePerson(service, { organizationId, role: 'member', name: 'Alan' })
  const page = await browser.open(`${service.url}/dashboard/o/${organizationId}/members`, {
    cookie,
    phone: true,
  })
  const atEndOf = async (name: string) => {
    const row = page.getByRole('row', { name: new RegExp(name) })
    const { y, height } = (await row.boundingBox())!
    const frame = (await page.getByRole('region', { name: 'Members' }).boundingBox())!
    const place = [frame.x + frame.width - 30, y + height / 2]
    return page.evaluate<string>(`document.elementFromPoint(${place}).closest('td').textContent`)
  }
  await page.getByRole('button', { name: 'Actions for Alan' }).waitFor()
  expect(await atEndOf('Alan')).toBe('')
  expect(await atEndOf('Grace')).toEndWith('@example.com')
  await page.context().close()
})

test('a tab stays in its organization, whatever is opened in another one', async () => {
  const [one, two] = [await service.member(0), await service.member(0)]
  const { cookie, id } = await makePerson(service, { organizationId: one.organizationId, role: 'owner' })
  await service.storage.db
    .insert(members)
    .values({ organizationId: two.organizationId, userId: id, role: 'owner' })
  const here = await browser.open(`${service.url}/dashboard/o/${one.organizationId}/members`, { cookie })
  await here.getByRole('navigation').first().waitFor()
  const there = await here.context().newPage()
  await there.goto(`${service.url}/dashboard/o/${two.organizationId}/members`)
  await there.getByRole('navigation').first().waitFor()
  await here.goto(`${service.url}/dashboard/settings`)
  await here.getByRole('heading', { name: 'Settings' }).waitFor()
  await here.getByRole('link', { name: 'Members' }).click()
  await here.waitForURL(`**/o/${one.organizationId}/members`)
  await here.context().close()
})

test('who signs in in another tab sees nothing of the person before', async () => {
  const { organizationId } = await service.member(0)
  const [ada, bob] = await Promise.all(
    ['Ada', 'Bob'].map((name) => makePerson(service, { organizationId, role: 'member', name })),
  )
  const url = `${service.url}/dashboard/o/${organizationId}/playground`
  const page = await browser.open(url, { cookie: ada!.cookie })
  const text = page.getByRole('textbox', { name: 'Text' })
  const usual = await text.inputValue()
  await text.fill('A secret of Ada.')
  await page.context().addCookies(cookiesOf(bob!.cookie, service.url))
  await page.evaluate("globalThis.dispatchEvent(new Event('visibilitychange'))") // as when the tab is looked at again
  await page.getByText('Bob').first().waitFor()
  expect(await text.inputValue()).toBe(usual)
  await page.context().close()
})

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
  await button(ada, 'Invite somebody').click()
  await fill(ada, { 'E-mail': 'eve@example.com' }, 'Make the link')
  const invitation = await linkShown(ada)
  await assertAccessible(ada)
  await ada.keyboard.press('Escape')

  const eve = await browser.open(`${invitation.slice(0, -1)}%4`) // cut off, and badly escaped
  await eve.getByText('The invitation is not valid').waitFor()
  await eve.goto(invitation) // the whole link, in the same tab
  await eve.getByText('eve@example.com is invited').waitFor()
  await eve.goto(`${service.url}/dashboard/sign-in`)
  await eve.goto(invitation) // again, with all files in the cache of the browser
  await eve.getByText('eve@example.com is invited').waitFor()
  await assertAccessible(eve)
  await fill(eve, { 'Your name': 'Eve', Password: PASSWORD }, 'Create account and join')
  await eve.getByRole('navigation').first().waitFor()
  const late = await browser.open(invitation)
  await late.getByText('The invitation is not valid').waitFor()
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

test.each(['invitation', 'reset'])(
  'a link to /dashboard/%s without its code is not complete',
  async (path) => {
    const page = await browser.open(`${service.url}/dashboard/${path}`)
    await page.getByRole('heading', { name: 'The link is not complete' }).waitFor()
    await assertAccessible(page)
    await page.context().close()
  },
)
