import { existsSync, readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { buildDashboard } from '../../src/dashboard/build.ts'

/** Where the packages of systems have Chromium. Without a window it takes a third less processor time: it draws no toolbar. */
const USUAL = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

const AXE = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')

/** What a page is opened with. */
export interface PageOptions {
  readonly dark?: boolean
  /** 375 px wide, touched instead of pointed at. */
  readonly phone?: boolean
  /** A session: the value of the header Cookie. */
  readonly cookie?: string
  /** For which the cookie is; that of the address if it is left out. */
  readonly origin?: string
  /** UTC if it is left out. */
  readonly timeZone?: string
  /** Flags such as a permission for the microphone. */
  readonly permissions?: readonly string[]
}

/** A browser with the dashboard of this checkout built. One for each file of tests: starting it takes half a second. */
export interface TestBrowser {
  readonly browser: Browser
  /** Opens an address in a context of its own: no cookies, nothing stored. */
  open(url: string, options?: PageOptions): Promise<Page>
  /** Closes all pages. Those that stay open go on asking and drawing. */
  closePages(): Promise<void>
  /**
   * Closes it.
   *
   * @throws Error with what pages have complained of in their consoles
   */
  close(): Promise<void>
}

/**
 * Starts Chromium, without a window.
 *
 * @param flags of Chromium, such as those for a microphone that is not there
 * @throws Error that says how to install it
 */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM, ...USUAL].find((path) => path && existsSync(path))
  if (executablePath === undefined)
    throw new Error(
      'There is no Chromium: "apt-get install chromium-headless-shell", or name one in CHROMIUM.',
    )
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...flags] })
}

/**
 * Starts Chromium with the dashboard built.
 *
 * @param flags of Chromium
 * @throws Error that says how to install it
 */
export async function startBrowser(flags: readonly string[] = []): Promise<TestBrowser> {
  await buildDashboard()
  const browser = await launchChromium(flags)
  const complaints: string[] = []
  return {
    browser,
    async open(url, options = {}) {
      const {
        dark = false,
        phone = false,
        cookie,
        origin = url,
        timeZone = 'UTC',
        permissions = [],
      } = options
      const context = await browser.newContext({
        colorScheme: dark ? 'dark' : 'light',
        locale: 'en-US',
        timezoneId: timeZone,
        reducedMotion: 'reduce',
        permissions: [...permissions],
        ...(phone
          ? { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
          : { viewport: { width: 1280, height: 800 } }),
      })
      if (cookie !== undefined) await context.addCookies(cookiesOf(cookie, origin))
      const page = await context.newPage()
      countRequests(page)
      page.on('console', (message) => {
        if (message.type() === 'error' && !isRefusal(message.text()))
          complaints.push(`${page.url()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`))
      await page.goto(url)
      return page
    },
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    async close() {
      await browser.close()
      if (complaints.length > 0) throw new Error(`Pages complain:\n${complaints.join('\n')}`)
    },
  }
}

/** Chromium writes each answer of 400 and above to the console, those too that a page expects. */
function isRefusal(text: string): boolean {
  return text.startsWith('Failed to load resource: the server responded with a status of 4')
}

export function cookiesOf(header: string, url: string): Parameters<BrowserContext['addCookies']>[0] {
  return header.split(/; */).map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: new URL(url).origin }
  })
}

/** What each page has asked for and not got yet. */
const pending = new WeakMap<Page, Set<Request>>()

function countRequests(page: Page): void {
  const requests = new Set<Request>()
  pending.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  page.on('response', (response) => {
    // News go on for ever.
    if (response.headers()['content-type']?.startsWith('text/event-stream'))
      requests.delete(response.request())
  })
}

/** Two pictures of a page: what it has got is shown meanwhile, and what that needs is asked for. */
const PICTURES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Waits until what a page asked for is there, and nothing moves; at most 10 seconds for what does not come. */
export async function settled(page: Page): Promise<void> {
  const giveUp = performance.now() + 10_000
  for (let quiet = 0; quiet < 3 && performance.now() < giveUp; ) {
    await page.evaluate(PICTURES)
    quiet = pending.get(page)?.size ? 0 : quiet + 1
  }
  await page.evaluate(`(async () => {
    await document.fonts.ready
    await ${PICTURES}
    const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })()`)
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string | null
    readonly help: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

/**
 * Has axe-core check a page.
 *
 * @param rules of axe-core, such as `color-contrast`; all if they are left out
 * @throws Error that lists what is serious or critical
 */
export async function assertAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // As an evaluated text it needs no permission of the page's Content-Security-Policy.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly: rules })
  const { violations } = await page.evaluate<AxeResult>(`axe.run(document, ${options})`)
  const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  if (bad.length === 0) return
  const told = bad.map(({ id, help, nodes }) => {
    const where = nodes.map(({ html, failureSummary }) => `    ${html}\n      ${failureSummary}`)
    return `  ${id}: ${help}\n${where.join('\n')}`
  })
  throw new Error(`${page.url()} is not accessible:\n${told.join('\n')}`)
}
