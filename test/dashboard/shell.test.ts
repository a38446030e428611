import { afterAll, beforeAll, expect, test } from 'bun:test'
import { assertAccessible, settled, startBrowser, type TestBrowser } from '../support/browser.ts'
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

test('the address of the server leads to the dashboard', async () => {
  const page = await browser.open(`${service.url}/`)
  expect(new URL(page.url()).pathname).toStartWith('/dashboard')
  await settled(page)
  await assertAccessible(page)
  expect(await page.title()).toContain('Purr')
  await page.screenshot({ path: '/tmp/shell-1.png' })
  const phone = await browser.open(`${service.url}/dashboard/sign-in`, { phone: true, dark: true })
  await settled(phone)
  await phone.screenshot({ path: '/tmp/shell-2.png' })
})
