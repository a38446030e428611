import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { voices } from '../../src/storage/schema.ts'
import { CONSENT_STATEMENT } from '../../src/voices/consent-statement.ts'
import {
  assertAccessible,
  type PageOptions,
  settled,
  startBrowser,
  type TestBrowser,
} from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { listedVoices } from '../support/listed-voices.ts'
import { makePerson, type TestPerson } from '../support/people.ts'
import { listenTo, soundsOf, untilHeard } from '../support/played.ts'
import { recorded, someone, wavFile } from '../support/recordings.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const CREDITS = 10_000
/** Of the person in the recording, in Hz. */
const PITCH = 190

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
  await writeFile(recording, wavFile(await recorded(someone({ logF0: Math.log(PITCH) }))))
  browser = await startBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${recording}`,
  ])
  member = await service.member(CREDITS)
  owner = await makePerson(service, { organizationId: member.organizationId })
})
afterEach(() => browser.closePages())
afterAll(async () => {
  await browser.close()
  await service.close()
  await rm(folder, { recursive: true })
})

async function openVoices({ cookie }: TestPerson, more = '', options: PageOptions = {}): Promise<Page> {
  const address = `${service.url}/dashboard/o/${member.organizationId}/voices${more}`
  const page = await browser.open(address, { cookie, ...options })
  await page.getByRole('heading', { name: 'Voices', includeHidden: true }).waitFor()
  await listenTo(page)
  return page
}

/** The clone with a name, in the database. */
function clone(name: string) {
  return service.storage.db.query.voices.findFirst({
    where: (row, { and, eq }) => and(eq(row.organizationId, member.organizationId), eq(row.name, name)),
  })
}

async function describeClip(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name of the voice' }).fill(name)
  await page.getByRole('textbox', { name: 'Who speaks' }).fill('Ann Smith')
  await page.getByRole('checkbox', { name: CONSENT_STATEMENT.text }).check()
}

async function chooseFile(page: Page, file: string): Promise<void> {
  await page.getByRole('tab', { name: 'Use a file' }).click()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('region', { name: 'The recording' }).waitFor()
}

function send(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Clone the voice' }).click()
}

/** The names in the list. */
async function names(page: Page): Promise<string[]> {
  return page.locator('tbody a').allTextContents()
}

test('on a phone, what the filters show is not cut off', async () => {
  const page = await openVoices(owner, '', { phone: true })
  const filters = page.getByRole('search')
  for (const value of await filters.locator('.select-value').all())
    expect(await value.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  const name = filters.getByLabel('Name')
  expect((await name.boundingBox())!.width).toBe((await filters.boundingBox())!.width)
  await page.context().close()
})

test('samples are heard, one at a time and for nothing', async () => {
  const page = await openVoices(owner)
  await page.getByRole('button', { name: 'Play Kathleen', exact: true }).click()
  await untilHeard(page)
  await page.getByRole('button', { name: 'Play Kerstin' }).press('Enter')
  await page.getByRole('button', { name: 'Stop Kerstin' }).waitFor()
  expect(await page.getByRole('button', { name: /^Stop / }).count()).toBe(1)
  await eventually(async () => (await soundsOf(page)) === 2)
  await untilHeard(page)
  await page.getByRole('button', { name: 'Stop Kerstin' }).press(' ')
  await page.getByRole('button', { name: 'Play Kerstin' }).waitFor()
  expect(await service.balance(member)).toBe(CREDITS)
})

test('a voice is used in the playground', async () => {
  const page = await openVoices(owner)
  await page.getByRole('link', { name: 'Walter' }).click()
  await page.getByRole('link', { name: 'Use in the playground' }).click()
  await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor()
  const voice = page.getByRole('combobox', { name: 'Voice' })
  await eventually(async () => (await voice.inputValue()) === 'Walter')
  await page.context().close()
})

test('voices are found by language and name', async () => {
  const page = await openVoices(owner)
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'German' }).click()
  await eventually(async () => (await names(page)).join() === 'Kerstin')
  await page.getByRole('searchbox', { name: 'Name' }).fill('kathleen')
  await page.getByRole('button', { name: 'Show all voices' }).click()
  await eventually(async () => (await names(page)).length === listedVoices().length)
  await page.getByRole('searchbox', { name: 'Name' }).fill('KATHLEEN')
  await eventually(async () => (await names(page)).join() === 'Kathleen,Kathleen Lively,Kathleen Calm')
})

test('a voice is cloned from the microphone, compared with the recording, and deleted', async () => {
  const page = await openVoices(owner)
  await page.getByRole('button', { name: 'Clone a voice' }).click()
  await page.getByText('Good morning! I would like').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Record' }).click()
  await page.getByText('The level is good.').waitFor()
  await page.getByText('Keep on: 10 to 30 seconds are best.').waitFor()
  await eventually(async () => ((await page.getByRole('timer').textContent()) ?? '') >= '0:08')
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('region', { name: 'The recording' }).getByRole('button', { name: 'Play' }).click()
  await untilHeard(page)
  await describeClip(page, 'Microphone')
  await send(page)
  await page.getByRole('heading', { name: 'Microphone is ready' }).waitFor({ timeout: 90_000 })

  const made = await clone('Microphone')
  expect((made!.profile as { f0: number }).f0).toBeWithin(PITCH * 0.95, PITCH * 1.05)
  expect(made!.consent).toMatchObject({
    speaker: 'Ann Smith',
    statement: CONSENT_STATEMENT.text,
    recordedBy: owner.email,
  })
  await page
    .getByRole('region', { name: 'Measured profile' })
    .getByText(/^1[789]\d Hz$/)
    .waitFor()
  await assertAccessible(page)

  const text = page.getByRole('textbox', { name: 'What is said in the recording' })
  const characters = [...(await text.inputValue())].length
  await page.getByRole('button', { name: 'Let the clone say it' }).click()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await comparison.getByRole('button', { name: 'Play' }).click()
  const before = await soundsOf(page)
  await untilHeard(page)
  await page.keyboard.press('x')
  await comparison.getByRole('button', { name: 'Clone', pressed: true }).waitFor()
  await eventually(async () => (await soundsOf(page)) === before + 1)
  await untilHeard(page)
  expect(await service.balance(member)).toBe(CREDITS - characters)

  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Microphone' }).click()
  const details = page.getByRole('dialog', { name: 'Microphone' })
  await details.getByText(`recorded by ${owner.email}`).waitFor()
  await assertAccessible(page)
  await details.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Microphone?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByText('Microphone is deleted').waitFor()
  await details.waitFor({ state: 'detached' })
  expect(await names(page)).not.toContain('Microphone')
  expect(await clone('Microphone')).toBeUndefined()
})

test('a member clones a voice from a file, when all is said that must be, and cannot delete it', async () => {
  const someoneElse = await makePerson(service, { organizationId: member.organizationId, role: 'member' })
  const page = await openVoices(someoneElse)
  await page.getByRole('button', { name: 'Clone a voice' }).click()
  await send(page)
  for (const fault of [
    'Record the voice',
    'Give the voice a name',
    'Write the name of',
    'only with the consent',
  ])
    await page.getByText(fault).waitFor()
  await chooseFile(page, recording)
  await describeClip(page, 'File')
  await page.getByRole('button', { name: 'Clone the voice' }).dblclick() // the second click cancels nothing
  await page.getByRole('heading', { name: 'File is ready' }).waitFor({ timeout: 90_000 })
  expect((await clone('File'))!.consent).toMatchObject({ recordedBy: someoneElse.email })
  await page.getByRole('button', { name: 'Play a sample' }).click()
  await untilHeard(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'File' }).click()
  const details = page.getByRole('dialog', { name: 'File' })
  await details.getByRole('button', { name: 'Copy id' }).waitFor()
  expect(await details.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  await details.getByRole('link', { name: 'Use in the playground' }).click()
  await page.waitForURL(new RegExp(`/playground\\?voice=${(await clone('File'))!.id}`))
})

test('that no clone is of a model does not mean that there are none', async () => {
  const page = await browser.open(`${service.url}/dashboard/sign-in`, { cookie: owner.cookie })
  await page.route('**/models', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: [...data, { ...data[0], id: 'other', name: 'Other' }] } })
  })
  await page.goto(`${service.url}/dashboard/o/${member.organizationId}/voices`)
  const choose = async (filter: string, choice: string) => {
    await page.getByRole('combobox', { name: filter }).click()
    await page.getByRole('option', { name: choice }).click()
  }
  await choose('Model', 'Other')
  await choose('Kind', 'Clones')
  await page.getByText('No voice is like that').waitFor()
})

test('a clone that is deleted is not offered any more, nor in examples', async () => {
  const id = crypto.randomUUID()
  const { db } = service.storage
  const shared = await db.query.voices.findFirst()
  await db
    .insert(voices)
    .values({ ...shared!, id, organizationId: member.organizationId, name: 'Gone', createdAt: new Date() })
  const page = await openVoices(owner, `?voice=${id}`)
  const go = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click()
  const voice = page.getByRole('combobox', { name: 'Voice', exact: true })
  await page.getByRole('link', { name: 'Use in the playground' }).click()
  await eventually(async () => (await voice.inputValue()) === 'Gone')
  const examples = page.getByText(id)
  await go('Quick start')
  await examples.first().waitFor()
  await go('Voices')
  await page.getByRole('link', { name: 'Gone' }).click()
  await page.getByRole('dialog', { name: 'Gone' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete Gone?' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Gone is deleted').waitFor()
  await go('Playground')
  await eventually(async () => !['', 'Gone'].includes(await voice.inputValue()))
  await page.route('**/voices?limit=1', () => {}) // not answered yet
  await go('Quick start')
  await page.getByRole('heading', { name: '2. Speak' }).waitFor()
  expect(await examples.count()).toBe(0)
})

test('what is wrong with a recording is said, and what was written stays', async () => {
  const short = join(folder, 'short.wav')
  await writeFile(short, wavFile(await recorded(someone(), 'Hello, this is Ann.')))
  const page = await openVoices(owner)
  await page.getByRole('button', { name: 'Clone a voice' }).click()
  await chooseFile(page, short)
  await page.getByText('It is too short').waitFor()
  await describeClip(page, 'Short')
  await send(page)
  await page.getByText(/The clip has only .* s of speech/).waitFor()
  expect(await page.getByRole('textbox', { name: 'Name of the voice' }).inputValue()).toBe('Short')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clone a voice' }).click()
  expect(await page.getByRole('textbox', { name: 'Name of the voice' }).inputValue()).toBe('Short')
})

test('who leaves while the browser asks for the microphone is not listened to', async () => {
  const page = await openVoices(owner)
  await page.evaluate(`(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    globalThis.answer = Promise.withResolvers()
    globalThis.opened = []
    navigator.mediaDevices.getUserMedia = (wanted) => {
      const stream = answer.promise.then(() => open(wanted))
      opened.push(stream)
      return stream
    }
  })()`)
  await page.getByRole('button', { name: 'Clone a voice' }).click()
  await page.getByRole('button', { name: 'Record' }).dblclick()
  expect(await page.evaluate<number>('opened.length')).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.evaluate('answer.resolve()')
  const isOff =
    'opened[0].then((stream) => stream.getTracks().every(({ readyState }) => readyState === "ended"))'
  await eventually(() => page.evaluate<boolean>(isOff))
})

test('a recording ends when the microphone is unplugged, and what was recorded is kept', async () => {
  const page = await openVoices(owner)
  await page.evaluate(`(() => {
    const { start } = MediaRecorder.prototype
    MediaRecorder.prototype.start = function () {
      globalThis.recorder = this
      return start.call(this)
    }
  })()`)
  await page.getByRole('button', { name: 'Clone a voice' }).click()
  await page.getByRole('button', { name: 'Record' }).click()
  await eventually(async () => ((await page.getByRole('timer').textContent()) ?? '') >= '0:01')
  await page.evaluate('recorder.stream.getTracks()[0].stop()')
  await page.getByRole('region', { name: 'The recording' }).waitFor()
})

test('without a microphone, it is said what to do', async () => {
  const page = await openVoices(owner)
  await page.evaluate(`navigator.mediaDevices.getUserMedia = () =>
    Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))`)
  await page.getByRole('button', { name: 'Clone a voice' }).click()
  await page.getByRole('button', { name: 'Record' }).click()
  await page.getByText('The browser may not use the microphone.').waitFor()
  await assertAccessible(page)
})

test('a microphone that the browser cannot record is let go, and it is said what to do', async () => {
  const page = await openVoices(owner)
  await page.evaluate(`(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => (globalThis.microphone = await open(wanted))
    MediaRecorder.prototype.start = () => {
      throw new DOMException('not supported', 'NotSupportedError')
    }
  })()`)
  await page.getByRole('button', { name: 'Clone a voice' }).click()
  await page.getByRole('button', { name: 'Record' }).click()
  await page.getByText('The microphone cannot be used.').waitFor()
  expect(await page.evaluate<string>('microphone.getTracks()[0].readyState')).toBe('ended')
})

test.each<[string, PageOptions]>([
  ['in the light', {}],
  ['on a phone in the dark', { phone: true, dark: true }],
])('the page and a voice are accessible %s', async (_, options) => {
  const page = await openVoices(owner, `?voice=${catalogue()[0]!.id}`, options)
  const details = page.getByRole('dialog', { name: 'Kathleen' })
  await details.getByText('gepard-1.0').waitFor()
  await settled(page)
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  await assertAccessible(page)
})
