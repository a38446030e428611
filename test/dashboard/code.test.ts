import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { equivalentCode } from '../../src/dashboard/web/speech/code.ts'
import type { SpeechSettings } from '../../src/dashboard/web/speech/request.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const HAS_PYTHON = Bun.which('python3') !== null
if (!HAS_PYTHON) console.warn('The code for Python is not read by Python: that needs python3.')

let service: Service
let member: Member
let folder: string
beforeAll(async () => {
  service = await startService()
  member = await service.member(100_000)
  folder = await mkdtemp(join(tmpdir(), 'purr-code-'))
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const settings: SpeechSettings = {
  text: `It's "5:30" – \\o/ $HOME 🙂.`,
  model: 'gepard-1.0',
  voice: catalogue()[0]!.id,
  language: 'en-GB',
  speed: 1.2,
  transport: 'bytes',
  container: 'wav',
  format: { encoding: 'pcm_s16le', sampleRate: 22_050 },
}
const TELEPHONE = { container: 'raw', format: { encoding: 'pcm_mulaw', sampleRate: 8000 } } as const

const WAYS: [string, Partial<SpeechSettings>][] = [
  ['a WAV file', {}],
  ['raw µ-law', TELEPHONE],
  ['Server-Sent Events', { ...TELEPHONE, transport: 'sse' }],
  ['a WebSocket', { ...TELEPHONE, transport: 'websocket' }],
]

/** What the API answers to the request itself. */
async function spoken({ container, format }: SpeechSettings): Promise<Buffer> {
  const answer = await post(`${service.url}/tts/bytes`, member.key, {
    model_id: settings.model,
    transcript: settings.text,
    voice: { mode: 'id', id: settings.voice },
    output_format: { container, encoding: format.encoding, sample_rate: format.sampleRate },
    language: settings.language,
    speed: settings.speed,
  })
  return Buffer.from(await answer.arrayBuffer())
}

/** Runs a program where it finds the clients' packages, and gives what it has written to a file, or else has printed. */
async function run(command: readonly string[], file: string): Promise<Buffer> {
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: { ...process.env, PURR_API_KEY: member.key },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([
    new Response(child.stdout).bytes(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0 || err !== '') throw new Error(err)
  const written = Bun.file(join(folder, file))
  if (!(await written.exists())) return Buffer.from(out)
  const bytes = Buffer.from(await written.arrayBuffer())
  await written.delete()
  return bytes
}

/** The audio in events as they were printed. */
function audioIn(events: string): Buffer {
  const frames = events.split('\n\n').filter((event) => event !== '')
  const data = frames.map((frame) => JSON.parse(frame.slice('data: '.length)).data ?? '')
  return Buffer.concat(data.map((each) => Buffer.from(each, 'base64')))
}

describe.each(WAYS)('the code for %s', (_, changes) => {
  const wanted = { ...settings, ...changes }
  const file = wanted.container === 'wav' ? 'speech.wav' : 'speech.raw'

  test('for curl gives the audio of the request', async () => {
    const { curl } = equivalentCode(wanted, service.url)
    expect(curl).not.toContain(member.key)
    const given = await run(['sh', '-c', curl], file)
    const audio = wanted.transport === 'bytes' ? given : audioIn(given.toString())
    expect(audio.equals(await spoken(wanted))).toBeTrue()
  })

  test('for JavaScript gives the audio of the request', async () => {
    const { javascript } = equivalentCode(wanted, service.url)
    const program = join(import.meta.dir, '../sdk/node_modules/.purr', `${crypto.randomUUID()}.mjs`)
    await Bun.write(program, javascript)
    await Bun.write(join(folder, file), 'what was spoken before')
    try {
      const audio = await run([process.execPath, program], file)
      expect(audio.equals(await spoken(wanted))).toBeTrue()
    } finally {
      await rm(program)
    }
  })

  test.skipIf(!HAS_PYTHON)('for Python can be read by Python', async () => {
    const { python } = equivalentCode(wanted, service.url)
    const check = ['python3', '-c', 'import ast, sys; ast.parse(sys.argv[1])', python]
    expect((await Bun.spawn(check).exited) === 0).toBeTrue()
    expect(python).toContain(`base_url="${service.url}"`)
  })
})
