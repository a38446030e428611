import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { StripeCheckout } from '../../src/billing/stripe.ts'
import { MODEL_ID } from '../../src/engines/embedded/model-folder.ts'
import { parseJson } from '../../src/http/body.ts'
import { checker } from '../../src/http/schema.ts'
import { localeOf } from '../../src/languages/registry.ts'
import { TextStream } from '../../src/speech/text-stream.ts'
import { streamRequest } from '../../src/tts/speech-request.ts'
import { frameReader } from '../../src/tts/websocket/client-frame.ts'
import { HOSTILE_VALUES, requestWith } from '../support/hostile.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Service, startService } from '../support/service.ts'
import { type AnyFrame, SpeechClient } from '../support/speech-client.ts'
import { timesAsLong } from '../support/thread-time.ts'

const readFrame = frameReader([MODEL_ID])

/** Characters of all that an error says. */
const LONGEST_ANSWER = 1500
/** Refusing may take so much longer than an ordinary request of the same size takes to be read. */
const MOST_TIMES = 60

let service: Service
beforeAll(async () => {
  const checkout = new StripeCheckout(new Stripe('sk_test_1'), 'whsec_of_the_test')
  service = await startService({ checkout })
})
afterAll(() => service.close())

const isText = (value: unknown) => typeof value === 'string'
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of a request, and the code for a value that is not right there. */
const FIELDS: Readonly<Record<string, (value: unknown) => string>> = {
  model_id: () => 'unknown_model',
  transcript: (value) =>
    isText(value) && hasWords(value as string) ? 'input_too_long' : 'missing_transcript',
  voice: (value) => (isObject(value) ? 'unknown_voice_mode' : 'missing_voice'),
  'voice.mode': () => 'unknown_voice_mode',
  'voice.id': (value) => (isText(value) && value !== '' ? 'voice_not_found' : 'missing_voice_id'),
  output_format: () => 'invalid_output_format',
  'output_format.container': () => 'invalid_output_format',
  'output_format.encoding': () => 'invalid_output_format',
  'output_format.sample_rate': () => 'invalid_output_format',
  language: () => 'invalid_language',
}

/** Whether a hostile text is surely too long to be spoken, or to be read. */
function hasWords(text: string): boolean {
  return text.length > 16_384 && text.trim() !== ''
}

/** The JSON of a value, and what a field is refused with; undefined where the value is right. */
function codeFor(field: string, json: string): string | undefined {
  if (json.startsWith('[[[[[[[[[[[[[[[[[[[[[[[') || json.startsWith('{"a":{"a":')) return 'invalid_json'
  const value: unknown = JSON.parse(json)
  if (field === 'language' && value === null) return undefined
  if (field === 'transcript' && value === '__proto__') return undefined
  return FIELDS[field]!(value)
}

const VALUES = Object.entries(HOSTILE_VALUES)

describe.each(Object.keys(FIELDS))('a hostile %s', (field) => {
  test.each(['/tts/bytes', '/tts/sse'])(
    'is refused by %s with the right code and few words',
    async (path) => {
      const member = await service.member(1000)
      for (const [name, json] of VALUES) {
        const code = codeFor(field, json)
        if (code === undefined) continue
        const answer = await post(service.url + path, member.key, requestWith(field, json))
        const text = await answer.text()
        expect({ name, code: JSON.parse(text).error }).toEqual({ name, code })
        expect(text.length).toBeLessThan(LONGEST_ANSWER)
      }
      expect(await service.balance(member)).toBe(1000)
    },
  )

  test('is refused in a frame with the right code and few words', async () => {
    const member = await service.member(1000)
    const client = await SpeechClient.connect(service.url, member.key)
    for (const [name, json] of VALUES) {
      const code = codeFor(field, json)
      const isMarker = field === 'transcript' && /^"\s*"$/.test(json)
      if (code === undefined || isMarker) continue
      const { length } = client.frames
      client.send(requestWith(field, json, { context_id: name }))
      const [frame] = (await client.until(
        () => client.frames.length > length && client.frames.slice(length),
      )) as [AnyFrame]
      const { error_code, context_id } = frame
      expect({ error_code, context_id }).toEqual({
        error_code: code,
        context_id: code === 'invalid_json' ? null : name,
      })
      expect(JSON.stringify(frame).length).toBeLessThan(LONGEST_ANSWER)
    }
    expect(await service.balance(member)).toBe(1000)
    client.close()
  })

  test('takes not much longer to refuse than another request takes to be read', () => {
    const ordinary = requestWith('transcript', JSON.stringify('word '.repeat(12_800)))
    const body = Buffer.from(ordinary)
    for (const [name, json] of VALUES) {
      const hostile = requestWith(field, json)
      const bytes = Buffer.from(hostile)
      const times = timesAsLong(
        () => refused(bytes),
        () => check(parseJson(body)),
        MOST_TIMES,
      )
      const timesInFrame = timesAsLong(
        () => readFrame(hostile),
        () => readFrame(ordinary),
        MOST_TIMES,
      )
      expect({ name, times: Math.max(0, times - MOST_TIMES) }).toEqual({ name, times: 0 })
      expect({ name, times: Math.max(0, timesInFrame - MOST_TIMES) }).toEqual({ name, times: 0 })
    }
  })
})

const check = checker(streamRequest([MODEL_ID]))

function refused(body: Uint8Array): unknown {
  try {
    return check(parseJson(body))
  } catch (error) {
    return error
  }
}

describe('fields that are not looked at', () => {
  test.each([
    'generation_config',
    'pronunciation_dict_id',
    'continue',
    'flush',
    'cancel',
    'add_timestamps',
    'max_buffer_delay_ms',
  ])('%s may hold anything that is not nested too deep', async (field) => {
    const { key } = await service.member(1000)
    for (const [name, json] of VALUES) {
      const isDeep = codeFor('model_id', json) === 'invalid_json'
      const answer = await post(
        `${service.url}/tts/bytes`,
        key,
        requestWith(field, json, { model_id: 'sonic' }),
      )
      const { error } = (await answer.json()) as { error: string }
      expect({ name, error }).toEqual({ name, error: isDeep ? 'invalid_json' : 'unknown_model' })
    }
  })

  test('a context_id that is not one is refused with few words', async () => {
    const { key } = await service.member(1000)
    const client = await SpeechClient.connect(service.url, key)
    for (const [name, json] of VALUES) {
      if (['null', '""', '"__proto__"'].includes(json)) continue
      const { length } = client.frames
      client.send(requestWith('context_id', json))
      await client.until(() => client.frames.length > length)
      const { error_code, context_id } = client.frames[length]!
      const code = codeFor('model_id', json) === 'invalid_json' ? 'invalid_json' : 'invalid_context'
      expect({ name, error_code, context_id }).toEqual({ name, error_code: code, context_id: null })
      expect(JSON.stringify(client.frames[length]).length).toBeLessThan(LONGEST_ANSWER)
    }
    client.close()
  })
})

test.each(['amount', 'return_to'])('a hostile %s of a checkout is refused with few words', async (field) => {
  const { key } = await service.member(1000)
  for (const [name, json] of VALUES) {
    const isDeep = codeFor('model_id', json) === 'invalid_json'
    const fields = { amount: '20', return_to: '"https://example.com"', [field]: json }
    const body = `{"amount":${fields.amount},"return_to":${fields.return_to}}`
    const text = await (await post(`${service.url}/billing/checkout`, key, body)).text()
    const code = field === 'amount' ? 'invalid_amount' : 'invalid_address'
    expect({ name, code: JSON.parse(text).error }).toEqual({ name, code: isDeep ? 'invalid_json' : code })
    expect(text.length).toBeLessThan(LONGEST_ANSWER)
  }
})

describe('text without sound', () => {
  const unit = 'ℵ. '
  const text = unit.repeat(5000)

  /** Turns of the event loop until work is done. */
  async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await work()
    isDone = true
    return turns
  }

  test('is looked through while others are served', async () => {
    const stream = new TextStream(localeOf('en-US'))
    expect(await turnsDuring(() => stream.forecast(text, 46.5))).toBeGreaterThan(100)
    expect(await stream.forecast(text, 46.5)).toMatchObject({ seconds: 0, isAudible: false })
  })

  test('is passed over in a turn while others are served', async () => {
    const { key } = await service.member(100_000)
    const client = await SpeechClient.connect(service.url, key)
    const frame = (transcript: string) => ({
      ...JSON.parse(requestWith('transcript', JSON.stringify(transcript), { context_id: 'silent' })),
      continue: true,
    })
    const turns = await turnsDuring(async () => {
      client.send(frame(text))
      client.send({ context_id: 'silent', transcript: '' })
      await client.turn('silent')
    })
    expect(client.frames.map(({ type }) => type)).toEqual(['done'])
    expect(turns).toBeGreaterThan(text.length / unit.length)
    client.close()
  })

  test('is refused without being read when no turn could need so much', async () => {
    const { key } = await service.member(100_000)
    const transcript = `${goodRequest.transcript}${' '.repeat(16_384)}`
    const answer = await post(`${service.url}/tts/bytes`, key, { ...goodRequest, transcript })
    expect(((await answer.json()) as { error: string }).error).toBe('input_too_long')
  })
})
