import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { authorize, type Caller } from '../../src/accounts/authorize.ts'
import { renew } from '../../src/accounts/heartbeat.ts'
import { createKey } from '../../src/accounts/keys.ts'
import { firstProject } from '../../src/accounts/organizations.ts'
import type { Series } from '../../src/management/usage/usage-answers.ts'
import { UsageRecorder } from '../../src/usage/recorder.ts'
import { TurnUsage } from '../../src/usage/turn-usage.ts'
import { assertAccessible, settled, startBrowser, type TestBrowser } from '../support/browser.ts'
import { makePerson, type TestPerson } from '../support/people.ts'
import { goodRequest } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const HOUR = 3_600_000

let service: Service
let browser: TestBrowser
let member: Member
let other: Caller
let person: TestPerson
beforeAll(async () => {
  service = await startService()
  browser = await startBrowser()
  const { db } = service.storage
  member = await service.member(1000, { requestsPerMinute: 60, concurrency: 5 })
  const key = await createKey(db, (await firstProject(db, member.organizationId))!, 'Phone bridge')
  other = (await authorize(db, key))!
  person = await makePerson(service, { organizationId: member.organizationId })
  await speakForHours(10)
}, 120_000)
afterEach(() => browser.closePages())
afterAll(async () => {
  await browser.close()
  await service.close()
})

/** Counts what is spoken at the times that a clock tells. */
async function recorderAt(now: () => number): Promise<UsageRecorder> {
  const { db } = service.storage
  const processId = crypto.randomUUID()
  await renew(db, processId)
  return new UsageRecorder({ db, processId, log: service.turns.log, now, elapsed: now })
}

/** How long ago the time begins that is looked at by the minute. Nobody speaks then: a minute later it would no longer be seen. */
const EDGE = 6 * HOUR
const EDGE_WIDTH = 600_000

/** Has both keys speak every five minutes of the last hours: 100 characters with one, 20 with the other. */
async function speakForHours(hours: number): Promise<void> {
  let now = Date.now() - hours * HOUR
  const recorder = await recorderAt(() => now)
  for (; now < Date.now() - 60_000; now += 300_000) {
    if (Math.abs(Date.now() - EDGE - now) < EDGE_WIDTH) continue
    for (const [caller, characters, error] of [
      [member, 100, undefined],
      [other, 20, undefined],
      [other, 0, 'upstream_unavailable'],
    ] as const) {
      const turn = new TurnUsage(recorder, caller, 'gepard-1.0')
      turn.resolved(goodRequest.voice.id, 'gepard-1.0')
      turn.slotTaken()
      now += 2000
      turn.begun(0.02)
      turn.captured(characters)
      if (error !== undefined) turn.failed(error)
      turn.ended(3)
      now -= 2000
    }
  }
  recorder.refused(other, 'requestsPerMinute')
  await recorder.flush()
}

const open = (query = '', { organizationId }: Caller = member, options = {}) =>
  browser.open(`${service.url}/dashboard/o/${organizationId}/usage${query}`, {
    cookie: person.cookie,
    ...options,
  })

async function told(query = ''): Promise<Series> {
  const answer = await person.fetch(`/management/organizations/${member.organizationId}/usage${query}`)
  return (await answer.json()) as Series
}

/** The number of a legend that stands after a label. */
const legendOf = (page: Page, label: string) =>
  page.locator('.legend > span', { hasText: label }).locator('b').first()

/** Does again what failed while a full hour has begun: charts and tables begin an hour later then. */
async function withinAnHour(check: () => Promise<void>): Promise<void> {
  const hour = () => Math.floor(Date.now() / HOUR)
  const begun = hour()
  try {
    await check()
  } catch (error) {
    if (hour() === begun) throw error
    await check()
  }
}

test(
  'charts say what was spoken, and the table behind each and the CSV say the same',
  () => withinAnHour(compareCharts),
  120_000,
)

async function compareCharts(): Promise<void> {
  const page = await open()
  await settled(page)
  const { points, totals } = await told()
  const characters = page.getByRole('slider', { name: 'Characters, by hour' })
  expect(await characters.getAttribute('aria-valuetext')).toBe(
    `All: Characters ${totals.characters.toLocaleString('en-US')}`,
  )
  expect(await legendOf(page, 'upstream_unavailable').textContent()).toBe(
    String(totals.errors.upstream_unavailable),
  )
  // Something is drawn: the canvas of the characters has pixels of their colour.
  const isDrawn = await characters.locator('canvas').evaluate((canvas) => {
    const drawn = canvas as unknown as { width: number; height: number; getContext(kind: '2d'): Context }
    interface Context {
      getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray }
    }
    const { data } = drawn.getContext('2d').getImageData(0, 0, drawn.width, drawn.height)
    let count = 0
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === 15 && data[at + 1] === 118 && data[at + 2] === 110) count++
    return count > 1000
  })
  expect(isDrawn).toBe(true)
  // The arrow keys move one cursor through all charts.
  await characters.focus()
  await page.keyboard.press('Home')
  const last = points.length - 2
  for (let place = 0; place < last; place++) await page.keyboard.press('ArrowRight')
  const shown = points[last]!
  expect(await characters.getAttribute('aria-valuetext')).toContain(
    `Characters ${shown.characters.toLocaleString('en-US', { notation: 'compact' })}`,
  )
  const turns = page.getByRole('slider', { name: 'Turns, by hour' })
  expect(await turns.getAttribute('aria-valuetext')).toContain(`Turns ${shown.turns}`)
  await page.getByRole('button', { name: 'Turns as a table' }).click()
  const cells = page.getByRole('region', { name: 'Turns, by hour' }).locator('tbody tr td:last-child')
  await cells.first().waitFor()
  expect(await cells.allTextContents()).toEqual(points.map((point) => String(point.turns)).toReversed())
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^usage-hour-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines.slice(1).map((line) => Number(line.split(',')[2]))).toEqual(
    points.map((point) => point.characters),
  )
}

test('what is looked at is in the address, and can be narrowed down by what was used most', async () => {
  const page = await open('?period=minute&range=6h')
  await settled(page)
  await page.getByRole('tab', { name: 'Keys' }).click()
  await page.getByRole('button', { name: 'Phone bridge' }).click()
  await settled(page)
  const address = new URL(page.url())
  expect(Object.fromEntries(address.searchParams)).toEqual({
    period: 'minute',
    range: '6h',
    key: other.keyId,
  })
  const query = `?period=minute&from=${new Date(Date.now() - 359 * 60_000).toISOString()}&key=${other.keyId}`
  const { totals } = await told(query)
  const seen = () => legendOf(page, 'Characters').textContent()
  expect(await seen()).toBe(totals.characters.toLocaleString('en-US'))
  const again = await open(address.search)
  await settled(again)
  expect(await legendOf(again, 'Characters').textContent()).toBe(totals.characters.toLocaleString('en-US'))
  await again.getByRole('combobox', { name: 'Key' }).filter({ hasText: 'Phone bridge' }).waitFor()
  await again.getByRole('button', { name: 'Clear filters' }).click()
  await settled(again)
  expect(new URL(again.url()).searchParams.has('key')).toBe(false)
  // A time that is drawn over in a chart becomes the time that is looked at.
  const box = (await again
    .getByRole('slider', { name: 'Turns, by minute' })
    .locator('.u-over')
    .boundingBox())!
  await again.mouse.move(box.x + box.width * 0.25, box.y + 40)
  await again.mouse.down()
  await again.mouse.move(box.x + box.width * 0.75, box.y + 40, { steps: 5 })
  await again.mouse.up()
  await settled(again)
  const drawn = new URL(again.url()).searchParams
  const minutes = (Date.parse(drawn.get('to')!) - Date.parse(drawn.get('from')!)) / 60_000
  expect(minutes).toBeGreaterThan(170)
  expect(minutes).toBeLessThan(190)
}, 60_000)

test('limits are told in words, with what they have refused', async () => {
  const page = await open()
  await settled(page)
  const requests = page.getByRole('meter', { name: 'Requests' })
  expect(await requests.getAttribute('aria-valuetext')).toBe('0 of 60 requests in the last minute')
  expect(await requests.textContent()).toContain('1 in the last hour, 1 in the last day.')
  const voices = page.getByRole('meter', { name: 'Cloned voices' })
  expect(await voices.textContent()).toContain('0 of 100 cloned voices')
  expect(await voices.textContent()).toContain('Nothing refused in three days.')
})

test('the overview counts from midnight, also where that is within an hour of UTC', async () => {
  // It was midnight two to eighteen hours ago.
  const isMorning = new Date().getUTCHours() < 12
  const timeZone = isMorning ? 'Asia/Kolkata' : 'Pacific/Marquesas'
  const midnight = new Date().setUTCHours(isMorning ? -6 : 9, 30, 0, 0)
  const early = await service.member(1000)
  const reader = await makePerson(service, { organizationId: early.organizationId })
  let now = midnight
  const recorder = await recorderAt(() => now)
  for (const [minutes, characters] of [
    [-10, 100],
    [10, 20],
  ] as const) {
    now = midnight + minutes * 60_000
    const turn = new TurnUsage(recorder, early, 'gepard-1.0')
    turn.slotTaken()
    turn.captured(characters)
    turn.ended(3)
  }
  await recorder.flush()
  const page = await browser.open(`${service.url}/dashboard/o/${early.organizationId}/overview`, {
    cookie: reader.cookie,
    timeZone,
  })
  const characters = page.locator('.stat', { hasText: 'Characters today' }).locator('.stat-value')
  await characters.filter({ hasText: /\d/ }).waitFor()
  expect(await characters.textContent()).toBe('20')
})

test('a day that stands alone is drawn', async () => {
  const page = await open('?period=day')
  await page.getByRole('slider', { name: 'Time to first audio' }).locator('canvas').waitFor()
  await settled(page)
  const coloured = await page.evaluate<number>(`(() => {
    const canvas = document.querySelector('[role=slider][aria-label^="Time to first audio"] canvas')
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.subarray(4 * at, 4 * at + 4))
    return pixels.filter(([r, g, b, alpha]) => alpha === 255 && Math.max(r, g, b) - Math.min(r, g, b) > 64).length
  })()`)
  expect(coloured).toBeGreaterThan(0) // text and grid are grey
})

test('where nothing was spoken, it says what to do', async () => {
  const quiet = await service.member(1000)
  const reader = await makePerson(service, { organizationId: quiet.organizationId, role: 'member' })
  const page = await open('', quiet, { cookie: reader.cookie })
  await settled(page)
  await page.getByRole('heading', { name: 'Nothing spoken yet' }).waitFor()
  await page.getByRole('link', { name: 'Open the playground' }).click()
  expect(new URL(page.url()).pathname).toEndWith('/playground')
})

test.each([
  ['in the light', {}],
  ['on a phone in the dark', { phone: true, dark: true }],
])(
  'it is accessible %s',
  async (_, options) => {
    const page = await open('', member, options)
    await settled(page)
    await assertAccessible(page)
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0)
  },
  60_000,
)
