import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { addressOf, type PageName } from '../../src/dashboard/web/addresses.ts'
import { members } from '../../src/storage/schema.ts'
import { assertAccessible, settled, startBrowser, type TestBrowser } from '../support/browser.ts'
import { dashboardPages } from '../support/dashboard-pages.ts'
import { eventually } from '../support/eventually.ts'
import { makePerson, post, type TestPerson } from '../support/people.ts'
import { type Member, type Service, startService } from '../support/service.ts'

/** What a first visit may load (bytes, compressed). */
const FIRST_LOAD = 200_000

let service: Service
let browser: TestBrowser
let member: Member
let owner: TestPerson
beforeAll(async () => {
  service = await startService()
  browser = await startBrowser()
  member = await service.member(1000)
  owner = await makePerson(service, { organizationId: member.organizationId, isOperator: true, name: 'Ada' })
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const home = () => `/dashboard/o/${member.organizationId}`
const pathOf = (page: Page) => new URL(page.url()).pathname
const shown = (page: Page, heading: string) =>
  page.getByRole('heading', { level: 1, name: heading }).waitFor()

test('every page is small, accessible in both themes, has a title and one first heading, and needs no sideways scrolling on a phone', async () => {
  for (const { name, path, cookie } of await dashboardPages(service, member)) {
    const page = await browser.open('about:blank', { origin: service.url, cookie, phone: true })
    const requests: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      requests.push(request.sizes().then((sizes) => sizes.responseBodySize + sizes.responseHeadersSize))
    })
    await page.goto(service.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor() // nothing is on it before
    const ready = await page.evaluate<number>('performance.now()')
    await settled(page)
    const bytes = (await Promise.all(requests)).reduce((sum, each) => sum + each, 0)
    console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB, usable after ${Math.round(ready)} ms`)
    expect([name, bytes > 50_000, bytes < FIRST_LOAD]).toEqual([name, true, true])
    await assertAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await settled(page)
    await assertAccessible(page, ['color-contrast'])
    expect([name, await page.title()]).toEqual([name, expect.stringMatching(/.+ · Purr$/)])
    expect([name, await page.getByRole('heading', { level: 1 }).count()]).toEqual([name, 1])
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect([name, width]).toEqual([name, 375])
    await page.context().close()
  }
}, 180_000)

test('a page that is older than its server is loaded anew when a file is gone, and not over and over', async () => {
  const page = await browser.open(`${service.url}${home()}/overview`, { cookie: owner.cookie })
  await shown(page, 'Overview')
  page.removeAllListeners('console') // which has the errors that are meant to be here
  await page.route(/assets\/(members|credits)-\w+\.js/, (route) => route.abort())
  const age =
    "document.querySelector('script[type=module]').setAttribute('src', '/old.js'); window.isOld = true"
  const open = (title: string) => page.getByRole('navigation').getByRole('link', { name: title }).click()
  const failed = page.getByRole('heading', { name: 'There is a new version of this page' })

  await page.evaluate(age)
  const reloaded = page.waitForEvent('load')
  await open('Members')
  await reloaded
  await failed.waitFor() // the file is still not there, and it is not loaded a second time
  expect(await page.evaluate('window.isOld')).toBeUndefined()

  await page.evaluate(age)
  await open('Credits')
  await failed.waitFor()
  expect(await page.evaluate<boolean>('window.isOld')).toBe(true)
  await page.context().close()
})

test('a page that cannot be loaded because the server is away says so', async () => {
  const page = await browser.open(`${service.url}${home()}/overview`, { cookie: owner.cookie })
  await shown(page, 'Overview')
  page.removeAllListeners('console') // which has the errors that are meant to be here
  await page.route('**', (route) => route.abort())
  await page.getByRole('navigation').getByRole('link', { name: 'Members' }).click()
  await page.getByRole('heading', { name: 'The server does not answer.' }).waitFor()
  await page.unroute('**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await shown(page, 'Members')
  await page.context().close()
})

type AriaRole = Parameters<Page['getByRole']>[0]

describe('while the server is away, a page stays, and', () => {
  /** Opens a page whose server goes away when all is there; gives the page and a function that brings the server back. */
  async function openLeft(name: PageName, phone: boolean) {
    const path = `/dashboard${addressOf(name, member.organizationId)}`
    const page = await browser.open(service.url + path, { cookie: owner.cookie, phone })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    page.removeAllListeners('console') // which has the errors that are meant to be here
    await page.route('**', (route) => route.abort())
    return { page, comeBack: () => page.unroute('**') }
  }

  test.each<[string, PageName, boolean, AriaRole, string, AriaRole]>([
    ['a menu', 'overview', false, 'button', 'You: Ada', 'menu'],
    ['the choices of a select', 'playground', false, 'combobox', 'Speed', 'listbox'],
    ['the navigation of a phone', 'overview', true, 'button', 'Menu', 'dialog'],
    ['a dialog', 'keys', false, 'button', 'Make a key', 'dialog'],
    ['a dialog in a file of its own', 'voices', false, 'button', 'Clone a voice', 'dialog'],
  ])('%s is said not to come, and opens when the server is back', async (...given) => {
    const [, name, phone, role, label, opened] = given
    const { page, comeBack } = await openLeft(name, phone)
    await page.getByRole(role, { name: label }).click()
    await page.locator('.toast').getByText('The server does not answer.').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    await comeBack()
    await page.getByRole(role, { name: label }).click()
    await page.getByRole(opened).waitFor()
    await page.context().close()
  })

  test('a tooltip is shown when the server is back', async () => {
    const { page, comeBack } = await openLeft('keys', false)
    const button = page.getByRole('button', { name: /^Revoke/ }).first()
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('tooltip'))
    await button.hover()
    await failed
    await settled(page)
    await comeBack()
    const loaded = page.waitForResponse(/tooltip/)
    for (const loading of [loaded, undefined]) {
      await page.getByRole('heading', { level: 1 }).hover()
      await button.hover()
      await loading
      await settled(page)
    }
    await page.locator('.tooltip').waitFor()
    await page.context().close()
  })
})

test('until it is known who is signed in, and when it cannot be known, what is shown keeps off the edges', async () => {
  const page = await browser.open('about:blank', { origin: service.url, cookie: owner.cookie })
  page.removeAllListeners('console') // which has the errors that are meant to be here
  const answering = Promise.withResolvers<void>()
  await page.route('**/management/session', async (route) => {
    await answering.promise
    await route.fulfill({ status: 503, json: { error: 'billing_unavailable', message: 'Not now.' } })
  })
  const isOffEdges = async (selector: string) => {
    const place = await page.locator(selector).first().boundingBox()
    return place !== null && place.x > 0 && place.y > 0
  }
  await page.goto(`${service.url}${home()}/overview`)
  await eventually(() => isOffEdges('.skeleton-line'))
  answering.resolve()
  await page.getByRole('heading', { name: 'Not now.' }).waitFor()
  await eventually(() => isOffEdges('.state'))
  await page.context().close()
})

test('the quick start shows that its commands are still being loaded', async () => {
  const page = await browser.open('about:blank', { origin: service.url, cookie: owner.cookie })
  const answering = Promise.withResolvers<void>()
  await page.route(/\/voices\?/, async (route) => {
    await answering.promise
    await route.continue()
  })
  await page.goto(`${service.url}${home()}/quick-start`)
  const commands = page.getByRole('region', { name: '2. Speak' })
  await commands.getByText('Loading …').waitFor({ state: 'attached' })
  answering.resolve()
  await commands.getByRole('tab', { name: 'curl' }).waitFor()
  await commands.getByText('Loading …').waitFor({ state: 'detached' })
  await page.context().close()
})

test.each([
  ['playground', 'Playground', 'Write something'],
  ['quick-start', 'Quick start', 'Make a key'],
] as const)(
  'the page %s has its heading and an error when the server cannot list its voices',
  async (name, heading, text) => {
    const page = await browser.open('about:blank', { origin: service.url, cookie: owner.cookie })
    page.removeAllListeners('console') // which has the errors that are meant to be here
    const answer = { status: 503, json: { error: 'billing_unavailable', message: 'Not now.' } }
    await page.route(/\/voices(\?|$)/, (route) => route.fulfill(answer))
    await page.goto(`${service.url}/dashboard${addressOf(name, member.organizationId)}`)
    await page.getByRole('heading', { name: 'Not now.' }).waitFor()
    await shown(page, heading)
    await page.locator('main').getByText(text).first().waitFor()
    await page.unroute(/\/voices(\?|$)/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Not now.' }).waitFor({ state: 'detached' })
    await page.context().close()
  },
)

describe('what is shown stays when it cannot be asked for again', () => {
  test.each<[PageName, RegExp, string, string | undefined]>([
    ['playground', /\/voices$/, 'The same in code', undefined], // which is shown when the voices have come
    ['quick-start', /\/voices\?/, 'This key is shown only now.', 'Make a key'],
    ['keys', /\/keys\?/, 'sk_purr_', undefined],
    ['credits', /\/entries$/, '+1,000', undefined],
    ['organizations', /\/organizations$/, 'own limits', undefined],
  ])('on the page %s', async (name, asked, text, button) => {
    const page = await browser.open('about:blank', { origin: service.url, cookie: owner.cookie })
    await page.clock.install()
    await page.goto(`${service.url}/dashboard${addressOf(name, member.organizationId)}`)
    if (button) await page.getByRole('button', { name: button }).click()
    const shown = page.locator('main').getByText(text).first()
    await shown.waitFor()
    page.removeAllListeners('console') // which has the errors that are meant to be here
    await page.route(asked, (route) => route.abort())
    await page.clock.fastForward(6000) // for longer, what is shown is not fresh
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    await page.getByText('The server does not answer. What is shown is as of').waitFor()
    expect(await shown.isVisible()).toBe(true)
    await page.context().close()
  })
})

describe('somebody who is signed out', () => {
  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  test('signs in, and is where they wanted to be', async () => {
    const page = await browser.open(`${service.url}${home()}/members`)
    await shown(page, 'Sign in')
    await signIn(page)
    await shown(page, 'Members')
    expect(pathOf(page)).toBe(`${home()}/members`)
    await page.context().close()
  })

  test.each([
    '//example.com/x',
    '/\\example.com',
    'https://example.com',
    '~//example.com',
    'javascript:alert(1)',
  ])('stays on this server with the next address %s', async (next) => {
    const page = await browser.open(`${service.url}/dashboard/sign-in?next=${encodeURIComponent(next)}`)
    await signIn(page)
    await page.getByRole('navigation').waitFor()
    expect(page.url()).toStartWith(`${service.url}/dashboard`)
    await page.context().close()
  })

  test('is told why they are not let in', async () => {
    const page = await browser.open(`${service.url}/dashboard/sign-in`)
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password').fill('not the password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(pathOf(page)).toBe('/dashboard/sign-in')
    await page.context().close()
  })

  test('whose session ends meanwhile signs in again at the next question, and goes on', async () => {
    const { cookie } = await makePerson(service, { organizationId: member.organizationId })
    const page = await browser.open(`${service.url}${home()}/members`, { cookie })
    await shown(page, 'Members')
    await page.context().clearCookies()
    await page.getByRole('tab', { name: 'Invitations' }).click()
    await shown(page, 'Sign in')
    await signIn(page)
    await shown(page, 'Members')
    await page.context().close()
  })
})

describe('somebody whose rights change meanwhile', () => {
  const projectButton = (page: Page) => page.getByRole('button', { name: 'New project' })
  const makeProject = async (page: Page) => {
    await projectButton(page).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Calls')
    await page.getByRole('button', { name: 'Make project' }).click()
  }

  test('is asked to sign in when what they do is refused because the session has ended', async () => {
    const { cookie } = await makePerson(service, { organizationId: member.organizationId })
    const page = await browser.open(`${service.url}${home()}/keys`, { cookie })
    await shown(page, 'Keys and projects')
    await page.context().clearCookies()
    await makeProject(page)
    await shown(page, 'Sign in')
    await page.context().close()
  })

  test('sees what a member sees when what they do is refused because they are no owner any more', async () => {
    const { cookie, id } = await makePerson(service, { organizationId: member.organizationId })
    const page = await browser.open(`${service.url}${home()}/keys`, { cookie })
    await shown(page, 'Keys and projects')
    const path = `/management/organizations/${member.organizationId}/members/${id}`
    expect((await owner.fetch(path, post({ role: 'member' }, 'PATCH'))).ok).toBe(true)
    await makeProject(page)
    await page.getByText('Only an owner of the organization may do this.').waitFor()
    await projectButton(page).waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('is who has signed in meanwhile in another tab', async () => {
    const page = await browser.open(`${service.url}${home()}/overview`, { cookie: owner.cookie })
    await shown(page, 'Overview')
    const grace = await makePerson(service, { organizationId: member.organizationId, name: 'Grace' })
    await page.context().request.post(`${service.url}/management/auth/sign-in/email`, {
      headers: { origin: service.url },
      data: { email: grace.email, password: grace.password },
    })
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    await page.getByRole('button', { name: 'You: Grace' }).waitFor()
    await page.context().close()
  })
})

describe('the keyboard alone', () => {
  test('skips to the content, walks the navigation, and uses a dialog', async () => {
    const page = await browser.open(`${service.url}${home()}/overview`, { cookie: owner.cookie })
    await shown(page, 'Overview')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('content')

    await page.reload()
    await shown(page, 'Overview')
    await tabTo(page, 'Members')
    await page.keyboard.press('Enter')
    await shown(page, 'Members')
    expect(await focused(page)).toBe('Members') // the heading, which is read aloud

    await tabTo(page, 'Invite somebody')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('grace@example.com')
    expect(await page.getByLabel('E-mail').inputValue()).toBe('grace@example.com')
    for (let i = 0; i < 10; i++) {
      await page.keyboard.press('Tab')
      // Past its last field, the dialog takes the focus back in the next frame.
      await page.evaluate('new Promise(requestAnimationFrame)')
      expect(await page.evaluate('document.activeElement.closest("#app")')).toBeNull()
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('Invite somebody')

    await tabTo(page, 'People')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Invitations', selected: true }).waitFor()
    await page.context().close()
  })

  const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()')

  async function tabTo(page: Page, text: string): Promise<void> {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      if ((await focused(page)) === text) return
    }
    throw new Error(`The keyboard does not reach "${text}".`)
  }
})

test('a long name stays within the page, and within a dialog', async () => {
  const { organizationId } = await service.member(0)
  const name = { name: 'W'.repeat(100) }
  const { cookie, fetch } = await makePerson(service, { organizationId })
  await fetch(`/management/organizations/${organizationId}`, post(name, 'PATCH'))
  for (const phone of [false, true]) {
    const page = await browser.open(`${service.url}/dashboard/o/${organizationId}/overview`, {
      cookie,
      phone,
    })
    await page.getByText(name.name).last().waitFor()
    const widths = '[document.documentElement.scrollWidth, innerWidth]'
    const [width, room] = await page.evaluate<[number, number]>(widths)
    expect(width).toBeLessThanOrEqual(room)
    await page.goto(`${service.url}/dashboard/o/${organizationId}/members`)
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(name.name).waitFor()
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await page.context().close()
  }
})

test('all organizations of somebody can be chosen', async () => {
  const { cookie, id } = await makePerson(service, { organizationId: member.organizationId })
  for (let count = 1; count < 40; count++) {
    const { organizationId } = await service.member(0)
    await service.storage.db.insert(members).values({ organizationId, userId: id, role: 'owner' })
  }
  const page = await browser.open(`${service.url}${home()}/overview`, { cookie })
  await page.getByRole('button', { name: /^Organization: / }).click()
  const menu = page.getByRole('menu')
  const last = menu.getByRole('menuitem').nth(39)
  const address = page.url()
  await last.click()
  await page.waitForURL((url) => url.href !== address)
  await page.context().close()
})

test('a theme that somebody has chosen stays', async () => {
  const page = await browser.open(`${service.url}/dashboard/settings`, { cookie: owner.cookie })
  await page.getByRole('combobox', { name: 'Colours' }).click()
  await page.getByRole('option', { name: 'Dark' }).click()
  const ground = 'getComputedStyle(document.documentElement).backgroundColor'
  expect(await page.evaluate<string>(ground)).toBe('rgb(17, 20, 19)')
  await page.reload()
  expect(await page.evaluate<string>(ground)).toBe('rgb(17, 20, 19)')
  await page.context().close()
})

test('on a phone, the menu leads to each page', async () => {
  const page = await browser.open(`${service.url}${home()}/overview`, { cookie: owner.cookie, phone: true })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Usage' }).click()
  await shown(page, 'Usage')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.context().close()
})
