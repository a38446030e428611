import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { settled, startBrowser } from '../support/browser.ts'
import { dashboardPages } from '../support/dashboard-pages.ts'
import { startService } from '../support/service.ts'

/*
 * `bun run dashboard:pictures`: takes a picture of every page, light and dark, wide and on a phone, into test/dashboard/pictures,
 * to be looked at. Words after it are the names of pages to be taken only.
 */

const FOLDER = join(import.meta.dir, 'pictures')
mkdirSync(FOLDER, { recursive: true })
const wanted = process.argv.slice(2)

const service = await startService()
const browser = await startBrowser()
try {
  const member = await service.member(1_000_000)
  for (const { name, path, cookie } of await dashboardPages(service, member)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    for (const phone of [false, true])
      for (const dark of [false, true]) {
        const page = await browser.open(service.url + path, { phone, dark, cookie })
        await settled(page)
        const file = `${name}-${phone ? 'phone' : 'wide'}-${dark ? 'dark' : 'light'}.png`
        await page.screenshot({ path: join(FOLDER, file), fullPage: true })
        await page.context().close()
        console.log(file)
      }
  }
} finally {
  await browser.close().catch((error: Error) => console.error(error.message))
  await service.close()
}
process.exit()
