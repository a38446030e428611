import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { sql } from 'drizzle-orm'
import { CAPTIONED_SPEECH } from '../../src/bridges/openai/captioned-speech.ts'
import { OPENAI_ERROR_BODY } from '../../src/bridges/openai/errors.ts'
import { SPEECH_EVENT } from '../../src/bridges/openai/speech-events.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { type Engine, EngineFailure } from '../../src/engines/shared/engine.ts'
import { rows } from '../../src/storage/database.ts'
import { voices } from '../../src/storage/schema.ts'
import { samplesOf, signalToNoise } from '../support/compare-samples.ts'
import { eventually } from '../support/eventually.ts'
import { decodedByFfmpeg } from '../support/ffmpeg.ts'
import { listedVoices } from '../support/listed-voices.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, sharedEngine, startService } from '../support/service.ts'

const TEXT = 'The café opens at half past five. The birch canoe slid on the smooth planks.'
const GOOD = { model: 'tts-1', input: TEXT, voice: 'Kathleen' }
/** The delays of LAME and of every MP3 decoder, in samples at 22050 Hz. */
const MP3_DELAY = 1105

let service: Service
let member: Member
let poor: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(1_000_000)
  poor = await service.member(10)
})
afterAll(() => service.close())

function idOf(name: string): string {
  return catalogue().find((voice) => voice.name === name)!.id
}

const ask = (body: object | string, key = member.key, path = '/v1/audio/speech') =>
  post(service.url + path, key, body)

async function speak(body: object): Promise<Uint8Array> {
  const answer = await ask(body)
  expect(answer.status).toBe(200)
  return answer.bytes()
}

/** What POST /tts/bytes answers: 16-bit samples at 22050 Hz. */
async function native(voice = 'Kathleen', transcript = TEXT): Promise<Uint8Array> {
  const output_format = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22_050 }
  const request = { ...goodRequest, transcript, voice: { mode: 'id', id: idOf(voice) }, output_format }
  return (await post(`${service.url}/tts/bytes`, member.key, request)).bytes()
}

/** The data of the events of a stream. */
function eventsIn(text: string): { type: string; [field: string]: unknown }[] {
  const events = text.split('\n\n')
  expect(events.pop()).toBe('')
  return events.map((event) => {
    expect(event).toMatch(/^data: [^\n]+$/)
    const data = JSON.parse(event.slice('data: '.length))
    expect([...Value.Errors(SPEECH_EVENT, data)]).toEqual([])
    return data
  })
}

function audioIn(pieces: readonly object[]): Buffer {
  return Buffer.concat(pieces.map((piece) => Buffer.from((piece as { audio: string }).audio, 'base64')))
}

describe('formats', () => {
  test('pcm has 16-bit samples at 24000 Hz, as long as the speech', async () => {
    const answer = await ask({ ...GOOD, response_format: 'pcm' })
    expect(answer.headers.get('content-type')).toBe('audio/pcm')
    const samples = (await native()).length / 2
    expect(await answer.bytes()).toHaveLength(2 * Math.ceil((samples * 24_000) / 22_050))
  })

  test('wav has the same samples behind a header with true sizes', async () => {
    const answer = await ask({ ...GOOD, response_format: 'wav' })
    expect(answer.headers.get('content-type')).toBe('audio/wav')
    const file = Buffer.from(await answer.arrayBuffer())
    expect(Number(answer.headers.get('content-length'))).toBe(file.length)
    expect([file.readUInt32LE(4), file.readUInt32LE(24), file.readUInt32LE(40)]).toEqual([
      file.length - 8,
      24_000,
      file.length - 44,
    ])
    const pcm = await speak({ ...GOOD, response_format: 'pcm' })
    expect(file.subarray(44).equals(pcm)).toBeTrue()
    expect(await decodedByFfmpeg(file, 24_000)).toEqual(samplesOf(pcm))
  })

  test('flac has the very samples of /tts/bytes', async () => {
    const answer = await ask({ ...GOOD, response_format: 'flac' })
    expect(answer.headers.get('content-type')).toBe('audio/flac')
    expect(await decodedByFfmpeg(await answer.bytes(), 22_050)).toEqual(samplesOf(await native()))
  })

  test('opus is as long as the speech, and like it', async () => {
    const answer = await ask({ ...GOOD, response_format: 'opus' })
    expect(answer.headers.get('content-type')).toBe('audio/ogg')
    const pcm = samplesOf(await speak({ ...GOOD, response_format: 'pcm' }))
    const bytes = await answer.bytes()
    expect(await decodedByFfmpeg(bytes, 48_000)).toHaveLength(2 * pcm.length)
    expect(signalToNoise(pcm, await decodedByFfmpeg(bytes, 24_000))).toBeGreaterThan(12)
  })

  test('mp3 comes when no format is asked for, and is like the speech after the delay of the codec', async () => {
    const answer = await ask(GOOD)
    expect(answer.headers.get('content-type')).toBe('audio/mpeg')
    const decoded = await decodedByFfmpeg(await answer.bytes(), 22_050)
    const speech = samplesOf(await native())
    expect(signalToNoise(speech, decoded.subarray(MP3_DELAY))).toBeGreaterThan(12)
    expect(await speak({ ...GOOD, response_format: 'mp3' })).toEqual(await speak(GOOD))
  })

  test.each(['mp3', 'opus', 'flac', 'pcm'])('%s is sent as it is made', async (response_format) => {
    const long = 'One, two, three. '.repeat(12)
    const answer = await ask({ ...GOOD, input: long, response_format })
    expect(answer.headers.get('content-length')).toBeNull()
    let pieces = 0
    for await (const _ of answer.body!) pieces++
    expect(pieces).toBeGreaterThan(1)
  })
})

describe('events', () => {
  test.each(['mp3', 'opus', 'flac', 'wav', 'pcm'])('have the same bytes of %s', async (response_format) => {
    const answer = await ask({ ...GOOD, response_format, stream_format: 'sse' })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    const events = eventsIn(await answer.text())
    const deltas = events.slice(0, -1)
    expect(new Set(deltas.map(({ type }) => type))).toEqual(new Set(['speech.audio.delta']))
    expect(audioIn(deltas).equals(await speak({ ...GOOD, response_format }))).toBeTrue()
    const credits = [...TEXT].length
    expect(events.at(-1)).toEqual({
      type: 'speech.audio.done',
      usage: { input_tokens: credits, output_tokens: 0, total_tokens: credits },
    })
  })

  test('have the times of the words where they are asked for', async () => {
    const answer = await ask({
      ...GOOD,
      response_format: 'pcm',
      stream_format: 'sse',
      return_timestamps: true,
    })
    const events = eventsIn(await answer.text())
    const words = events.filter(({ type }) => type === 'speech.audio.words')
    expect(words.flatMap((event) => event.words).map((each) => (each as { word: string }).word)).toEqual(
      TEXT.split(' '),
    )
  })
})

describe('captioned speech', () => {
  interface Captioned {
    readonly audio: string
    readonly audio_format: string
    readonly timestamps: { word: string; start_time: number; end_time: number }[] | null
  }

  async function captioned(more: object): Promise<Captioned[]> {
    const answer = await ask({ input: TEXT, voice: 'alloy', ...more }, member.key, '/dev/captioned_speech')
    expect(answer.headers.get('content-type')).toStartWith('application/json')
    const lines = (await answer.text()).trimEnd().split('\n')
    return lines.map((line) => {
      const value = JSON.parse(line)
      expect([...Value.Errors(CAPTIONED_SPEECH, value)]).toEqual([])
      return value
    })
  }

  test('comes line by line, with every word once and in time', async () => {
    const lines = await captioned({ response_format: 'pcm' })
    expect(lines.length).toBeGreaterThan(1)
    const pcm = await speak({ ...GOOD, response_format: 'pcm' })
    expect(audioIn(lines).equals(pcm)).toBeTrue()
    const words = lines.flatMap(({ timestamps }) => timestamps!)
    expect(words.map(({ word }) => word)).toEqual(TEXT.split(' '))
    const bounds = words.flatMap(({ start_time, end_time }) => [start_time, end_time])
    expect(bounds).toEqual(bounds.toSorted((a, b) => a - b))
    expect(bounds.at(-1)!).toBeLessThanOrEqual(pcm.length / 2 / 24_000)
  })

  test.each(['mp3', 'opus', 'flac', 'wav', 'pcm'])('comes whole, as %s', async (response_format) => {
    const [whole, ...others] = await captioned({ response_format, stream: false })
    expect(others).toEqual([])
    expect(whole!.timestamps).toHaveLength(TEXT.split(' ').length)
    const audio = audioIn([whole!])
    const samples = (await native()).length / 2
    if (response_format === 'mp3') expect(await decodedByFfmpeg(audio, 22_050)).toHaveLength(samples)
    else expect(audio.length).toBe((await speak({ ...GOOD, response_format })).length)
  })

  test('tells the words of an MP3 stream where they are heard: after the silence of the codec', async () => {
    const starts = async (more: object) =>
      (await captioned(more)).flatMap(({ timestamps }) => timestamps!.map(({ start_time }) => start_time))
    const whole = await starts({ stream: false })
    for (const [i, start] of (await starts({})).entries())
      expect(Math.abs(start - whole[i]! - MP3_DELAY / 22_050)).toBeLessThan(0.0011)
  })

  test('has no words where none are asked for', async () => {
    const lines = await captioned({ response_format: 'pcm', return_timestamps: false })
    expect(lines.map(({ timestamps }) => timestamps)).toEqual(lines.map(() => null))
  })
})

describe('names', () => {
  test.each([
    ['Kathleen', 'Kathleen'],
    ['kathleen lively', 'Kathleen Lively'],
    [{ id: 'Grace' }, 'Grace'],
    [idOf('Owen'), 'Owen'],
    [{ id: idOf('Owen').toUpperCase() }, 'Owen'],
    ['alloy', 'Kathleen'],
    ['Onyx', 'Walter'],
    ['nova', 'Grace'],
  ])('the voice %o is %s', async (voice, name) => {
    const flac = await speak({ ...GOOD, input: 'Hello.', voice, response_format: 'flac' })
    expect(await decodedByFfmpeg(flac, 22_050)).toEqual(samplesOf(await native(name, 'Hello.')))
  })

  const openAiVoices = 'alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse'.split(' ')
  test.each(openAiVoices)('OpenAI has a voice %s, and so it speaks here', async (voice) => {
    expect((await speak({ ...GOOD, input: 'Hi.', voice, response_format: 'opus' })).length).toBeGreaterThan(
      500,
    )
  })

  test("a voice of one's own comes before OpenAI's of the same name", async () => {
    const [row] = await service.storage.db.query.voices.findMany({
      where: (it, { eq }) => eq(it.id, idOf('Karl')),
    })
    const other = await service.member(1000)
    await service.storage.db
      .insert(voices)
      .values({ ...row!, id: crypto.randomUUID(), name: 'Nova', organizationId: other.organizationId })
    const request = { ...GOOD, input: 'Hello.', voice: 'nova', response_format: 'flac' }
    const flac = await (await ask(request, other.key)).bytes()
    expect(await decodedByFfmpeg(flac, 22_050)).toEqual(samplesOf(await native('Karl', 'Hello.')))
  })

  test.each([
    'gepard-1.0',
    'tts-1',
    'tts-1-hd',
    'tts-1-1106',
    'gpt-4o-mini-tts',
    'gpt-4o-mini-tts-2025-12-15',
    'kokoro',
  ])('the model %s speaks', async (model) => {
    expect((await ask({ ...GOOD, input: 'Hi.', model })).status).toBe(200)
  })
})

describe('lists', () => {
  const get = async (path: string, key = member.key) =>
    fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } })

  test('the models are those that a request can name', async () => {
    const { object, data } = (await (await get('/v1/models')).json()) as {
      object: string
      data: { id: string }[]
    }
    expect(object).toBe('list')
    for (const { id } of data) expect((await ask({ ...GOOD, input: 'Hi.', model: id })).status).toBe(200)
  })

  test('the voices are those of the catalogue, with id and name', async () => {
    const { voices } = (await (await get('/v1/audio/voices')).json()) as {
      voices: { id: string; name: string }[]
    }
    const names = listedVoices().map(({ id, name }) => ({ id, name }))
    expect(voices.map(({ id, name }) => ({ id, name }))).toEqual(names)
  })

  test('a model can be read by any name that a request can have, and no other', async () => {
    for (const id of ['gepard-1.0', 'tts-1', 'gpt-4o-mini-tts'])
      expect(await (await get(`/v1/models/${id}`)).json()).toMatchObject({ id, object: 'model' })
    const answer = await get('/v1/models/whisper-1')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { code: 'model_not_found', param: 'model' } })
  })

  test('need a key', async () => {
    for (const path of ['/v1/models', '/v1/models/tts-1', '/v1/audio/voices']) {
      const answer = await get(path, 'nobody')
      expect(answer.status).toBe(401)
      expect(((await answer.json()) as { error: { code: string } }).error.code).toBe('invalid_api_key')
    }
  })
})

test('an address that there is none of under /v1 is answered in the envelope that clients of OpenAI read', async () => {
  const answer = await fetch(`${service.url}/v1/engines/tts-1`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ error: { code: 'not_found', type: 'invalid_request_error' } })
})

describe('a refusal', () => {
  const refusals: [
    what: string,
    body: object | string,
    status: number,
    code: string,
    param: string | null,
  ][] = [
    ['no JSON', '{', 400, 'invalid_json', null],
    ['no model', { ...GOOD, model: undefined }, 400, 'unknown_model', 'model'],
    ['no name of a model', { ...GOOD, model: 5 }, 400, 'unknown_model', 'model'],
    ['another model', { ...GOOD, model: 'whisper-1' }, 404, 'model_not_found', 'model'],
    ['no input', { ...GOOD, input: ' ' }, 400, 'missing_transcript', 'input'],
    ['nothing to speak', { ...GOOD, input: '…' }, 400, 'missing_transcript', 'input'],
    ['too much input', { ...GOOD, input: 'A word or two. '.repeat(200) }, 400, 'input_too_long', 'input'],
    ['no voice', { ...GOOD, voice: undefined }, 400, 'missing_voice', 'voice'],
    ['no name of a voice', { ...GOOD, voice: { name: 'alloy' } }, 400, 'missing_voice', 'voice'],
    ['an unknown voice', { ...GOOD, voice: 'nobody' }, 404, 'voice_not_found', 'voice'],
    ['an unknown id', { ...GOOD, voice: crypto.randomUUID() }, 404, 'voice_not_found', 'voice'],
    ['aac', { ...GOOD, response_format: 'aac' }, 400, 'invalid_output_format', null],
    ['a format', { ...GOOD, response_format: 5 }, 400, 'invalid_output_format', null],
    ['a stream', { ...GOOD, stream_format: 'ws' }, 400, 'invalid_output_format', null],
    ['a body too large', 'x'.repeat(70_000), 413, 'payload_too_large', null],
  ]

  test.each(refusals)(
    'of %s has the envelope of OpenAI, and costs nothing',
    async (what, body, status, code, param) => {
      const before = await service.balance(member)
      const paths = ['/v1/audio/speech', '/dev/captioned_speech']
      // Captioned speech needs no model, and has no events.
      for (const path of what === 'no model' || what === 'a stream' ? paths.slice(0, 1) : paths) {
        const answer = await ask(body, member.key, path)
        const told = (await answer.json()) as { error: Record<string, unknown> }
        expect([...Value.Errors(OPENAI_ERROR_BODY, told)]).toEqual([])
        expect({ status: answer.status, ...told.error }).toMatchObject({
          status,
          code,
          param,
          type: 'invalid_request_error',
        })
      }
      await eventually(async () => (await service.balance(member)) === before)
    },
  )

  test('of a key that is not valid', async () => {
    const answer = await ask(GOOD, 'nobody')
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_api_key', param: null } })
  })

  test('of a request for which the credits do not suffice', async () => {
    for (const stream_format of ['audio', 'sse']) {
      const answer = await ask({ ...GOOD, stream_format }, poor.key)
      expect(answer.status).toBe(402)
      expect(await answer.json()).toMatchObject({
        error: { code: 'insufficient_quota', type: 'insufficient_quota' },
      })
    }
    expect(await service.balance(poor)).toBe(10)
  })

  test('of too many requests says when to try again', async () => {
    const hasty = await service.member(1000, { requestsPerMinute: 1, concurrency: 10 })
    const first = await ask({ ...GOOD, input: 'Hi.' }, hasty.key)
    expect(first.headers.get('ratelimit')).toStartWith('"requests";r=0')
    await first.bytes()
    const second = await ask(GOOD, hasty.key)
    expect(second.status).toBe(429)
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await second.json()).toMatchObject({
      error: { code: 'rate_limit_exceeded', type: 'rate_limit_error' },
    })
  })

  test('says in which order what is wrong: the key, the body, the model', async () => {
    const codeOf = async (answer: Response) =>
      ((await answer.json()) as { error: { code: string } }).error.code
    expect(await codeOf(await ask('{', 'nobody'))).toBe('invalid_api_key')
    expect(await codeOf(await ask({}))).toBe('unknown_model')
    expect(await codeOf(await ask({ model: 'tts-1', voice: 'nobody', response_format: 'aac' }))).toBe(
      'missing_transcript',
    )
  })
})

test('speech costs a credit for each character, in every format', async () => {
  const spender = await service.member(1000)
  const price = [...TEXT].length
  for (const more of [{}, { response_format: 'wav' }, { stream_format: 'sse' }])
    await (await ask({ ...GOOD, ...more }, spender.key)).bytes()
  await (await ask({ ...GOOD, stream: false }, spender.key, '/dev/captioned_speech')).bytes()
  await eventually(async () => (await service.balance(spender)) === 1000 - 4 * price)
})

test.each(['mp3', 'opus', 'flac', 'pcm'])(
  'a client that leaves %s pays for what it heard, once',
  async (response_format) => {
    const leaver = await service.member(1000)
    const input = 'One, two, three, and four. '.repeat(20)
    const leaving = new AbortController()
    const answer = await fetch(`${service.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${leaver.key}` },
      body: JSON.stringify({ ...GOOD, input, response_format }),
      signal: leaving.signal,
    })
    await answer.body!.getReader().read()
    expect(await service.balance(leaver)).toBe(1000 - input.length)
    leaving.abort()
    await eventually(async () => (await unsettled(leaver)) === 0)
    expect(await service.balance(leaver)).toBe(1000 - input.length)
  },
)

/** How many charges of an organization have not ended. */
async function unsettled({ organizationId }: Member): Promise<number> {
  const [row] = await rows<{ count: number }>(
    service.storage.db,
    sql`SELECT count(*)::int AS count FROM charges WHERE organization_id = ${organizationId}
      AND NOT EXISTS (SELECT 1 FROM settlements WHERE charge_id = charges.id)`,
  )
  return row!.count
}

test('speech is as fast as the speed says, from 0.6 to 1.5', async () => {
  const spoken = (more: object) => speak({ ...GOOD, response_format: 'pcm', ...more })
  const [plain, slow, fast] = [await spoken({}), await spoken({ speed: 0.6 }), await spoken({ speed: 1.5 })]
  expect(slow.length).toBeGreaterThan(plain.length)
  expect(fast.length).toBeLessThan(plain.length)
  expect(await spoken({ speed: 0.25 })).toEqual(slow)
  expect(await spoken({ speed: 4 })).toEqual(fast)
})

test('a speed that is no number, and instructions, are accepted and change nothing', async () => {
  const plain = await speak({ ...GOOD, response_format: 'pcm' })
  for (const more of [{ speed: 1 }, { speed: 'fast' }, { instructions: 'Whisper.' }])
    expect(await speak({ ...GOOD, response_format: 'pcm', ...more })).toEqual(plain)
})

describe('speech that fails on the way', () => {
  const sentences = { ...GOOD, input: 'The first sentence is spoken well. The second one fails.' }
  let broken: Service
  let caller: Member
  beforeAll(async () => {
    const engine = await sharedEngine()
    const breaking: Engine = {
      async *speak(segment, speaker, options) {
        if (!options.isOpening) throw new EngineFailure('out of order')
        yield* engine.speak(segment, speaker, options)
      },
      close: async () => {},
    }
    broken = await startService({ engine: breaking })
    caller = await broken.member(1000)
  })
  afterAll(() => broken.close())

  test('ends the events with an error, without done, and is refunded', async () => {
    const answer = await post(`${broken.url}/v1/audio/speech`, caller.key, {
      ...sentences,
      stream_format: 'sse',
    })
    const events = eventsIn(await answer.text())
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['speech.audio.delta', 'error'])
    expect(events.at(-1)).toMatchObject({ error: { code: 'upstream_unavailable', type: 'server_error' } })
    await eventually(async () => (await broken.balance(caller)) === 1000)
  })

  test.each(['mp3', 'opus', 'flac', 'pcm'])('breaks %s off, and is refunded', async (response_format) => {
    const answer = await post(`${broken.url}/v1/audio/speech`, caller.key, { ...sentences, response_format })
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    await eventually(async () => (await broken.balance(caller)) === 1000)
  })

  test('is answered with its status where nothing was sent before', async () => {
    const wav = { ...sentences, response_format: 'wav' }
    const answer = await post(`${broken.url}/v1/audio/speech`, caller.key, wav)
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ error: { code: 'upstream_unavailable' } })
    await eventually(async () => (await broken.balance(caller)) === 1000)
  })
})
