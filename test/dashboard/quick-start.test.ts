import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Client, clients, type Step } from '../../src/dashboard/web/pages/quick-start/clients.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { assertAccessible, startBrowser, type TestBrowser } from '../support/browser.ts'
import { changed, exampleOf } from '../support/client-example.ts'
import { decodedByFfmpeg } from '../support/ffmpeg.ts'
import { makePerson } from '../support/people.ts'
import { type Service, startService } from '../support/service.ts'

const DOCUMENTED = readFileSync(join(import.meta.dir, '../../src/docs/clients.md'), 'utf8')
const VOICE = catalogue()[0]!.id

function codeOf(list: readonly Client[], id: string, step: string): string {
  const found = list.find((client) => client.id === id)!.steps.find(({ title }) => title.startsWith(step))!
  if (!('code' in found)) throw new Error(`${id} has no code for "${step}"`)
  return found.code
}

describe('the programs are those of the documentation, which are tested there:', () => {
  const shown = clients({ origin: 'http://127.0.0.1:8080', model: 'gepard-1.0', voice: VOICE })
  test.each([
    ['LiveKit Agents for Python', 'py', 'livekit', 'Python'],
    ['LiveKit Agents for Node', 'js', 'livekit', 'Node.js'],
    ['Pipecat', 'py', 'pipecat', 'Python'],
    ['Clients of OpenAI', 'js', 'openai', 'Save'],
  ])('%s, in %s', (heading, language, id, step) => {
    const documented = exampleOf(heading, language)
    const [from, to] =
      language === 'py'
        ? ['os.environ["KEY"]', 'os.environ["PURR_API_KEY"]']
        : ['process.env.KEY', 'process.env.PURR_API_KEY']
    const example = changed(documented, from!, to!)
      .replaceAll('https://127', 'http://127')
      .replace('// npm install openai\n', '')
    expect(codeOf(shown, id, step)).toBe(example)
  })

  test('jambonz', () => {
    const { steps } = shown.find(({ id }) => id === 'jambonz')!
    const { fields } = steps[0] as Extract<Step, { fields: unknown }>
    for (const [name, value] of fields)
      expect(DOCUMENTED).toContain(value === 'key' ? `| ${name} | Purr's |` : `| ${name} | \`${value}\` |`)
    expect(fields).toHaveLength(3)
  })
})

describe('the commands speak as the page shows them, with the key that it makes:', () => {
  let service: Service
  let browser: TestBrowser
  let page: Page
  let folder: string
  let key: string
  beforeAll(async () => {
    service = await startService()
    browser = await startBrowser()
    folder = await mkdtemp(join(tmpdir(), 'purr-quick-start-'))
    const { organizationId } = await service.member(100_000)
    const { cookie } = await makePerson(service, { organizationId, role: 'member' })
    page = await browser.open(`${service.url}/dashboard/o/${organizationId}/quick-start`, { cookie })
    await page.getByRole('button', { name: 'Make a key' }).click()
    const line = page.getByRole('region', { name: 'The key for your terminal' }).filter({ hasNotText: '…' })
    await line.waitFor()
    key = (await line.textContent())!.replace('export PURR_API_KEY=', '').trim()
  })
  afterAll(async () => {
    await browser.close()
    await service.close()
    await rm(folder, { recursive: true })
  })

  /** Chooses a client on the page, and gives the code of one of its steps. */
  async function shown(client: string, step: string): Promise<string> {
    await page.getByRole('tab', { name: client, exact: true }).click()
    return (await page.getByRole('region', { name: `${client}: ${step}` }).textContent())!
  }

  /** Runs a command and gives the seconds of speech in the file that it has written. */
  async function spoken(command: readonly string[], file: string): Promise<number> {
    const env = { ...process.env, PURR_API_KEY: key }
    const child = Bun.spawn([...command], { cwd: folder, env, stdout: 'pipe', stderr: 'pipe' })
    const err = await new Response(child.stderr).text()
    expect([await child.exited, err]).toEqual([0, ''])
    return (await decodedByFfmpeg(await Bun.file(join(folder, file)).bytes(), 22_050)).length / 22_050
  }

  test('curl', async () => {
    expect(await spoken(['sh', '-c', await shown('curl', 'Speak')], 'speech.wav')).toBeGreaterThan(1)
  })

  test.each([
    ['cartesia-js', 'speech.wav'],
    ['OpenAI', 'hello.mp3'],
  ])('%s', async (client, file) => {
    const program = join(import.meta.dir, '../sdk/node_modules/.purr', `${crypto.randomUUID()}.mjs`)
    await Bun.write(program, await shown(client, 'Save as speak.mjs and run with Node.js'))
    try {
      expect(await spoken(['node', program], file)).toBeGreaterThan(1)
    } finally {
      await rm(program)
    }
  })

  test('jambonz has the addresses and the key', async () => {
    await page.getByRole('tab', { name: 'jambonz' }).click()
    const fields = await page.locator('.quick-start-fields').first().textContent()
    expect(fields).toContain(`${service.url}/jambonz/tts`)
    expect(fields).toContain(`${service.url.replace('http', 'ws')}/jambonz/stream`)
    expect(fields).toContain(key)
  })

  test('and the page is accessible, and shows the key no more when it is opened again', async () => {
    await assertAccessible(page)
    await page.reload()
    await page.getByRole('tab', { name: 'curl' }).waitFor()
    expect(await page.content()).not.toContain(key)
  })
})
