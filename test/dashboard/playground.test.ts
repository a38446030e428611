import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Locator, Page, WebSocket } from 'playwright-core'
import { assertAccessible, settled, startBrowser, type TestBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { decodedByFfmpeg } from '../support/ffmpeg.ts'
import { GatedEngine } from '../support/gated-engine.ts'
import { makePerson, post } from '../support/people.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { emptyTap, tapped, tapSound } from '../support/sound-tap.ts'

const SHORT = 'The doctor can see you now.'
const LONG = `${'The doctor can see you at half past five on the third of March, or a week later at noon. '.repeat(6)}`

const engine = new GatedEngine()
let service: Service
let browser: TestBrowser
let member: Member
let page: Page
beforeAll(async () => {
  service = await startService({ engine })
  browser = await startBrowser()
  member = await service.member(1_000_000)
  page = await open(member)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await tapSound(page)
  await settled(page)
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

async function open(
  { organizationId }: Member,
  options: { phone?: boolean; dark?: boolean } = {},
): Promise<Page> {
  const { cookie } = await makePerson(service, { organizationId, role: 'member' })
  return browser.open(`${service.url}/dashboard/o/${organizationId}/playground`, { cookie, ...options })
}

const textOf = async (place: Locator) => (await place.textContent()) ?? ''
const status = () => textOf(page.locator('.sound-status'))
const write = (text: string) => page.getByRole('textbox', { name: 'Text' }).fill(text)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

async function choose(label: string, value: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: value, exact: true }).click()
}

/** Chooses a voice, once only those are listed whose name begins like this: until then the list moves under the pointer. */
async function chooseFound(on: Page, name: string): Promise<void> {
  const options = on.getByRole('option')
  await eventually(async () => {
    const texts = await options.allTextContents()
    return texts.length > 0 && texts.every((text) => text.startsWith(name))
  })
  await options.first().click()
}

/** Speaks a text and waits until it was heard to its end. */
async function speak(text: string): Promise<void> {
  await write(text)
  await emptyTap(page, '.sound-status')
  await press('Speak')
  await eventually(async () => (await status()).startsWith('Spoken'))
}

const heard = () => eventually(async () => (await tapped(page)).peak > 0.02)

/** Waits until nothing is heard any more. */
async function silence(): Promise<void> {
  await eventually(async () => {
    await emptyTap(page, '.sound-status')
    await Bun.sleep(150) // listens for a while
    return (await tapped(page)).peak === 0
  })
}

const stat = (label: string) =>
  textOf(page.locator('.stat').filter({ hasText: label }).locator('.stat-value'))

/** The file that the page saves of what is shown. */
async function saved(): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByText('Download WAV', { exact: true }).click()
  return readFile(await (await download).path())
}

test('speech is heard while it arrives, with Ctrl+Enter', async () => {
  await write(LONG)
  // the keys do what the button does, which can be pressed when the voices are there
  await eventually(() => page.getByRole('button', { name: 'Speak', exact: true }).isEnabled())
  await emptyTap(page, '.sound-status')
  await page.keyboard.press('Control+Enter')
  await heard()
  expect(await tapped(page)).toMatchObject({ said: 'Speaking.', sampleRate: 22_050 })
})

test('Escape silences it at once, and the next turn speaks', async () => {
  expect(await status()).toMatch(/Speaking|Playing/)
  await page.keyboard.press('Escape')
  await silence()
  expect(await status()).toBe('Interrupted.')
  expect(Number(await stat('Credits charged'))).toBe(LONG.length)
  await speak(SHORT)
  expect((await tapped(page)).peak).toBeGreaterThan(0.02)
  expect(await stat('Credits charged')).toBe(String(SHORT.length))
  expect(await stat('First audio heard')).toMatch(/\d (ms|s)$/)
  expect(Number.parseFloat(await stat('Duration'))).toBeGreaterThan(1)
})

/** The words that are lit, one after the other, until the speech has ended. */
async function litWords(text: string): Promise<string[]> {
  await page.evaluate(`(() => {
    globalThis.lit = []
    const look = () => {
      const now = document.querySelector('.words [data-lit]')?.textContent.trim()
      if (now !== undefined && now !== lit.at(-1)) lit.push(now)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  })()`)
  await speak(text)
  return page.evaluate('lit')
}

const COUNT = 'One two three four five six seven eight nine ten.'

test.each([
  ['WebSocket', '16-bit PCM', '22,050 Hz', 1],
  ['Server-Sent Events', 'µ-law', '8,000 Hz', 7],
])(
  'over %s in %s at %s, words are lit in order, and a WAV file is saved',
  async (transport, encoding, rate, tag) => {
    await choose('Transport', transport)
    await choose('Encoding', encoding)
    await choose('Sample rate', rate)
    const words = COUNT.split(' ')
    const lit = await litWords(COUNT)
    const places = lit.map((word) => words.indexOf(word))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(lit.length).toBeGreaterThan(words.length / 2) // a busy machine draws seldom
    expect(lit.at(-1)).toBe('ten.')
    const sampleRate = Number(rate.replace(/\D/g, ''))
    expect(await tapped(page)).toMatchObject({ sampleRate })
    const file = await saved()
    expect(file.readUInt16LE(20)).toBe(tag)
    const samples = await decodedByFfmpeg(file, sampleRate)
    expect(samples.length / sampleRate).toBeCloseTo(Number.parseFloat(await stat('Duration')), 1)
    expect(samples.some((sample) => Math.abs(sample) > 0.05)).toBeTrue()
  },
)

test.each([
  ['Raw', 'A-law', '16,000 Hz'],
  ['WAV', '16-bit PCM', '16,000 Hz'],
])(
  'over bytes, %s in %s at %s is heard, and the page says that there are no times of words',
  async (...chosen) => {
    const [container, encoding, rate] = chosen
    await choose('Transport', 'Bytes')
    await choose('Container', container!)
    await choose('Encoding', encoding!)
    await choose('Sample rate', rate!)
    await speak(SHORT)
    expect((await tapped(page)).peak).toBeGreaterThan(0.02)
    expect(await page.getByText('the API reports no times of words').isVisible()).toBeTrue()
  },
)

test('two voices say one text in turn, and keys change from one to the other', async () => {
  await press('Compare two voices')
  const other = page.getByRole('combobox', { name: 'Other voice', exact: true })
  await other.click()
  await other.fill('gra')
  await chooseFound(page, 'Grace')
  await write(COUNT)
  await emptyTap(page, '.comparison [aria-pressed=true]')
  await press('Speak with both')
  const side = (letter: string) => page.getByRole('button', { name: new RegExp(`^${letter}\\b`) })
  const isPressed = (letter: string, is: string) =>
    eventually(async () => (await side(letter).getAttribute('aria-pressed')) === is)
  await isPressed('A', 'true')
  await page.locator('h1').focus()
  await page.keyboard.press('2')
  await isPressed('B', 'true')
  await page.keyboard.press('1')
  await isPressed('A', 'true')
  await heard()
  await page.keyboard.press('Escape')
  await isPressed('A', 'false')
  await silence()
})

test('a comparison that is interrupted before it can be heard ends there', async () => {
  engine.shut()
  await press('Speak with both')
  await eventually(async () => (await status()).startsWith('Both are spoken first'))
  await page.locator('h1').focus()
  await page.keyboard.press('Escape')
  await eventually(async () => (await status()) === 'Interrupted.')
  engine.open()
  expect(await page.getByRole('button', { name: /^A\b/ }).count()).toBe(0)
})

test('by keyboard, the focus stays on a button that cannot be pressed any more', async () => {
  const other = await open(member)
  const button = (name: string) => other.getByRole('button', { name, exact: true })
  const focused = () => other.evaluate<string>('document.activeElement.textContent')
  await eventually(() => button('Speak').isEnabled())
  await button('Compare two voices').focus()
  await other.keyboard.press('Enter')
  await button('Speak with both').waitFor()
  await other.keyboard.press('Enter') // for which another voice must be chosen
  expect(await focused()).toBe('Speak with both')
  expect(await button('Stop').isEnabled()).toBe(false)
  await button('Speak').press('Enter')
  await eventually(() => button('Stop').isEnabled())
  await button('Stop').press('Enter')
  await eventually(async () => !(await button('Stop').isEnabled()))
  expect(await focused()).toBe('Stop')
  await other.context().close()
})

test('what was spoken is heard again, and its text taken', async () => {
  await write('Something else.')
  const entry = page.locator('.history li').filter({ hasText: SHORT }).first()
  await entry.getByRole('button', { name: 'Use this text' }).click()
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe(SHORT)
  await emptyTap(page, '.sound-status')
  await entry.getByRole('button', { name: 'Play', exact: true }).click()
  await heard()
  expect((await tapped(page)).said).toBe('Playing.')
})

test('a name that is typed replaces that of the voice', async () => {
  const voice = page.getByRole('combobox', { name: 'Voice', exact: true })
  await eventually(async () => (await voice.inputValue()) !== '')
  const before = await voice.inputValue()
  for (const name of ['Walter', before]) {
    await voice.click()
    await eventually(async () => (await voice.getAttribute('aria-expanded')) === 'true') // it is loaded first
    await page.keyboard.type(name)
    await chooseFound(page, name)
    await eventually(async () => (await voice.inputValue()) === name)
  }
})

test('who goes on by keyboard while the choice of a voice is loaded is not called back', async () => {
  const other = await open(member)
  const voice = other.getByRole('combobox', { name: 'Voice', exact: true })
  await voice.waitFor()
  await settled(other)
  const loading = Promise.withResolvers<void>()
  await other.route('**/assets/**', async (route) => {
    await loading.promise
    await route.continue()
  })
  await voice.focus()
  await other.keyboard.press('Shift+Tab')
  await other.keyboard.type('And so on. ')
  loading.resolve()
  await eventually(async () => (await voice.getAttribute('readonly')) === null)
  await other.keyboard.type('And on.')
  expect(await other.getByRole('textbox', { name: 'Text' }).inputValue()).toContain('And so on. And on.')
  await other.context().close()
})

test('a long text leaves room for the buttons', async () => {
  await write('A long text. '.repeat(1000))
  const { height } = (await page.getByRole('textbox', { name: 'Text' }).boundingBox())!
  expect(height).toBeLessThanOrEqual(page.viewportSize()!.height / 2)
})

describe('what was written and chosen', () => {
  const text = (other: Page) => other.getByRole('textbox', { name: 'Text' })
  beforeAll(() => makePerson(service, { isOperator: true })) // without one, whoever is signed out is welcomed as the first
  const speed = (other: Page) => textOf(other.getByRole('combobox', { name: 'Speed' }))

  test('is there again after another page and a reload, and for nobody else', async () => {
    const { cookie, email, password } = await makePerson(service, member)
    const other = await browser.open(`${service.url}/dashboard/o/${member.organizationId}/playground`, {
      cookie,
    })
    const voice = other.getByRole('combobox', { name: 'Voice', exact: true })
    await voice.click()
    await voice.fill('Walter')
    await chooseFound(other, 'Walter')
    await other.getByRole('combobox', { name: 'Speed' }).click()
    await other.getByRole('option', { name: '× 1.2' }).click()
    await text(other).fill('To be or not to be.')
    await other.getByRole('navigation').getByRole('link', { name: 'Usage' }).click()
    await other.getByRole('heading', { name: 'Usage' }).waitFor()
    for (const back of [() => other.goBack(), () => other.reload()]) {
      await back()
      await text(other).waitFor()
      expect(await text(other).inputValue()).toBe('To be or not to be.')
      expect(await speed(other)).toBe('× 1.2')
      await eventually(async () => (await voice.inputValue()) === 'Walter')
    }
    await other.getByRole('button', { name: /^You: / }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await other.evaluate('JSON.stringify(sessionStorage)')).not.toContain('To be')
    await other.getByLabel('E-mail').fill(email)
    await other.getByLabel('Password').fill(password)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByRole('navigation').getByRole('link', { name: 'Playground' }).click()
    await text(other).waitFor()
    expect(await text(other).inputValue()).toStartWith('Good morning!')
    await other.context().close()
  })

  test('is there again for somebody whose session had ended', async () => {
    const { cookie, email, password, fetch } = await makePerson(service, member)
    const other = await browser.open(`${service.url}/dashboard/o/${member.organizationId}/playground`, {
      cookie,
    })
    await text(other).fill('Whether it is nobler in the mind.')
    await fetch('/management/auth/sign-out', { method: 'POST' })
    await eventually(() => other.getByRole('button', { name: 'Speak', exact: true }).isEnabled())
    await other.getByRole('button', { name: 'Speak', exact: true }).click()
    await other.getByLabel('E-mail').fill(email)
    await other.getByLabel('Password').fill(password)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await text(other).waitFor()
    expect(await text(other).inputValue()).toBe('Whether it is nobler in the mind.')
    await other.context().close()
  })
})

test('another project goes on with what is spoken and was spoken, and speaks from then on', async () => {
  const many = await service.member(1_000_000)
  const path = `/management/organizations/${many.organizationId}/projects`
  const { cookie, fetch } = await makePerson(service, many)
  const { id } = (await (await fetch(path, post({ name: 'Telephony' }))).json()) as { id: string }
  const other = await browser.open('about:blank', { origin: service.url, cookie })
  const answer = Promise.withResolvers<void>()
  await other.routeWebSocket(/tts\/websocket/, (socket) => {
    socket.connectToServer().onMessage(async (message) => {
      await answer.promise
      socket.send(message)
    })
  })
  await other.goto(`${service.url}/dashboard/o/${many.organizationId}/playground`)
  const said = (text: string) => other.locator('.sound-status', { hasText: text }).waitFor()
  const speakButton = other.getByRole('button', { name: 'Speak', exact: true })
  await other.getByRole('textbox', { name: 'Text' }).fill(SHORT)
  await eventually(() => speakButton.isEnabled())
  await speakButton.click()
  await said('Asked for.')
  await other.getByRole('combobox', { name: 'Project', exact: true }).click()
  await other.getByRole('option', { name: 'Telephony' }).click()
  answer.resolve()
  await said('Spoken')
  const asked = other.waitForRequest(/\/access-token$/)
  await speakButton.click()
  expect((await asked).url()).toContain(id)
  await eventually(async () => (await other.locator('.history li').count()) === 2)
  await other.context().close()
})

test('texts that are spoken in quick succession share one WebSocket, which is closed with the page', async () => {
  const other = await open(member)
  const sockets: WebSocket[] = []
  other.on('websocket', (socket) => sockets.push(socket))
  const token = Promise.withResolvers<void>()
  await other.route(/access-token$/, async (route) => {
    await token.promise
    await route.continue()
  })
  const speakButton = other.getByRole('button', { name: 'Speak', exact: true })
  await other.getByRole('textbox', { name: 'Text' }).fill(SHORT)
  await eventually(() => speakButton.isEnabled())
  await speakButton.click()
  await speakButton.click()
  token.resolve()
  await other.locator('.sound-status', { hasText: 'Spoken' }).waitFor()
  expect(sockets).toHaveLength(1)
  await other.getByRole('navigation').getByRole('link', { name: 'Credits' }).click()
  await eventually(() => sockets.every((socket) => socket.isClosed()))
  await other.context().close()
})

test('where the browser cannot play something again, the page says so, and plays it once it can', async () => {
  const other = await open(member)
  const speakButton = other.getByRole('button', { name: 'Speak', exact: true })
  await other.getByRole('textbox', { name: 'Text' }).fill(SHORT)
  await eventually(() => speakButton.isEnabled())
  for (const rate of ['22,050 Hz', '8,000 Hz']) {
    await other.getByRole('combobox', { name: 'Sample rate' }).click()
    await other.getByRole('option', { name: rate }).click()
    await speakButton.click()
    await other.locator('.history li', { hasText: rate.startsWith('8') ? ' 8 kHz' : '22.05 kHz' }).waitFor()
    await other.locator('.sound-status', { hasText: 'Spoken' }).waitFor()
  }
  await other.evaluate(`(() => {
    globalThis.Loudspeaker = AudioContext
    AudioContext = class { constructor() { throw new DOMException('There is no loudspeaker.') } }
  })()`)
  const again = other.locator('.history li', { hasText: '22.05 kHz' }).getByRole('button', { name: 'Play' })
  await again.click()
  await other.getByRole('alert').getByText('The browser cannot play sound.').waitFor()
  expect(await other.getByRole('button', { name: 'Stop' }).isEnabled()).toBe(false)
  await other.evaluate('AudioContext = Loudspeaker')
  await again.click()
  await other.locator('.sound-status', { hasText: 'Playing.' }).waitFor()
  expect(await other.getByRole('alert').count()).toBe(0)
  await other.context().close()
})

test('a long name of a voice stays within the card of what is spoken', async () => {
  const other = await open(member, { phone: true })
  const name = 'W'.repeat(100)
  await other.route('**/voices*', async (route) => {
    const answer = await route.fetch()
    const voices = (await answer.json()) as { data: object[] }
    await route.fulfill({ json: { ...voices, data: voices.data.map((voice) => ({ ...voice, name })) } })
  })
  await other.reload()
  await eventually(() => other.getByRole('button', { name: 'Speak', exact: true }).isEnabled())
  await other.getByRole('button', { name: 'Speak', exact: true }).click()
  const title = other.getByRole('heading', { name })
  await title.waitFor()
  const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await other.evaluate<number>(beyond)).toBe(0)
  const card = (await other.locator('.card', { has: title }).boundingBox())!
  const { x, width } = (await title.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(card.x + card.width)
  await other.context().close()
})

test('how a text is read is shown', async () => {
  await write('Dr. Smith owes $42.50.')
  await press('Show')
  const reading = page.locator('.how-read')
  await reading.waitFor()
  const said = await reading.locator('strong').allInnerTexts()
  expect(said).toEqual(['doctor', 'smith', 'owes', 'forty', 'two', 'dollars', 'and', 'fifty', 'cents'])
  expect(await textOf(reading)).toContain('/dˈɑːktɝ/')
})

test('a reading says so when it is not that of what is chosen any more', async () => {
  const note = page.getByText('The text, or how it is spoken, has changed since: read it again.')
  for (const [label, other, before] of [
    ['Speed', '× 1.2', 'Normal'],
    ['Language', 'British English', "The voice's own"],
  ] as const) {
    await choose(label, other)
    await note.waitFor()
    await choose(label, before)
    await note.waitFor({ state: 'detached' })
  }
})

test('the code beside it follows what is chosen, without the key', async () => {
  const code = () => textOf(page.getByRole('region', { name: 'Code for curl' }))
  expect(await code()).toContain('"transcript": "Dr. Smith owes $42.50."')
  expect(await code()).toContain('$PURR_API_KEY')
  expect(await code()).toContain(service.url)
})

test('the page is accessible, and keeps no token', async () => {
  await assertAccessible(page)
  const kept = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  )
  expect(kept).not.toMatch(/tts_|sk_purr|mk_purr/)
})

describe('who has no credits', () => {
  test('is told so in the words of the API, on a phone in the dark', async () => {
    const poor = await service.member(0)
    const phone = await open(poor, { phone: true, dark: true })
    await settled(phone)
    await phone.getByRole('button', { name: 'Speak', exact: true }).click()
    const alert = phone.getByRole('alert')
    await alert.waitFor()
    expect(await textOf(alert)).toMatch(/credits/)
    await phone.getByRole('link', { name: 'See the credits' }).waitFor()
    await assertAccessible(phone)
    expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await phone.close()
  })
})

test('a voice that is pressed is chosen, also where the result of a search comes meanwhile', async () => {
  const other = await open(member)
  const voice = other.getByRole('combobox', { name: 'Voice', exact: true })
  const found = Promise.withResolvers<void>()
  await other.route(/voices\?search=/, async (route) => {
    await found.promise
    await route.continue()
  })
  await voice.click()
  const options = other.getByRole('option')
  await options.nth(4).waitFor()
  const name = (await options
    .nth(4)
    .locator('.voice-picker-voice')
    .evaluate((item) => item.firstChild!.textContent))!
  const sent = other.waitForRequest(/voices\?search=/)
  await voice.fill('a')
  await sent
  await options.nth(4).hover()
  await other.mouse.down()
  const came = other.waitForResponse(/voices\?search=/)
  found.resolve()
  await came
  await settled(other)
  await other.mouse.up()
  await eventually(async () => (await voice.inputValue()) === name)
  await other.context().close()
})
