import { afterAll, beforeAll, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { rows, withoutTimeLimit } from '../../src/storage/database.ts'
import { assertAccessible, settled, startBrowser, type TestBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { makePerson, post } from '../support/people.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
let browser: TestBrowser
let member: Member
beforeAll(async () => {
  service = await startService()
  browser = await startBrowser()
  member = await service.member(10_000)
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const addressOf = (page: string, { organizationId } = member) =>
  `${service.url}/dashboard/o/${organizationId}/${page}`

async function openAs(role: 'owner' | 'member', page: string, of = member): Promise<Page> {
  const { cookie } = await makePerson(service, { organizationId: of.organizationId, role })
  return browser.open(addressOf(page, of), { cookie })
}

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })

/** Runs a command of a terminal, without waiting in this thread: the server is here. Gives what it prints. */
async function shell(command: string): Promise<string> {
  const child = spawn('sh', ['-c', command], { cwd: '/tmp' })
  let printed = ''
  child.stdout.on('data', (bytes) => {
    printed += bytes
  })
  await new Promise((resolve) => child.once('close', resolve))
  return printed
}

/** The command that a page shows, with the status and the type of the answer printed instead of a file. */
const asked = (command: string) =>
  shell(`${command.replace('-o hello.wav', '')} -s -o /dev/null -w '%{http_code} %{content_type}'`)

test('a key is made on the page, used by curl, revoked on the page, and refused at once', async () => {
  const page = await openAs('owner', 'keys')
  await page.getByRole('button', { name: 'Make a key' }).first().click()
  await nameField(page).fill('phone bridge')
  await page.getByRole('button', { name: 'Make key' }).click()
  const key = (await page.getByRole('region', { name: 'The key', exact: true }).textContent())!
  expect(key).toMatch(/^sk_purr_\w{8}_\w{40}$/)
  const command = (await page.getByRole('region', { name: 'A command' }).textContent())!
  expect(command).toContain(key)
  await assertAccessible(page)
  expect(await asked(command)).toBe('200 audio/wav')

  await page.getByRole('button', { name: 'Done' }).click()
  expect(await page.content()).not.toContain(key)
  const row = page.getByRole('row', { name: /phone bridge/ })
  await row.waitFor()
  await page.getByRole('button', { name: 'Revoke phone bridge' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.textContent()).toContain(`sk_purr_${key.slice(8, 16)}_`)
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await row.waitFor({ state: 'detached' })
  expect(await asked(command)).toStartWith('401 application/json')
  await page.context().close()
})

test('a name that looks like a date is shown as it was written', async () => {
  const of = await service.member(1000)
  const owner = await makePerson(service, { organizationId: of.organizationId, role: 'owner' })
  const names = [
    '2026-11-22',
    '22/11/2026',
    'Sun Nov 22 2026 18:00:00 GMT+0000 (UTC)',
    '2026-11-22T18:00:00Z',
  ]
  for (const name of names)
    await owner.fetch(`/management/organizations/${of.organizationId}/keys`, post({ name }))
  const page = await browser.open(addressOf('keys', of), { cookie: owner.cookie })
  for (const name of names) await page.getByText(name, { exact: true }).waitFor()
  await page.context().close()
})

test('a key that was made is shown until it is put away, however its dialog was left', async () => {
  const page = await openAs('owner', 'keys')
  const made = page.getByRole('dialog', { name: 'Your new key' })
  const sent = Promise.withResolvers<void>()
  await page.route('**/keys', async (route) => {
    if (route.request().method() === 'POST') await sent.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Make a key' }).first().click()
  await nameField(page).fill('late')
  await page.getByRole('button', { name: 'Make key' }).click()
  await page.keyboard.press('Escape')
  sent.resolve()
  await made.waitFor()
  await page.mouse.click(5, 5)
  await page.locator('tbody').getByText('late').waitFor()
  expect(await made.isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Done' }).click()
  await made.waitFor({ state: 'detached' })
  await page.context().close()
})

test('the command that speaks with a new key names the model of its voice', async () => {
  const page = await openAs('owner', 'keys')
  await page.route('**/voices?limit=1', async (route) => {
    const voices = await (await route.fetch()).json()
    await route.fulfill({ json: { ...voices, data: [{ ...voices.data[0], model_id: 'another-model' }] } })
  })
  await page.getByRole('button', { name: 'Make a key' }).first().click()
  await nameField(page).fill('models')
  await page.getByRole('button', { name: 'Make key' }).click()
  await page.getByRole('region', { name: 'A command' }).getByText('"model_id":"another-model"').waitFor()
  await page.context().close()
})

test('projects are made and renamed, and keys belong to one', async () => {
  const page = await openAs('owner', 'keys')
  await page.getByRole('button', { name: 'New project' }).click()
  await nameField(page).fill('Telephony')
  await page.getByRole('button', { name: 'Make project' }).click()
  await page.getByRole('tab', { name: 'Projects' }).click()
  await page.getByRole('row', { name: /Telephony/ }).waitFor()
  await page.getByRole('button', { name: 'Rename Telephony' }).click()
  await nameField(page).fill('default')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByText('There is a project with this name already.').waitFor()
  await nameField(page).fill('Calls')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByRole('row', { name: /Calls/ }).waitFor()
  await assertAccessible(page)
  await page.context().close()
})

test('by keyboard, a key is made, and the focus stays in its dialog and comes back', async () => {
  const page = await openAs('owner', 'keys')
  const opener = page.getByRole('button', { name: 'Make a key' }).first()
  const made = page.getByRole('dialog', { name: 'Your new key' })
  const isFocused = (place: Locator) => place.and(page.locator(':focus')).waitFor()
  await opener.focus()
  await page.keyboard.press('Enter')
  await isFocused(nameField(page))
  await page.keyboard.type('by keyboard')
  await page.keyboard.press('Enter')
  await made.waitFor()
  await isFocused(made)
  await page.keyboard.press('Escape')
  await isFocused(opener)
  await page.context().close()
})

test('the oldest project is offered first, and after that the one that was used last', async () => {
  const many = await service.member(10_000)
  const { cookie, fetch } = await makePerson(service, many)
  for (const name of ['Aardvarks', 'Telephony'])
    await fetch(`/management/organizations/${many.organizationId}/projects`, post({ name }))
  const page = await browser.open(addressOf('playground', many), { cookie })
  const project = page.getByRole('combobox', { name: 'Project', exact: true })
  const isOffered = (name: string) => project.getByText(name, { exact: true }).waitFor()
  const makeKey = () => page.getByRole('button', { name: 'Make a key' }).first().click()
  await isOffered('default')
  await page.goto(addressOf('keys', many))
  await makeKey()
  const dialog = page.getByRole('dialog')
  const inDialog = dialog.getByRole('combobox', { name: 'Project' })
  await inDialog.getByText('default').waitFor()
  await inDialog.click()
  await page.getByRole('option', { name: 'Telephony' }).click()
  await nameField(page).fill('lines')
  await page.getByRole('button', { name: 'Make key' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await makeKey()
  await inDialog.getByText('Telephony').waitFor()
  await page.goto(addressOf('playground', many))
  await isOffered('Telephony')
  const asked = page.waitForRequest(/\/access-token$/)
  await page.getByRole('button', { name: 'Speak', exact: true }).click()
  const { data } = (await (
    await fetch(`/management/organizations/${many.organizationId}/projects`)
  ).json()) as { data: { id: string; name: string }[] }
  expect((await asked).url()).toContain(data.find(({ name }) => name === 'Telephony')!.id)
  await page.context().close()
})

test('the playground speaks for the project that it shows, whatever is chosen in another tab', async () => {
  const many = await service.member(10_000)
  const { cookie, fetch } = await makePerson(service, many)
  await fetch(`/management/organizations/${many.organizationId}/projects`, post({ name: 'Telephony' }))
  const page = await browser.open(addressOf('playground', many), { cookie })
  const shown = (on: Page) => on.getByRole('combobox', { name: 'Project', exact: true })
  await shown(page).getByText('default').waitFor()
  const tab = await page.context().newPage()
  await tab.goto(addressOf('playground', many))
  await shown(tab).click()
  await tab.getByRole('option', { name: 'Telephony' }).click()
  await shown(tab).getByText('Telephony').waitFor()
  const asked = page.waitForRequest(/\/access-token$/)
  await page.getByRole('button', { name: 'Speak', exact: true }).click()
  const { data } = (await (
    await fetch(`/management/organizations/${many.organizationId}/projects`)
  ).json()) as { data: { id: string; name: string }[] }
  expect((await asked).url()).toContain(data.find(({ name }) => name === 'default')!.id)
  await shown(page).getByText('default').waitFor()
  await page.context().close()
})

test('a member makes keys and revokes those, and no others', async () => {
  const page = await openAs('member', 'keys')
  await page.getByRole('row', { name: /test/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Revoke test' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'New project' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Make a key' }).first().click()
  await nameField(page).fill('mine')
  await page.getByRole('button', { name: 'Make key' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke mine' }).waitFor()
  await page.context().close()
})

/** A member whose organization has so many keys more; their prefixes begin with a letter. */
async function memberWithKeys(count: number, letter: string) {
  const member = await service.member(0)
  const insert = sql`
    INSERT INTO keys (project_id, name, prefix, hash)
    SELECT p.id, 'key ' || n, ${letter}::text || lpad(n::text, 7, '0'), '\\x00'::bytea
    FROM projects p, generate_series(1, ${count}::int) AS n WHERE p.organization_id = ${member.organizationId}`
  await withoutTimeLimit(service.storage.db, (tx) => tx.execute(insert))
  return member
}

test('10,000 keys are read as they are scrolled to, and searched', async () => {
  const busy = await memberWithKeys(10_000, 'k')
  const page = await openAs('owner', 'keys', busy)
  const table = page.getByRole('region', { name: 'Keys' })
  await table.getByRole('row').nth(5).waitFor()
  for (let read = 0; read < 3; read++) {
    const height = await table.evaluate((element) => element.scrollHeight)
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await eventually(async () => (await table.evaluate((element) => element.scrollHeight)) > height)
  }
  expect(await table.getByRole('row').count()).toBeLessThan(60)
  await page.getByLabel('Search keys by name or prefix').fill('k0004711')
  await page.getByRole('cell', { name: 'key 4711', exact: true }).waitFor()
  await page.getByText('key 9999', { exact: true }).waitFor({ state: 'detached' })
  await page.context().close()
})

test('rows stay when the next ones cannot be had, which are asked for again by hand', async () => {
  const busy = await memberWithKeys(150, 'm')
  const page = await openAs('owner', 'keys', busy)
  const table = page.getByRole('region', { name: 'Keys' })
  const rowAt = (place: number) => table.locator(`[aria-rowindex="${place}"]`)
  const scrollTo = async (top: number, place: number) => {
    await table.evaluate((element, to) => element.scrollTo(0, to), top)
    await rowAt(place).waitFor()
  }
  await rowAt(2).waitFor()
  let count = 0
  await page.route(/starting_after/, (route) => {
    count++
    return route.fulfill({ status: 429, json: { message: 'Not now.' } })
  })
  await scrollTo(1e6, 101)
  await page.getByText('Not now.').waitFor()
  await scrollTo(0, 2)
  await scrollTo(1e6, 101)
  await settled(page)
  expect(count).toBe(1)
  await page.unroute(/starting_after/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Not now.').waitFor({ state: 'detached' })
  await scrollTo(1e6, 152)
  await page.context().close()
})

test('that projects cannot be listed is said in their place, not that there are none', async () => {
  const own = await service.member(0)
  const page = await openAs('owner', 'overview', own)
  const asked = /\/projects(\?|$)/
  await page.route(asked, (route) => route.fulfill({ status: 429, json: { message: 'Not now.' } }))
  await page.goto(addressOf('keys', own))
  await page.getByRole('tab', { name: 'Projects' }).click()
  await page.getByRole('heading', { name: 'Not now.' }).waitFor()
  expect(await page.getByRole('region', { name: 'Projects' }).count()).toBe(0)
  await page.unroute(asked)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('cell', { name: 'default', exact: true }).waitFor()
  await page.context().close()
})

test('all projects are listed and counted, also where there are many', async () => {
  const many = await service.member(0)
  const { organizationId } = many
  const { db } = service.storage
  await rows(
    db,
    sql`
      INSERT INTO projects (organization_id, name)
      SELECT ${organizationId}::uuid, 'project ' || lpad(n::text, 3, '0') FROM generate_series(1, 250) AS n`,
  )
  await rows(
    db,
    sql`
      INSERT INTO keys (project_id, name, prefix, hash)
      SELECT id, name, 'p' || right(name, 3), '\\x00'::bytea FROM projects
      WHERE organization_id = ${organizationId} AND name <> 'default'`,
  )
  const page = await openAs('owner', 'overview', many)
  await page.locator('.stat', { hasText: 'Valid keys' }).getByText('251', { exact: true }).waitFor()
  await page.goto(addressOf('keys', many))
  await page.getByRole('tab', { name: 'Projects' }).click()
  const table = page.getByRole('region', { name: 'Projects' })
  await table.getByRole('cell', { name: 'project 001', exact: true }).waitFor()
  await table.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await table.getByRole('cell', { name: 'project 250', exact: true }).waitFor()
  await page.context().close()
})
