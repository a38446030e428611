import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { catalogue } from '../../../src/engines/embedded/model-folder.ts'
import { books } from '../../support/books.ts'
import { eventually } from '../../support/eventually.ts'
import { decodedByFfmpeg } from '../../support/ffmpeg.ts'
import { goodRequest, post } from '../../support/request.ts'
import { type Member, type Service, startService } from '../../support/service.ts'

const TEXT = 'Your table is booked for 5:30 on 3/5/2026.'
const [VOICE] = catalogue()

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(1_000_000)
})
afterAll(() => service.close())

function ask(body: unknown, accept?: string, key = member.key): Promise<Response> {
  return post(`${service.url}/jambonz/tts`, key, body, accept === undefined ? {} : { accept })
}

const request = (more: object = {}) => ({ voice: VOICE!.name, type: 'text', text: TEXT, ...more })

/** What POST /tts/bytes answers. */
async function speech(container: string, sample_rate: number, more: object = {}): Promise<Buffer> {
  const output_format = { container, encoding: 'pcm_s16le', sample_rate }
  const answer = await post(`${service.url}/tts/bytes`, member.key, {
    ...goodRequest,
    transcript: TEXT,
    output_format,
    ...more,
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.bytes())
}

/** How alike two signals are (normalised correlation), where the second one begins up to 100 ms later. */
function likeness(one: Float32Array, other: Float32Array): number {
  let best = 0
  for (let delay = 0; delay < 2205; delay++) {
    let [product, ones, others] = [0, 0, 0]
    for (let at = 0; at < one.length && at + delay < other.length; at += 3) {
      const [a, b] = [one[at]!, other[at + delay]!]
      product += a * b
      ones += a * a
      others += b * b
    }
    best = Math.max(best, product / Math.sqrt(ones * others))
  }
  return best
}

describe('the answer is in the format that Accept takes', () => {
  test.each([
    [undefined, 'audio/wav', 'wav', 8000],
    ['*/*', 'audio/wav', 'wav', 8000],
    ['audio/*', 'audio/wav', 'wav', 8000],
    ['audio/wav', 'audio/wav', 'wav', 8000],
    ['audio/x-wav;rate=16000', 'audio/wav', 'wav', 16000],
    ['audio/l16;rate=8000', 'audio/l16;rate=8000', 'raw', 8000],
    ['Audio/L16; rate=16000', 'audio/l16;rate=16000', 'raw', 16000],
    ['audio/l16;rate=22050', 'audio/l16;rate=22050', 'raw', 22050],
    ['text/html, audio/l16;rate=16000, audio/wav', 'audio/l16;rate=16000', 'raw', 16000],
    ['audio/l16;rate=16000;q=0.5, audio/wav;q=0.9', 'audio/wav', 'wav', 8000],
    ['audio/l16;rate=48000, audio/l16;rate=8000', 'audio/l16;rate=8000', 'raw', 8000],
    ['audio/l16;q=0, */*', 'audio/wav', 'wav', 8000],
  ] as const)('%p: %s', async (accept, type, container, rate) => {
    const answer = await ask(request(), accept)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(Buffer.compare(await answer.bytes(), await speech(container, rate))).toBe(0)
  })

  test('also at 24000 Hz', async () => {
    const answer = await ask(request(), 'audio/l16;rate=24000')
    expect(answer.headers.get('content-type')).toBe('audio/l16;rate=24000')
    const native = await speech('raw', 22050)
    expect((await answer.bytes()).length).toBe(2 * Math.ceil(((native.length / 2) * 24000) / 22050))
  })

  test.each(['audio/mpeg', 'audio/mp3', 'audio/mpeg;rate=8000, audio/wav'])('as MP3: %p', async (accept) => {
    const answer = await ask(request(), accept)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    const samples = await decodedByFfmpeg(await answer.bytes(), 22050)
    const raw = await speech('raw', 22050)
    const native = new Int16Array(raw.buffer, raw.byteOffset, raw.length / 2)
    const spoken = Float32Array.from(native, (sample) => sample / 32_768)
    expect(samples.length).toBeGreaterThanOrEqual(spoken.length)
    expect(likeness(spoken, samples)).toBeGreaterThan(0.95)
  })

  test.each(['text/html', 'audio/ogg', 'audio/l16;rate=44100', 'audio/wav;q=0', ',;=;,', 'audio/l16;rate=x'])(
    'and refused where that is none of Purr: %p',
    async (accept) => {
      const answer = await ask(request(), accept)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: 'invalid_output_format' })
    },
  )
})

describe('a voice speaks', () => {
  test.each([
    ['by its name', VOICE!.name],
    ['by its name in other letters', ` ${VOICE!.name.toUpperCase()} `],
    ['by its id', VOICE!.id],
  ])('%s', async (_, voice) => {
    const answer = await ask(request({ voice }))
    expect(Buffer.compare(await answer.bytes(), await speech('wav', 8000))).toBe(0)
  })

  test.each([
    ['en-US', 'en-US'],
    ['en-GB', 'en-GB'],
    ['de_DE', 'de-DE'],
    ['', undefined],
    [null, undefined],
  ])('in the language %p', async (given, language) => {
    const answer = await ask(request({ language: given }))
    expect(Buffer.compare(await answer.bytes(), await speech('wav', 8000, { language }))).toBe(0)
  })

  test('SSML without its tags', async () => {
    const answer = await ask(request({ type: 'ssml', text: `<speak>${TEXT}</speak>` }))
    expect(Buffer.compare(await answer.bytes(), await speech('wav', 8000))).toBe(0)
  })
})

describe('what is wrong is told in the order in which it is checked, and costs nothing', () => {
  test.each<[string, unknown, number, string]>([
    ['no object', '[]', 400, 'invalid_json'],
    ['no text', { voice: 5, language: 'x' }, 400, 'missing_transcript'],
    ['blank text', request({ text: ' \n' }), 400, 'missing_transcript'],
    ['no voice', { text: TEXT, language: 'english' }, 400, 'missing_voice'],
    ['a voice that is no text', request({ voice: {} }), 400, 'missing_voice'],
    ['a language that is none', request({ voice: 'Nobody', language: 'english' }), 400, 'invalid_language'],
    ['a voice that is not there', request({ voice: 'Nobody' }), 404, 'voice_not_found'],
    ['an id that is no voice', request({ voice: crypto.randomUUID() }), 404, 'voice_not_found'],
    ['text that cannot be spoken', request({ text: '***' }), 400, 'missing_transcript'],
    ['too much text', request({ text: `${TEXT} `.repeat(50) }), 400, 'input_too_long'],
    ['a body that is too large', 'x'.repeat(70_000), 413, 'payload_too_large'],
  ])('%s', async (_, body, status, code) => {
    const payer = await service.member(10_000)
    const answer = await ask(body, undefined, payer.key)
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([status, code])
    expect(await books(service.storage.db, payer.organizationId)).toMatchObject({
      balance: 10_000,
      confirmed: 0,
      open: 0,
    })
  })

  test('a wrong key comes before all that', async () => {
    expect((await ask('[]', 'text/html', `${member.key.slice(0, -1)}_`)).status).toBe(401)
  })
})

test.each([undefined, 'audio/l16;rate=8000'])(
  'a text costs what it costs everywhere (%p)',
  async (accept) => {
    const payer = await service.member(1000)
    await (await ask(request(), accept, payer.key)).bytes()
    const now = () => books(service.storage.db, payer.organizationId)
    await eventually(async () => (await now()).confirmed === TEXT.length)
    expect(await now()).toMatchObject({ balance: 1000 - TEXT.length, open: 0, refunded: 0 })
  },
)

test('requests count against the requests per minute', async () => {
  const frequent = await service.member(1000, { requestsPerMinute: 1, concurrency: 5 })
  expect((await ask(request(), undefined, frequent.key)).status).toBe(200)
  const second = await ask(request(), undefined, frequent.key)
  expect([second.status, second.headers.has('retry-after')]).toEqual([429, true])
})
