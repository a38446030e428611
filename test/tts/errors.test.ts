import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { generateKey } from '../../src/accounts/api-key.ts'
import { revokeKey } from '../../src/accounts/keys.ts'
import { type Engine, EngineFailure } from '../../src/engines/shared/engine.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const FOUR = ['detail', 'error', 'error_code', 'message']
const TWO = ['error', 'message']

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(100_000)
})
afterAll(() => service.close())

/** What every refusal has: its status and code, its envelope, JSON and never audio, and no charge. */
async function expectRefusal(
  answer: Response,
  status: number,
  code: string,
  fields: readonly string[],
): Promise<{ message: string }> {
  expect(answer.headers.get('content-type')).toStartWith('application/json')
  const body = (await answer.json()) as { error: string; error_code?: string; message: string }
  expect({ status: answer.status, code: body.error }).toEqual({ status, code })
  expect(Object.keys(body).sort()).toEqual([...fields])
  if (fields === FOUR) expect(body.error_code).toBe(code)
  expect(body.message).toBeString()
  expect(answer.headers.get('purr-version')).toBe('0.4.1')
  expect(answer.headers.get('x-request-id')).toBeString()
  return body
}

const without = (field: string) => ({ ...goodRequest, [field]: undefined })
const withFormat = (change: object) => ({
  ...goodRequest,
  output_format: { ...goodRequest.output_format, ...change },
})

describe('400: bad requests, in the order of the checks, cost nothing', () => {
  test.each<[string, unknown, string, string[]]>([
    ['not JSON', '{', 'invalid_json', FOUR],
    ['empty', '', 'invalid_json', FOUR],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'invalid_json', FOUR],
    ['a JSON array', '[]', 'invalid_json', FOUR],
    ['a JSON string', '"hello"', 'invalid_json', FOUR],
    ['null', 'null', 'invalid_json', FOUR],
    ['nothing but an object', {}, 'unknown_model', FOUR],
    ['no model', without('model_id'), 'unknown_model', FOUR],
    ['another model', { ...goodRequest, model_id: 'sonic-3' }, 'unknown_model', FOUR],
    ['no transcript', without('transcript'), 'missing_transcript', FOUR],
    ['a null transcript', { ...goodRequest, transcript: null }, 'missing_transcript', FOUR],
    ['an empty transcript', { ...goodRequest, transcript: '' }, 'missing_transcript', FOUR],
    [
      'a transcript of white space',
      { ...goodRequest, transcript: ' \n\t\u00a0' },
      'missing_transcript',
      FOUR,
    ],
    ['a numeric transcript', { ...goodRequest, transcript: 5 }, 'missing_transcript', FOUR],
    [
      'a transcript without anything to say',
      { ...goodRequest, transcript: '...' },
      'missing_transcript',
      FOUR,
    ],
    ['no voice', without('voice'), 'missing_voice', FOUR],
    ['a voice as a string', { ...goodRequest, voice: goodRequest.voice.id }, 'missing_voice', FOUR],
    ['voice_id at the top', { ...without('voice'), voice_id: goodRequest.voice.id }, 'missing_voice', FOUR],
    ['no voice mode', { ...goodRequest, voice: { id: goodRequest.voice.id } }, 'unknown_voice_mode', FOUR],
    ['an embedding as voice', { ...goodRequest, voice: { mode: 'embedding' } }, 'unknown_voice_mode', FOUR],
    ['no voice id', { ...goodRequest, voice: { mode: 'id' } }, 'missing_voice_id', FOUR],
    ['an empty voice id', { ...goodRequest, voice: { mode: 'id', id: '' } }, 'missing_voice_id', FOUR],
    ['no format', without('output_format'), 'invalid_output_format', TWO],
    ['an empty format', { ...goodRequest, output_format: {} }, 'invalid_output_format', TWO],
    ['mp3', withFormat({ container: 'mp3' }), 'invalid_output_format', TWO],
    ['float samples', withFormat({ encoding: 'pcm_f32le' }), 'invalid_output_format', TWO],
    ['24 kHz', withFormat({ sample_rate: 24000 }), 'invalid_output_format', TWO],
    ['44.1 kHz', withFormat({ sample_rate: 44100 }), 'invalid_output_format', TWO],
    ['48 kHz', withFormat({ sample_rate: 48000 }), 'invalid_output_format', TWO],
    ['a rate as a string', withFormat({ sample_rate: '8000' }), 'invalid_output_format', TWO],
    ['a language with an underscore', { ...goodRequest, language: 'en_US' }, 'invalid_language', FOUR],
    ['a bare word as language', { ...goodRequest, language: 'english' }, 'invalid_language', FOUR],
    [
      'more than 46.5 s of prose',
      { ...goodRequest, transcript: 'The boat is here. '.repeat(80) },
      'input_too_long',
      FOUR,
    ],
    ['more than 46.5 s of digits', { ...goodRequest, transcript: '7 '.repeat(170) }, 'input_too_long', FOUR],
    [
      'the largest text that fits the body',
      { ...goodRequest, transcript: 'word '.repeat(13_000) },
      'input_too_long',
      FOUR,
    ],
  ])('%s', async (_, body, code, fields) => {
    const before = await service.balance(member)
    await expectRefusal(await post(`${service.url}/tts/bytes`, member.key, body), 400, code, fields)
    expect(await service.balance(member)).toBe(before)
  })

  test.each([
    ['container', { container: 'mp3' }, '"raw", "wav"'],
    ['encoding', { encoding: 'pcm_f32le' }, '"pcm_s16le", "pcm_mulaw", "pcm_alaw"'],
    ['sample_rate', { sample_rate: 44100 }, '8000, 16000, 22050'],
  ])('the message names output_format.%s and the accepted values', async (field, change, accepted) => {
    const answer = await post(`${service.url}/tts/bytes`, member.key, withFormat(change))
    const { message } = await expectRefusal(answer, 400, 'invalid_output_format', TWO)
    expect(message).toContain(`output_format.${field}`)
    expect(message).toContain(accepted)
  })
})

describe('401: who is not known gets nothing', () => {
  test.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['an empty key', { 'x-api-key': '' }],
    ['a malformed key', { 'x-api-key': 'sk_other_key' }],
    ['a well-formed unknown key', { 'x-api-key': generateKey() }],
    ['the wrong scheme', { authorization: 'Basic abc' }],
  ])('%s', async (_, headers) => {
    for (const [method, path] of [
      ['POST', '/tts/bytes'],
      ['GET', '/voices'],
      ['GET', `/voices/${goodRequest.voice.id}`],
    ] as const) {
      await expectRefusal(await fetch(service.url + path, { method, headers }), 401, 'unauthorized', TWO)
    }
  })

  test('a revoked key, from the next request on', async () => {
    const { key } = await service.member(0)
    expect((await fetch(`${service.url}/voices`, { headers: { 'x-api-key': key } })).status).toBe(200)
    await revokeKey(service.storage.db, key.slice(8, 16))
    const answer = await fetch(`${service.url}/voices`, { headers: { 'x-api-key': key } })
    await expectRefusal(answer, 401, 'unauthorized', TWO)
  })

  test('the key is checked before the body is read', async () => {
    const answer = await post(`${service.url}/tts/bytes`, 'wrong', 'x'.repeat(100_000))
    await expectRefusal(answer, 401, 'unauthorized', TWO)
  })
})

describe('402: a balance that does not cover the transcript', () => {
  test.each([0, goodRequest.transcript.length - 1])('%d credits for 12 characters', async (credits) => {
    const poor = await service.member(credits)
    await expectRefusal(
      await post(`${service.url}/tts/bytes`, poor.key, goodRequest),
      402,
      'payment_required',
      TWO,
    )
    expect(await service.balance(poor)).toBe(credits)
  })
})

describe('404: what does not exist', () => {
  test.each<[string, string, unknown, string]>([
    ['an unknown voice', '/tts/bytes', crypto.randomUUID(), 'voice_not_found'],
    ['a voice id that is no UUID', '/tts/bytes', 'kathleen', 'voice_not_found'],
  ])('%s', async (_, path, id, code) => {
    const body = { ...goodRequest, voice: { mode: 'id', id } }
    await expectRefusal(await post(service.url + path, member.key, body), 404, code, FOUR)
  })

  test.each(['/voices/nothing', `/voices/${crypto.randomUUID()}`])('GET %s', async (path) => {
    const answer = await fetch(service.url + path, { headers: { 'x-api-key': member.key } })
    await expectRefusal(answer, 404, 'voice_not_found', FOUR)
  })

  test.each(['/', '/tts', '/infill/bytes', '/stt'])('the endpoint %s', async (path) => {
    await expectRefusal(await post(service.url + path, member.key, {}), 404, 'not_found', FOUR)
  })
})

describe('413: bodies over 65,536 bytes, counted as they arrive', () => {
  const body = (length: number) => JSON.stringify({ ...goodRequest, note: 'x'.repeat(length) })

  test.each<[string, () => string | ReadableStream]>([
    ['with a Content-Length', () => body(65_536)],
    ['in chunks, without a length', () => new Blob([body(65_536)]).stream()],
    [
      'in chunks that never end',
      () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)) }),
    ],
  ])('%s', async (_, make) => {
    const answer = await post(`${service.url}/tts/bytes`, member.key, make())
    await expectRefusal(answer, 413, 'payload_too_large', TWO)
  })

  test('65,536 bytes exactly are accepted', async () => {
    const room = 65_536 - body(0).length
    expect(body(room).length).toBe(65_536)
    expect((await post(`${service.url}/tts/bytes`, member.key, body(room))).status).toBe(200)
  })
})

describe('502 and 503: failures behind the service', () => {
  test('a synthesis that fails is refunded', async () => {
    const broken: Engine = {
      // biome-ignore lint/correctness/useYield: it fails before it can
      async *speak() {
        throw new EngineFailure('out of order')
      },
      close: async () => {},
    }
    const failing = await startService({ engine: broken })
    try {
      const client = await failing.member(100)
      for (const container of ['raw', 'wav']) {
        const answer = await post(`${failing.url}/tts/bytes`, client.key, withFormat({ container }))
        const { message } = await expectRefusal(answer, 502, 'upstream_unavailable', TWO)
        expect(message).not.toContain('out of order')
      }
      expect(await failing.balance(client)).toBe(100)
    } finally {
      await failing.close()
    }
  })

  test('without the database nothing is generated', async () => {
    const cut = await startService()
    const { key } = await cut.member(100)
    await cut.storage.close()
    const answer = await post(`${cut.url}/tts/bytes`, key, goodRequest)
    await expectRefusal(answer, 503, 'billing_unavailable', FOUR)
  })
})
