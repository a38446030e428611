import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { audioOf, SpeechClient } from '../support/speech-client.ts'

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(1_000_000)
})
afterAll(() => service.close())

const TEXT = 'The doctor can see you at half past five on Monday, or at noon on Tuesday!'
const raw = {
  ...goodRequest,
  transcript: TEXT,
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 },
}

/** @param fields as JSON, or as an object */
async function spoken(fields: string | object = {}): Promise<Buffer> {
  const more = typeof fields === 'string' ? fields : JSON.stringify(fields).slice(1, -1)
  const body = `${JSON.stringify(raw).slice(0, -1)}${more === '' ? '' : `,${more}`}}`
  const answer = await post(`${service.url}/tts/bytes`, member.key, body)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const samplesOf = (audio: Buffer) => Array.from(new Int16Array(new Uint8Array(audio).buffer))
const loudness = (audio: Buffer) => Math.hypot(...samplesOf(audio))
const generation = (config: object) => ({ generation_config: config })

test.each<[string]>([
  [''],
  ['"speed":1'],
  ['"speed":"normal"'],
  ['"generation_config":{"speed":1,"volume":1,"emotion":"calm"}'],
  ['"generation_config":null,"speed":null'],
  ['"generation_config":{"speed":null,"volume":null}'],
  ['"generation_config":{"speed":"fast","volume":"loud"}'],
  ['"generation_config":[1.5],"speed":[1.5]'],
  ['"generation_config":"fast","speed":"faster"'],
  ['"generation_config":5,"speed":true'],
  ['"generation_config":{"emotion":["happy"]},"speed":{"speed":1.5}'],
  ['"generation_config":{"speed":{},"volume":[]},"speed":"toString"'],
])('is as ever with %s', async (fields) => {
  expect((await spoken(fields)).equals(await spoken())).toBe(true)
})

test.each<[string, object]>([
  ['"generation_config":{"speed":9}', generation({ speed: 1.5 })],
  ['"generation_config":{"speed":1e999}', generation({ speed: 1.5 })],
  ['"generation_config":{"speed":-3}', generation({ speed: 0.6 })],
  ['"generation_config":{"volume":100}', generation({ volume: 2 })],
  ['"generation_config":{"volume":0}', generation({ volume: 0.5 })],
  ['"speed":1.3', generation({ speed: 1.3 })],
  ['"speed":"slow"', generation({ speed: 0.8 })],
  ['"speed":"fast"', generation({ speed: 1.2 })],
  ['"speed":0.7,"generation_config":{"speed":1.3}', generation({ speed: 1.3 })],
  ['"speed":1.3,"generation_config":{"speed":"x"}', generation({ speed: 1.3 })],
])('%s is %j', async (fields, same) => {
  const audio = await spoken(fields)
  expect(audio.equals(await spoken(same))).toBe(true)
  expect(audio.equals(await spoken())).toBe(false)
})

test.each([0.6, 0.8, 1.2, 1.5])('speech of speed %d is as much shorter', async (speed) => {
  const ratio = (await spoken()).length / (await spoken(generation({ speed }))).length
  expect(ratio).toBeGreaterThan(speed * 0.95)
  expect(ratio).toBeLessThan(speed * 1.05)
})

describe('volume', () => {
  test('scales every sample, and louder ones bend before they would be cut off', async () => {
    const samples = samplesOf(await spoken())
    const soft = samplesOf(await spoken(generation({ volume: 0.5 })))
    const loud = samplesOf(await spoken(generation({ volume: 2 })))
    expect([soft.length, loud.length]).toEqual([samples.length, samples.length])
    for (const [at, sample] of samples.entries()) {
      expect(Math.abs(soft[at]! - sample / 2)).toBeLessThanOrEqual(1)
      if (Math.abs(sample) < 0.35 * 32768 - 1) expect(Math.abs(loud[at]! - sample * 2)).toBeLessThanOrEqual(1)
      else expect(Math.abs(loud[at]!)).toBeLessThan(Math.min(32767, Math.abs(sample) * 2 + 2))
    }
    expect(Math.max(...loud.map(Math.abs))).toBeGreaterThan(0.7 * 32768)
  })

  test('and speed go together', async () => {
    const fast = await spoken(generation({ speed: 1.4 }))
    const both = await spoken(generation({ speed: 1.4, volume: 0.5 }))
    expect(both.length).toBe(fast.length)
    expect(loudness(both) / loudness(fast)).toBeCloseTo(0.5, 3)
  })
})

test('the length of fast speech is predicted shorter, that of slow speech longer', async () => {
  const outcome = async (transcript: string, speed: number) => {
    const answer = await post(`${service.url}/tts/bytes`, member.key, { ...raw, transcript, speed })
    await answer.body?.cancel()
    return answer.status
  }
  const [long, short] = [
    'The doctor can see you on Monday. '.repeat(28),
    'The doctor can see you. '.repeat(22),
  ]
  expect([await outcome(long, 1), await outcome(long, 1.5)]).toEqual([400, 200])
  expect([await outcome(short, 1), await outcome(short, 0.6)]).toEqual([200, 400])
})

test('a turn on a WebSocket keeps the prosody of its first frame', async () => {
  const client = await SpeechClient.connect(service.url, member.key)
  const frame = { ...raw, context_id: 'turn', continue: true }
  const at = TEXT.indexOf('or at')
  client.send({ ...frame, transcript: TEXT.slice(0, at), ...generation({ speed: 1.4, volume: 0.5 }) })
  client.send({ ...frame, transcript: TEXT.slice(at), continue: false, speed: 'slow' })
  const frames = await client.turn('turn')
  client.close()
  expect(frames.at(-1)!.type).toBe('done')
  expect(audioOf(frames).equals(await spoken(generation({ speed: 1.4, volume: 0.5 })))).toBe(true)
})
