import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { hashPassword } from '../../src/management/access/passwords.ts'
import { createPerson } from '../../src/management/access/people.ts'
import type { Database } from '../../src/storage/database.ts'
import { openStorage } from '../../src/storage/open.ts'
import { keys, members, projects, voices } from '../../src/storage/schema.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { createMember } from '../support/member.ts'
import { signIn } from '../support/people.ts'
import { startPurr } from '../support/process.ts'
import { withFolder } from './recognizer.ts'
import { millisecondsAt } from './statistics.ts'
import { row, rule } from './table.ts'

/**
 * The dashboard in Chromium, from a server with the embedded database: `bun run bench:dashboard`. It measures how pages are
 * loaded that the browser has never seen, and how pages of 10,000 keys and 10,000 voices scroll. The machine should be
 * otherwise idle.
 */

const MANY = 10_000
/** How long a page is scrolled, and the time between two turns of the wheel (milliseconds). */
const SCROLL = 10_000
const WHEEL = 50
/** How far a turn of the wheel goes (pixels). */
const STEP = 600

const LOADED = ['sign-in', 'overview', 'playground', 'voices', 'keys', 'usage', 'credits', 'live'] as const
const SCROLLED = ['keys', 'voices'] as const

const ACCOUNT = { name: 'Ada', email: 'ada@example.com', password: 'three cats on a warm roof' }

/** What is gathered in a page. Times are in milliseconds. */
interface Gathered {
  /** Between frames, since they were last asked for. */
  readonly frames: readonly number[]
  /** Of the main thread, longer than 50 ms. */
  readonly tasks: readonly { readonly end: number; readonly took: number }[]
}

/** Runs in each page before anything else. */
const GATHER = `
  const gathered = { frames: [], tasks: [] }
  window.gathered = gathered
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) gathered.tasks.push({ end: startTime + duration, took: duration })
  }).observe({ type: 'longtask', buffered: true })
  let before
  const frame = (now) => {
    if (before !== undefined) gathered.frames.push(now - before)
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)`

await withFolder(measure)
process.exit(0)

async function measure(folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const storage = await openStorage({ databaseUrl: undefined, dataDir })
  const { key, organizationId } = await createMember(storage.db, 1_000_000)
  await fill(storage.db, organizationId)
  await storage.close()
  const server = await startPurr({ DATA_DIR: dataDir, PURR_API_KEY: key, WORKERS: '' })
  const browser = await startBrowser()
  const cookie = await signIn(server.url, ACCOUNT)
  const open = (name: string) => openPage(browser, server.url, { name, organizationId, cookie })
  try {
    await printLoading(open)
    await printScrolling(open)
  } finally {
    await server.stop()
    await browser.close()
  }
}

/** Gives an organization its keys and voices, and an owner who is the operator too. */
async function fill(db: Database, organizationId: string): Promise<void> {
  const hash = await hashPassword(ACCOUNT.password)
  const userId = (await createPerson(db, { ...ACCOUNT, hash, isOperator: true }))!
  await db.insert(members).values({ organizationId, userId, role: 'owner' })
  const [project] = await db.select().from(projects).where(eq(projects.organizationId, organizationId))
  await db.execute(sql`
    INSERT INTO ${keys} (project_id, name, prefix, hash, created_at, last_used_at)
    SELECT ${project!.id}, 'Key ' || number, 'bench' || number, sha256(number::text::bytea),
      now() - number * interval '1 minute', now() - number * interval '1 second'
    FROM generate_series(1, ${MANY}::int) AS number`)
  await db.execute(sql`
    INSERT INTO ${voices} (id, organization_id, name, description, language, speaker, created_at)
    SELECT gen_random_uuid(), ${organizationId}, 'Voice ' || number, 'A voice that is only listed.',
      (ARRAY['en', 'de', 'nl'])[1 + number % 3], '{}', now() - number * interval '1 minute'
    FROM generate_series(1, ${MANY}::int) AS number`)
}

interface Opened {
  readonly page: Page
  /** Bytes that came, headers and compression included, and in how many answers. */
  readonly loaded: { bytes: number; answers: number }
}

/** Opens a page in a browser that has nothing of it, and waits until its heading is there. */
async function openPage(
  browser: TestBrowser,
  url: string,
  { name, organizationId, cookie }: { name: string; organizationId: string; cookie: string },
): Promise<Opened> {
  const page = await browser.open('about:blank')
  const loaded = { bytes: 0, answers: 0 }
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    loaded.bytes += encodedDataLength
    loaded.answers++
  })
  await page.addInitScript(GATHER)
  if (name !== 'sign-in') {
    const cookies = cookie.split('; ').map((pair) => pair.split('='))
    await page
      .context()
      .addCookies(cookies.map(([name, ...value]) => ({ name: name!, value: value.join('='), url })))
  }
  const isOfServer = name === 'sign-in' || name === 'live'
  await page.goto(`${url}/dashboard/${isOfServer ? name : `o/${organizationId}/${name}`}`)
  await page.waitForSelector('h1')
  return { page, loaded }
}

async function printLoading(open: (name: string) => Promise<Opened>): Promise<void> {
  console.log('\nFirst load of pages, with an empty cache\n')
  row('page', 'kB', 'answers', 'heading (ms)', 'interactive (ms)', 'long tasks')
  rule(6)
  for (const name of LOADED) {
    const { page, loaded } = await open(name)
    const heading = await page.evaluate<number>('performance.now()')
    if (name !== 'live')
      await page.waitForLoadState('networkidle') // live never is
    else await Bun.sleep(1500)
    const { tasks } = await page.evaluate<Gathered>('gathered')
    const interactive = Math.max(heading, ...tasks.map(({ end }) => end))
    row(
      name,
      (loaded.bytes / 1000).toFixed(0),
      loaded.answers,
      heading.toFixed(0),
      interactive.toFixed(0),
      tasks.length,
    )
    await page.context().close()
  }
  row('goal', 'under 200', '', '', 'under 1000', '')
}

async function printScrolling(open: (name: string) => Promise<Opened>): Promise<void> {
  console.log(`\nPages of ${MANY}, scrolled for ${SCROLL / 1000} s (milliseconds)\n`)
  row('page', 'rows seen', 'frame p50', 'p95', 'worst', 'long tasks', 'longest', 'elements')
  rule(8)
  for (const name of SCROLLED) {
    const { page } = await open(name)
    await page.waitForLoadState('networkidle')
    await page.hover('.virtual')
    await page.evaluate('gathered.frames.length = gathered.tasks.length = 0')
    for (const end = performance.now() + SCROLL; performance.now() < end; ) {
      await page.mouse.wheel(0, STEP)
      await Bun.sleep(WHEEL)
    }
    const { frames, tasks } = await page.evaluate<Gathered>('gathered')
    const seen = await page.evaluate<number>(
      "Math.max(...[...document.querySelectorAll('[aria-rowindex]')].map((row) => row.ariaRowIndex - 1))",
    )
    const elements = await page.evaluate<number>("document.querySelectorAll('*').length")
    row(
      name,
      seen,
      ...[50, 95, 100].map((percent) => millisecondsAt(frames, percent)),
      tasks.length,
      Math.max(0, ...tasks.map(({ took }) => took)).toFixed(0),
      elements,
    )
    await page.context().close()
  }
  row('goal', '', '', 'under 33', '', '0', '', '')
}
