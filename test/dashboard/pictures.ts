import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { ClonedSpeaker } from '../../src/speech/cloning/cloner.ts'
import { assertAccessible, settled, startBrowser } from '../support/browser.ts'
import { ControlledCloner } from '../support/controlled-cloner.ts'
import { furnish, speakNow } from '../support/dashboard-data.ts'
import { dashboardPages } from '../support/dashboard-pages.ts'
import { DASHBOARD_STATES } from '../support/dashboard-states.ts'
import { startService } from '../support/service.ts'

/*
 * `bun run dashboard:pictures`: takes a picture of every page with a week of use on it, light and dark, wide and on a phone,
 * into test/dashboard/pictures, to be looked at. It tells what is not accessible, and what is wider than the screen. Words
 * after it are the names of pictures to be taken only.
 */

const FOLDER = join(import.meta.dir, 'pictures')
mkdirSync(FOLDER, { recursive: true })
const wanted = process.argv.slice(2)

interface Picture {
  readonly name: string
  readonly path: string
  readonly cookie?: string | undefined
  readonly show?: (page: Page) => Promise<void>
}

async function take({ name, path, cookie, show }: Picture, phone: boolean): Promise<void> {
  const page = await browser.open(service.url + path, { phone, ...(cookie !== undefined && { cookie }) })
  page.setDefaultTimeout(20_000)
  await page.getByRole('heading', { level: 1 }).waitFor() // nothing is on it before
  await settled(page)
  await show?.(page)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await settled(page)
    const title = `${name}-${phone ? 'phone' : 'wide'}-${theme}`
    await page.screenshot({ path: join(FOLDER, `${title}.png`), fullPage: true })
    console.log(title)
    await assertAccessible(page).catch((error: Error) => console.error(error.message))
  }
  const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  if ((await page.evaluate<number>(beyond)) > 0) console.error(`${name} is wider than the screen.`)
  await page.context().close()
}

/** A real one takes a minute on a busy machine. */
class QuickCloner extends ControlledCloner {
  override async clone(...given: Parameters<ControlledCloner['clone']>): Promise<ClonedSpeaker> {
    const { profile, ...cloned } = await super.clone(...given)
    const spectrum = profile.spectrum.map((_, band) => 4 * Math.sin(band / 5) + 2 * Math.cos(band / 2))
    return { ...cloned, profile: { ...profile, f0: 190, spectrum } }
  }
}

const service = await startService({ cloner: new QuickCloner(), operatorEmail: 'ops@example.com' })
const browser = await startBrowser()
try {
  const member = await service.member(1_000_000)
  const { cookie } = await furnish(service, member)
  speakNow(service, member)
  const pages = await dashboardPages(service, member)
  const states = DASHBOARD_STATES.map(({ name, page, query = '', show }) => {
    const { path } = pages.find((each) => each.name === page)!
    return { name, path: path + query, cookie, show }
  })
  for (const picture of [...pages, ...states]) {
    if (wanted.length > 0 && !wanted.includes(picture.name)) continue
    for (const phone of [false, true])
      await take(picture, phone).catch((error: Error) => console.error(`${picture.name}: ${error.message}`))
  }
} finally {
  await browser.close().catch((error: Error) => console.error(error.message))
}
process.exit() // turns are still running
