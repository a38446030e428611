import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { voices } from '../../src/storage/schema.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { makePerson, post, signIn } from '../support/people.ts'
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

/** An owner of an organization of their own, on a page of it. */
async function owner() {
  const member = await service.member(0)
  const person = await makePerson(service, member)
  const { organizationId } = member
  const make = (path: string, body: object) =>
    person.fetch(`/management/organizations/${organizationId}/${path}`, post(body))
  const open = (path: string) => browser.open(`${service.url}/dashboard${path}`, { cookie: person.cookie })
  return { member, person, make, open, openOwn: (path: string) => open(`/o/${organizationId}/${path}`) }
}

const isFocused = (place: Locator) => place.and(place.page().locator(':focus')).waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const gone = (page: Page, name: string) =>
  page.getByRole('dialog', { name, exact: true }).waitFor({ state: 'detached' })

/** Presses buttons one after the other, by keyboard. */
async function press(...buttons: readonly Locator[]): Promise<void> {
  for (const each of buttons) {
    await each.focus()
    await each.press('Enter')
  }
}

test('after a key is revoked, the keyboard is on the next one', async () => {
  const { make, openOwn } = await owner()
  for (const name of ['c', 'b', 'a']) await make('keys', { name })
  const page = await openOwn('keys')
  await press(button(page, 'Revoke b'), button(page, 'Revoke key'))
  await page.getByRole('dialog', { name: /^Revoke/ }).waitFor({ state: 'detached' })
  await isFocused(
    page
      .getByRole('row')
      .nth(2)
      .getByRole('button', { name: /^Revoke/ }),
  )
  await page.context().close()
})

test('after an invitation is taken back, the keyboard is on the next one, then the one before, then the heading', async () => {
  const { make, openOwn } = await owner()
  for (const name of ['c', 'b', 'a'])
    await make('invitations', { email: `${name}@example.com`, role: 'member' })
  const page = await openOwn('members')
  await page.getByRole('tab', { name: 'Invitations' }).click()
  const inRow = (row: number) => page.getByRole('row').nth(row).getByRole('button')
  const answer = page.getByRole('dialog', { name: 'Take the' }).getByRole('button', { name: 'Take back' })
  for (const [row, next] of [
    [2, inRow(2)],
    [2, inRow(1)],
    [1, page.getByRole('heading', { name: 'Members' })],
  ] as const) {
    await press(inRow(row), answer)
    await gone(page, 'Take the invitation back?')
    await isFocused(next)
  }
  await page.context().close()
})

test.each(['Enter', ' ', 'ArrowDown'])(
  'a menu that is first opened by the key %j has its first entry focused',
  async (key) => {
    const { openOwn } = await owner()
    const page = await openOwn('overview')
    await button(page, 'You: Ada').press(key)
    await isFocused(page.getByRole('menuitem').first())
    await page.context().close()
  },
)

test('after a member is removed, the keyboard is on the menu of the next one', async () => {
  const { member, openOwn } = await owner()
  await makePerson(service, { organizationId: member.organizationId, role: 'member', name: 'Grace' })
  const page = await openOwn('members')
  await press(
    button(page, 'Actions for Grace'),
    page.getByRole('menuitem', { name: 'Remove' }),
    button(page, 'Remove'),
  )
  await page.getByRole('row', { name: /Grace/ }).waitFor({ state: 'detached' })
  await isFocused(button(page, 'Actions for Ada'))
  await page.context().close()
})

test('after a browser is signed out and none is left but this one, the keyboard is on the list', async () => {
  const { person, open } = await owner()
  await signIn(service.url, person)
  const page = await open('/settings')
  await press(button(page, 'Sign out'))
  await isFocused(page.getByRole('region', { name: 'Where you are signed in' }).last())
  await page.context().close()
})

test('after a voice is deleted, the keyboard is on the name of the next one', async () => {
  const { member, openOwn } = await owner()
  const { db } = service.storage
  const shared = await db.query.voices.findFirst()
  const { organizationId } = member
  const createdAt = new Date()
  for (const name of ['Second', 'First'])
    await db.insert(voices).values({ ...shared!, id: crypto.randomUUID(), organizationId, name, createdAt })
  const page = await openOwn('voices')
  const links = page.getByRole('region', { name: 'Voices' }).getByRole('link')
  const [first, second] = [(await links.nth(0).textContent())!, (await links.nth(1).textContent())!]
  expect([first, second].toSorted()).toEqual(['First', 'Second'])
  await press(
    links.nth(0),
    page.getByRole('dialog', { name: first }).getByRole('button', { name: 'Delete' }),
    page.getByRole('dialog', { name: `Delete ${first}?` }).getByRole('button', { name: 'Delete' }),
  )
  await gone(page, first)
  await isFocused(page.getByRole('link', { name: second, exact: true }))
  await page.context().close()
})
