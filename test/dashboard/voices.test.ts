import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { CONSENT_STATEMENT } from '../../src/voices/consent-statement.ts'
import { assertAccessible, settled, startBrowser, type TestBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { makePerson, type TestPerson } from '../support/people.ts'
import { lastPlayed, listenTo, soundsOf, untilHeard } from '../support/played.ts'
import { recorded, someone, wavFile } from '../support/recordings.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
let browser: TestBrowser
let folder: string
let member: Member
let owner: TestPerson
let recording: string
beforeAll(async () => {
  service = await startService()
  folder = await mkdtemp(join(tmpdir(), 'purr-recording-'))
  recording = join(folder, 'ann.wav')
  await writeFile(recording, wavFile(await recorded(someone({ logF0: Math.log(190) }))))
  browser = await startBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${recording}`,
  ])
  member = await service.member(10_000)
  owner = await makePerson(service, { organizationId: member.organizationId })
})
afterAll(async () => {
  await browser.close()
  await service.close()
  await rm(folder, { recursive: true })
})

async function openVoices({ cookie }: TestPerson, more = '', phone = false): Promise<Page> {
  const { organizationId } = member
  const page = await browser.open(`${service.url}/dashboard/o/${organizationId}/voices${more}`, {
    cookie,
    phone,
  })
  await page.getByRole('heading', { name: 'Voices' }).waitFor()
  await listenTo(page)
  return page
}

/** The clones that are in the database. */
function clones() {
  return service.storage.db.query.voices.findMany({
    where: (row, { eq }) => eq(row.organizationId, member.organizationId),
  })
}

async function say(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the voice').fill(name)
  await page.getByRole('textbox', { name: 'Who speaks' }).fill('Ann Smith')
  await page.getByRole('checkbox', { name: CONSENT_STATEMENT.text }).check()
}

test('shot', async () => {
  const page = await openVoices(owner)
  await settled(page)
  await page.screenshot({ path: '/tmp/v1.png' })
  await page.getByRole('button', { name: 'Play Kathleen', exact: true }).click()
  await untilHeard(page)
  await page.screenshot({ path: '/tmp/v2.png' })
  await page.getByRole('button', { name: 'Clone a voice' }).click()
  await page.getByRole('button', { name: 'Record' }).waitFor()
  await page.screenshot({ path: '/tmp/v3.png' })
  await page.getByRole('button', { name: 'Record' }).click()
  await Bun.sleep(12_000)
  await page.screenshot({ path: '/tmp/v4.png' })
  await page.getByRole('button', { name: 'Stop' }).click()
  await Bun.sleep(500)
  await say(page, 'Ann')
  await page.screenshot({ path: '/tmp/v5.png' })
  await page.getByRole('button', { name: 'Clone the voice' }).click()
  await Bun.sleep(500)
  await page.screenshot({ path: '/tmp/v6.png' })
  await page.getByRole('heading', { name: 'Ann is ready' }).waitFor()
  await page.screenshot({ path: '/tmp/v7.png' })
}, 120_000)
