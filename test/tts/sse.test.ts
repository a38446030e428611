import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { type AnyFrame, audioOf } from '../support/speech-client.ts'

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(1_000_000)
})
afterAll(() => service.close())

const TEXT =
  'The café opens at 5:30, doesn’t it? Yes: 2 + 2 = 4, and it costs $5.20. The birch canoe slid on the smooth ' +
  'planks, and these days a chicken leg is a rare dish.'

function body(encoding = 'pcm_s16le', sample_rate = 22050, more: object = {}) {
  return {
    ...goodRequest,
    transcript: TEXT,
    output_format: { container: 'raw', encoding, sample_rate },
    ...more,
  }
}

async function stream(request: object): Promise<{ answer: Response; text: string; frames: AnyFrame[] }> {
  const answer = await post(`${service.url}/tts/sse`, member.key, request)
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  const events = text.split('\n\n')
  expect(events.pop()).toBe('')
  for (const event of events) expect(event).toMatch(/^data: [^\n]+$/)
  return { answer, text, frames: events.map((event) => JSON.parse(event.slice('data: '.length))) }
}

describe.each(['pcm_s16le', 'pcm_mulaw', 'pcm_alaw'])('%s', (encoding) => {
  test.each([8000, 16000, 22050])('at %d Hz the chunks are the same bytes as one answer', async (rate) => {
    const { frames } = await stream(body(encoding, rate))
    const whole = await (await post(`${service.url}/tts/bytes`, member.key, body(encoding, rate))).bytes()
    expect(Buffer.compare(audioOf(frames), whole)).toBe(0)
    const sampleBytes = encoding === 'pcm_s16le' ? 2 : 1
    for (const frame of frames.slice(0, -1)) {
      expect(Buffer.from(frame.data as string, 'base64').length % sampleBytes).toBe(0)
    }
  })
})

test('chunk and done frames have what each client needs; done comes once, last', async () => {
  const { answer, frames } = await stream(body('pcm_s16le', 16000, { context_id: 'greeting' }))
  expect(answer.headers.get('content-type')).toStartWith('text/event-stream')
  for (const frame of frames.slice(0, -1)) {
    expect(frame).toEqual({
      type: 'chunk',
      data: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      done: false,
      status_code: 206,
      step_time: expect.any(Number),
      context_id: 'greeting',
    })
  }
  expect(frames.at(-1)).toEqual({ type: 'done', done: true, status_code: 200, context_id: 'greeting' })
})

test('without a context id one is made up, the same on every frame', async () => {
  const { frames } = await stream(body('pcm_mulaw', 8000, { context_id: null }))
  const ids = new Set(frames.map(({ context_id }) => context_id))
  expect(ids.size).toBe(1)
  expect([...ids][0]).toMatch(/^[0-9a-f-]{36}$/)
})

test.each(['x', '😀'])('a context id may have 256 characters, such as %s', async (character) => {
  const { frames } = await stream(body('pcm_mulaw', 8000, { context_id: character.repeat(256) }))
  expect(frames.at(-1)).toMatchObject({ type: 'done', context_id: character.repeat(256) })
})

test.each([
  ['too long', 'x'.repeat(257)],
  ['too long in wide characters', '😀'.repeat(257)],
  ['a number', 7],
])('a context id that is %s is refused', async (_, context_id) => {
  const answer = await post(`${service.url}/tts/sse`, member.key, body('pcm_mulaw', 8000, { context_id }))
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'invalid_context' })
})

test('timestamps come when asked for, spelled as sent, in order, within the audio', async () => {
  const { frames } = await stream(body('pcm_s16le', 22050, { add_timestamps: true }))
  const times = frames
    .filter(({ type }) => type === 'timestamps')
    .map(({ word_timestamps }) => word_timestamps as { words: string[]; start: number[]; end: number[] })
  expect(times.flatMap(({ words }) => words).join(' ')).toBe(TEXT)
  const starts = times.flatMap(({ start }) => start)
  const ends = times.flatMap(({ end }) => end)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  expect(ends.at(-1)).toBeLessThanOrEqual(audioOf(frames).length / 2 / 22050)
})

test('frames are ASCII, and nothing in them looks like the end of another protocol', async () => {
  const { text, frames } = await stream(
    body('pcm_mulaw', 8000, { transcript: 'Ä [DONE] 😀 ok', add_timestamps: true, context_id: 'é[DONE]' }),
  )
  expect(text).toMatch(/^[\n\x20-\x7e]*$/)
  expect(text).not.toContain('[DONE]')
  expect(frames.at(-1)!.context_id).toBe('é[DONE]')
})

test.each([
  [
    'wav',
    400,
    'invalid_output_format',
    body('pcm_s16le', 22050, { output_format: goodRequest.output_format }),
  ],
  [
    'a text that is too long',
    400,
    'input_too_long',
    body('pcm_s16le', 22050, { transcript: 'word '.repeat(2000) }),
  ],
  [
    'a body that is too large',
    413,
    'payload_too_large',
    body('pcm_s16le', 22050, { note: 'x'.repeat(65_536) }),
  ],
  [
    'an unknown voice',
    404,
    'voice_not_found',
    body('pcm_s16le', 22050, { voice: { mode: 'id', id: 'nobody' } }),
  ],
])('%s is refused with an ordinary answer before the stream opens', async (_, status, code, request) => {
  const answer = await post(`${service.url}/tts/sse`, member.key, request)
  expect(answer.headers.get('content-type')).toStartWith('application/json')
  expect(answer.status).toBe(status)
  expect(((await answer.json()) as { error: string }).error).toBe(code)
})

test('a stream costs its code points', async () => {
  const payer = await service.member(1000)
  await (await post(`${service.url}/tts/sse`, payer.key, { ...body(), transcript: 'Nine cats 😀.' })).text()
  expect(await service.balance(payer)).toBe(1000 - 12)
})
