import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { listVoices } from '../../src/voices/voice-list.ts'
import { findVoiceId, getVoice, syncSharedVoices } from '../../src/voices/voices.ts'
import { MODELS } from '../support/models.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'
import { toneModel } from '../support/tone-model.ts'

const HUM = toneModel('hum-1', { license: 'MIT', languages: ['en'] })
const [VOICE] = HUM.voices
const HOLA = { ...VOICE!, id: '00000000-0000-8000-8000-000000000002', name: 'Hola', language: 'es-MX' }
const POLYGLOT = toneModel('polyglot', { voices: [HOLA] })

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService({ models: [HUM, POLYGLOT] })
  member = await service.member(1_000_000)
})
afterAll(() => service.close())

const hummed = { ...goodRequest, model_id: HUM.id, voice: { mode: 'id', id: VOICE!.id } }
const hola = {
  ...goodRequest,
  model_id: POLYGLOT.id,
  transcript: 'Tengo 2 gatos.',
  voice: { mode: 'id', id: HOLA.id },
}

// biome-ignore lint/suspicious/noExplicitAny: each test says what it expects
async function get(path: string): Promise<any> {
  const answer = await fetch(service.url + path, { headers: { 'x-api-key': member.key } })
  expect(answer.status).toBe(200)
  return answer.json()
}

async function refusal(body: unknown, path = '/tts/bytes') {
  const balance = await service.balance(member)
  const answer = await post(service.url + path, member.key, body)
  expect(await service.balance(member)).toBe(balance)
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

test('the models are listed, the one that comes with Purr first', async () => {
  expect(await get('/models')).toEqual({
    data: [
      expect.objectContaining({
        id: 'gepard-1.0',
        license: 'Apache-2.0',
        languages: ['en', 'de-DE', 'nl-NL'],
        speed: true,
        word_times: 'exact',
        status: 'ready',
      }),
      {
        id: 'hum-1',
        name: 'hum-1',
        description: 'Hums.',
        license: 'MIT',
        languages: ['en-GB'],
        voices: 1,
        speed: true,
        word_times: 'estimated',
        status: 'ready',
      },
      expect.objectContaining({ id: 'polyglot', languages: ['es-MX'] }),
    ],
  })
})

test('the voices of all models are listed, each with its model', async () => {
  const { data } = await get('/voices')
  const [hum, hola] = data.slice(-2)
  expect(hum).toMatchObject({ id: VOICE!.id, name: 'Hum', model_id: 'hum-1', is_public: true })
  expect(hola).toMatchObject({ name: 'Hola', model_id: 'polyglot' })
  for (const voice of data.slice(0, -2)) expect(voice.model_id).toBe('gepard-1.0')
  expect(await get(`/voices/${VOICE!.id}`)).toEqual(hum)
})

test('a request is spoken by the engine of its model, and charged', async () => {
  const balance = await service.balance(member)
  const answer = await post(`${service.url}/tts/bytes`, member.key, hummed)
  expect(answer.status).toBe(200)
  expect((await answer.bytes()).length).toBeGreaterThan(20_000)
  expect(HUM.engine.spoken.at(-1)).toMatchObject({ text: 'Hello there.', tag: 'en-GB' })
  expect(await service.balance(member)).toBe(balance - 'Hello there.'.length)
})

describe.each(['/tts/bytes', '/tts/sse'])('%s refuses, and charges nothing for,', (path) => {
  const raw = { ...goodRequest.output_format, container: 'raw' }

  test('a model that does not exist; it names those that do', async () => {
    const { status, body } = await refusal({ ...hummed, model_id: 'sonic', output_format: raw }, path)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error_code: 'unknown_model',
      detail: 'Use "gepard-1.0", "hum-1", "polyglot".',
    })
  })

  test.each([
    ['hum-1', goodRequest.voice.id, 'gepard-1.0'],
    ['gepard-1.0', VOICE!.id, 'hum-1'],
  ])('%s with a voice of another model', async (model_id, id, owner) => {
    const { status, body } = await refusal(
      { ...goodRequest, model_id, voice: { mode: 'id', id }, output_format: raw },
      path,
    )
    expect(status).toBe(404)
    expect(body.error_code).toBe('voice_not_found')
    expect(body.detail).toContain(`"${owner}"`)
  })

  test('a language that the model does not speak', async () => {
    const { status, body } = await refusal({ ...hummed, language: 'nl', output_format: raw }, path)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error_code: 'invalid_language',
      message: 'The model "hum-1" does not speak nl.',
    })
  })
})

test('a language that Purr has no voice for is read in its own words for a model that speaks it', async () => {
  const answer = await post(`${service.url}/tts/bytes`, member.key, hola)
  expect(answer.status).toBe(200)
  const { text, tag, tokens } = POLYGLOT.engine.spoken.at(-1)!
  expect({ text, tag }).toEqual({ text: 'Tengo 2 gatos.', tag: 'es-MX' })
  expect(tokens).toContainEqual({ written: '2', spoken: ['dos'] })
  const normalized = await post(`${service.url}/tts/normalize`, member.key, {
    transcript: 'Tengo 2 gatos.',
    voice: hola.voice,
  })
  expect(await normalized.json()).toMatchObject({
    language: 'es-MX',
    tokens: [
      { text: 'Tengo', said: [{ word: 'tengo', phonemes: [] }] },
      { text: '2', said: [{ word: 'dos', phonemes: [] }] },
      { text: 'gatos.', said: [{ word: 'gatos', phonemes: [] }] },
      { type: 'pause', mark: '.' },
    ],
  })
})

test('a WebSocket speaks with any model, and a turn keeps to its own', async () => {
  const client = await SpeechClient.connect(service.url, member.key)
  const frame = { ...hummed, output_format: { ...goodRequest.output_format, container: 'raw' } }
  client.send({ ...frame, context_id: 'one', continue: true })
  client.send({ ...frame, context_id: 'one', model_id: 'gepard-1.0', voice: goodRequest.voice })
  expect((await client.turn('one')).at(-1)).toMatchObject({ type: 'error', error_code: 'invalid_context' })
  client.send({ ...frame, context_id: 'two' })
  expect((await client.turn('two')).at(-1)).toMatchObject({ type: 'done' })
  client.close()
})

describe('clients of OpenAI', () => {
  const speech = (body: object) =>
    post(`${service.url}/v1/audio/speech`, member.key, { input: 'Hi.', response_format: 'pcm', ...body })

  test.each([
    ['the model and the voice by their names', { model: 'hum-1', voice: 'hum' }],
    ["OpenAI's model, and the voice that decides", { model: 'tts-1', voice: 'Hum' }],
  ])('name %s', async (_, body) => {
    const spoken = HUM.engine.spoken.length
    expect((await speech(body)).status).toBe(200)
    expect(HUM.engine.spoken.length).toBe(spoken + 1)
  })

  test("do not get OpenAI's voices from a model that has none", async () => {
    const refused = await speech({ model: 'hum-1', voice: 'alloy' })
    expect(refused.status).toBe(404)
    const { message } = ((await refused.json()) as { error: { message: string } }).error
    expect(message).toStartWith('The model "hum-1" has no voice "alloy". ')
    expect(message).toContain('It has "Hum"')
    expect((await speech({ model: 'gepard-1.0', voice: 'alloy' })).status).toBe(200)
  })

  test('see the models in the list', async () => {
    const { data } = await get('/v1/models')
    expect(data.map(({ id }: { id: string }) => id)).toEqual([
      'gepard-1.0',
      'hum-1',
      'polyglot',
      'tts-1',
      'tts-1-hd',
      'gpt-4o-mini-tts',
      'kokoro',
    ])
  })
})

test('the voices of models that only another server has stay in the database, but are not shown', async () => {
  const other = { db: service.storage.db, models: MODELS }
  await syncSharedVoices(other)
  expect(await get(`/voices/${VOICE!.id}`)).toMatchObject({ model_id: 'hum-1' })
  expect(await getVoice(other, member.organizationId, VOICE!.id)).toBeUndefined()
  expect(await findVoiceId(other, member.organizationId, 'Hum')).toBeUndefined()
  const { data } = await listVoices(other, member.organizationId, { limit: 100 })
  expect(data.map(({ name }) => name)).not.toContain('Hum')
})
