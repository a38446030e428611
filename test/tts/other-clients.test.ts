import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { audioOf, SpeechClient } from '../support/speech-client.ts'

// Clients that are not in the suite of clients, test/sdk: what each sends, field by field.

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(10_000)
})
afterAll(() => service.close())

const TEXT = 'Good morning. How can I help you?'
const PIECES = ['Good morning. ', 'How can I help you?']
const { model_id, voice } = goodRequest
const MULAW = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
const PCM = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 16000 }
const WAV = { container: 'wav', encoding: 'pcm_s16le', sample_rate: 22050 }

/** What a plain request for the text gives, at a speed. */
async function expected(output_format: object, speed = 1): Promise<Buffer> {
  const answer = await post(`${service.url}/tts/bytes`, member.key, {
    ...goodRequest,
    transcript: TEXT,
    output_format,
    speed,
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.bytes())
}

describe('a whole text is spoken to', () => {
  const byBearer = (version: string) => ({
    'cartesia-version': version,
    authorization: `Bearer ${member.key}`,
  })
  const speed = { generation_config: { speed: 1.2 } }

  test.each([
    [
      "Vercel's AI SDK, as a file",
      () => byBearer('2026-03-01'),
      { output_format: WAV, ...speed },
      'audio/wav',
    ],
    [
      "Vercel's AI SDK, for telephones",
      () => byBearer('2026-03-01'),
      { output_format: MULAW, language: 'en' },
      'application/octet-stream',
    ],
    [
      'the vendor nineninesix of jambonz',
      () => byBearer(''),
      { output_format: { ...WAV, sample_rate: 8000 }, language: 'en-US' },
      'audio/wav',
    ],
    [
      'bolna, ahead of a call',
      () => ({ 'cartesia-version': '2024-06-10', 'x-api-key': member.key }),
      { output_format: PCM, language: 'en', ...speed },
      'application/octet-stream',
    ],
  ])('%s', async (_, headers, { output_format, ...more }, type) => {
    const asked = 'generation_config' in more ? more.generation_config.speed : undefined
    const answer = await fetch(`${service.url}/tts/bytes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers() },
      body: JSON.stringify({ model_id, transcript: TEXT, voice, output_format, ...more }),
    })
    expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({ status: 200, type })
    expect(Buffer.compare(await answer.bytes(), await expected(output_format, asked))).toBe(0)
  })
})

describe('a turn that comes in pieces is spoken to', () => {
  const context_id = 'turn'
  const bolna = {
    context_id,
    model_id,
    language: 'en',
    voice,
    output_format: MULAW,
    generation_config: { speed: 1 },
  }
  const ten = {
    context_id,
    model_id,
    voice,
    language: 'en',
    output_format: PCM,
    generation_config: { speed: 1, volume: 1 },
    add_timestamps: true,
  }
  const cartesiaPython = { context_id, model_id, voice, output_format: PCM }
  const pipecat = {
    ...cartesiaPython,
    language: 'en',
    add_timestamps: true,
    use_normalized_timestamps: false,
    max_buffer_delay_ms: 0,
  }
  const livekit = {
    ...cartesiaPython,
    language: null,
    add_timestamps: true,
    max_buffer_delay_ms: 0,
    pronunciation_dict_id: null,
  }
  const spoken = PIECES.map((transcript) => ({ transcript, continue: true }))
  const end = { transcript: '', continue: false }

  test.each([
    ['bolna, which ends it with an empty text alone', bolna, [...spoken, { transcript: '' }]],
    ['TEN, which ends it with an empty text', ten, [...spoken, end]],
    ['Pipecat, which ends it with an empty text', pipecat, [...spoken, end]],
    [
      "LiveKit's plugin for Python, which ends it with a space",
      livekit,
      [...spoken, { ...end, transcript: ' ' }],
    ],
    [
      'cartesia-python, which ends it with a model, a voice and a format of its own',
      cartesiaPython,
      [
        ...spoken,
        {
          ...end,
          model_id: 'sonic-latest',
          voice: '6ccbfb76-1fc6-48f7-b71d-91ac6298247b',
          output_format: { container: 'raw', encoding: 'pcm_f32le', sample_rate: 44_100 },
        },
      ],
    ],
    ['TEN, which ends it with the last text', ten, [spoken[0]!, { transcript: PIECES[1]!, continue: false }]],
  ])('%s', async (_, turn, frames) => {
    const client = await SpeechClient.connect(service.url, member.key)
    for (const frame of frames) client.send({ ...turn, ...frame })
    const heard = await client.turn(context_id)
    client.close()
    expect(heard.map(({ type, done }) => [type, done]).at(-1)).toEqual(['done', true])
    expect(heard.filter(({ done }) => done)).toHaveLength(1)
    expect(Buffer.compare(audioOf(heard), await expected(turn.output_format))).toBe(0)
    const words = heard.flatMap(
      ({ word_timestamps }) => (word_timestamps as { words: string[] })?.words ?? [],
    )
    expect(words).toEqual('add_timestamps' in turn ? TEXT.split(' ') : [])
  })
})
