import { afterAll, beforeAll, expect, test } from 'bun:test'
import { assertAccessible, settled, startBrowser, type TestBrowser } from '../support/browser.ts'
import { makePerson } from '../support/people.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
let browser: TestBrowser
let member: Member
beforeAll(async () => {
  service = await startService()
  browser = await startBrowser()
  member = await service.member(1000)
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

test('the address of the server leads to the dashboard', async () => {
  const page = await browser.open(`${service.url}/`)
  await settled(page)
  await page.screenshot({ path: '/tmp/shell-1.png' })
  expect(new URL(page.url()).pathname).toStartWith('/dashboard')
  await assertAccessible(page)
  expect(await page.title()).toContain('Purr')
  const phone = await browser.open(`${service.url}/dashboard/sign-in`, { phone: true, dark: true })
  await settled(phone)
  await phone.screenshot({ path: '/tmp/shell-2.png' })
  const { cookie } = await makePerson(service, { organizationId: member.organizationId })
  const inside = await browser.open(`${service.url}/dashboard`, { cookie })
  await settled(inside)
  await inside.screenshot({ path: '/tmp/shell-3.png' })
  await assertAccessible(inside)
})
