import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { TurnState } from '../../src/tts/running-turns.ts'
import { RunningTurns } from '../../src/tts/running-turns.ts'
import { assertAccessible, settled, startBrowser, type TestBrowser } from '../support/browser.ts'
import { makePerson, type TestPerson } from '../support/people.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const running = new RunningTurns(0)
let service: Service
let browser: TestBrowser
let member: Member
let operator: TestPerson
beforeAll(async () => {
  service = await startService({ running })
  browser = await startBrowser()
  member = await service.member(1000)
  operator = await makePerson(service, { organizationId: member.organizationId, isOperator: true })
})
afterEach(() => browser.closePages())
afterAll(async () => {
  await browser.close()
  await service.close()
})

const open = (options = {}) =>
  browser.open(`${service.url}/dashboard/live`, { cookie: operator.cookie, ...options })

/** Turns that go on until the returned function is called. */
function speak(count: number, more: Partial<TurnState> = {}): () => void {
  const turns = Array.from({ length: count }, (_, at) => ({
    id: crypto.randomUUID(),
    organizationId: member.organizationId,
    transport: 'websocket' as const,
    phase: 'speaking' as const,
    model: 'gepard-1.0',
    voice: `Voice ${at}`,
    seconds: 2,
    firstAudio: 0.02,
    made: 2,
    sent: 1,
    late: 0,
    ...more,
  }))
  const ends = turns.map((turn) => running.begin(() => turn))
  return () => {
    for (const end of ends) end()
  }
}

test('turns and refusals come and go while one watches', async () => {
  const page = await open()
  await page.getByText('Nothing is being spoken').waitFor()
  await page.getByText('Nothing was refused').waitFor()
  const end = speak(3)
  await page.getByRole('cell', { name: 'Voice 2' }).waitFor()
  await page.getByRole('heading', { name: 'Turns running now: 3' }).waitFor()
  await post(`${service.url}/tts/bytes`, member.key, { ...goodRequest, transcript: '' })
  await page.getByRole('cell', { name: 'missing_transcript' }).waitFor()
  await fetch(`${service.url}/management/organizations/${member.organizationId}/voices/${member.keyId}`)
  const where = page.getByRole('cell', { name: '/management/organizations/:organization/voices/:voice' })
  expect(await where.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
  end()
  await page.getByText('Nothing is being spoken').waitFor()
  await assertAccessible(page)
}, 60_000)

test('the page can be paused, and says so', async () => {
  const page = await open()
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor() // the page and its link are called so too
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText(/Paused, as of/).waitFor()
  const end = speak(1)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('cell', { name: 'Voice 0' }).waitFor()
  end()
}, 60_000)

test('a lost connection is told and made again', async () => {
  const page = await open()
  await page.getByText('Nothing is being spoken').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.route('**/management/live', (route) =>
    route.fulfill({ status: 429, json: { message: 'Not now.' } }),
  )
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText(/Connecting again/).waitFor()
  await page.unroute('**/management/live')
  await page.getByRole('status').getByText('Live').waitFor()
}, 60_000)

test('a server that is away is said to be so, in the words of the other pages', async () => {
  const page = await browser.open('about:blank', { cookie: operator.cookie, origin: service.url })
  page.removeAllListeners('console') // which has the errors that are meant to be here
  await page.route('**/management/live', (route) => route.abort())
  await page.goto(`${service.url}/dashboard/live`)
  await page.getByRole('heading', { name: 'The server does not answer.' }).waitFor()
  await page.unroute('**/management/live')
  await page.getByText('Nothing is being spoken').waitFor()
}, 60_000)

test('a browser that cannot iterate over streams shows it, too', async () => {
  const page = await open()
  await page.addInitScript('delete ReadableStream.prototype[Symbol.asyncIterator]') // as in Safari
  await page.reload()
  const end = speak(1)
  await page.getByRole('cell', { name: 'Voice 0' }).waitFor()
  end()
}, 60_000)

test('many turns stay within the page, and it says how many there are', async () => {
  const end = speak(230)
  const page = await open({ phone: true, dark: true })
  await page.getByText('and 30 more').waitFor()
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  await assertAccessible(page)
  end()
}, 60_000)

test('who is signed out sees nothing more', async () => {
  const soon = await makePerson(service, { isOperator: true })
  const page = await open({ cookie: soon.cookie })
  await page.getByText('Nothing is being spoken').waitFor()
  await soon.fetch('/management/auth/sign-out', { method: 'POST' })
  await page.waitForURL(/sign-in/)
}, 60_000)

test('who is not the operator has no such page', async () => {
  const owner = await makePerson(service, { organizationId: member.organizationId })
  const page = await open({ cookie: owner.cookie })
  await settled(page)
  await page.getByText('There is nothing at this address').waitFor()
}, 60_000)
