import type { Page } from 'playwright-core'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { eventually } from './eventually.ts'

/** Something that a page of the dashboard shows after somebody has done something on it. */
export interface DashboardState {
  readonly name: string
  /** The page on which it is. */
  readonly page: string
  /** Added to the address of the page. */
  readonly query?: string
  /** Leads there. */
  show(page: Page): Promise<void>
}

const SPOKEN = 'Dr. Smith owes $42.50 since March 3, and will pay it at half past five.'

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()
const dialogOf = (page: Page) => page.getByRole('dialog').first().waitFor()

async function speak(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Text' }).fill(SPOKEN)
  await page.getByRole('button', { name: 'Speak', exact: true }).click()
  const status = page.locator('.sound-status')
  await eventually(async () => (await status.textContent())?.startsWith('Spoken') === true)
}

/** Opens the menu of the first row, and takes something from it. */
async function takeFromMenu(page: Page, menu: RegExp, entry: string): Promise<void> {
  await press(page, menu)
  await page.getByRole('menuitem', { name: entry }).click()
  await dialogOf(page)
}

/** What is not seen by opening an address alone: turns that were spoken, dialogs, errors. */
export const DASHBOARD_STATES: readonly DashboardState[] = [
  {
    name: 'playground-spoken',
    page: 'playground',
    async show(page) {
      await speak(page)
      await press(page, 'Show')
      await page.locator('.how-read').waitFor()
    },
  },
  {
    name: 'playground-compare',
    page: 'playground',
    async show(page) {
      await press(page, 'Compare two voices')
      const other = page.getByRole('combobox', { name: 'Other voice' })
      await other.click() // until then it cannot be written in
      await other.fill('gra')
      await page.getByRole('option', { name: /^Grace/ }).click()
      await press(page, 'Speak with both')
      await page.locator('.comparison [aria-pressed=true]').waitFor()
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'key-form',
    page: 'keys',
    async show(page) {
      await press(page, 'Make a key')
      await dialogOf(page)
    },
  },
  {
    name: 'key-made',
    page: 'keys',
    async show(page) {
      await press(page, 'Make a key')
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Phone bridge')
      await press(page, 'Make key')
      await page.getByText('Hear that it works').waitFor()
    },
  },
  {
    name: 'key-revoke',
    page: 'keys',
    show: async (page) => press(page, /^Revoke/).then(() => dialogOf(page)),
  },
  {
    name: 'clone',
    page: 'voices',
    async show(page) {
      await press(page, 'Clone a voice')
      await dialogOf(page)
      await press(page, 'Clone the voice')
    },
  },
  {
    name: 'clone-profile',
    page: 'voices',
    async show(page) {
      await page.getByRole('link', { name: 'Ann', exact: true }).click()
      await dialogOf(page)
      await page.getByRole('region', { name: 'Measured profile' }).waitFor()
    },
  },
  {
    name: 'voice',
    page: 'voices',
    query: `?voice=${catalogue()[0]!.id}`,
    show: (page) => page.getByText('gepard-1.0').last().waitFor(),
  },
  { name: 'usage-days', page: 'usage', query: '?period=day&range=30d', show: async () => {} },
  {
    name: 'usage-table',
    page: 'usage',
    show: (page) => press(page, 'Turns as a table'),
  },
  {
    name: 'grant',
    page: 'credits',
    async show(page) {
      await press(page, 'Grant credits')
      await dialogOf(page)
    },
  },
  {
    name: 'limits-form',
    page: 'organizations',
    show: (page) => takeFromMenu(page, /^What to do with/, 'Tier and limits'),
  },
  {
    name: 'invite',
    page: 'members',
    async show(page) {
      await press(page, /^Invite/)
      await dialogOf(page)
    },
  },
]
