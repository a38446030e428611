import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { EmbeddedEngine } from '../../src/engines/embedded/embedded.ts'
import { rows } from '../../src/storage/database.ts'
import { bytesResponse } from '../../src/tts/http-response.ts'
import { turnOfRequest } from '../../src/tts/turn.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(1_000_000)
})
afterAll(() => service.close())

const PROSE =
  'The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background, and it is easy to tell ' +
  'the depth of a well. These days a chicken leg is a rare dish; rice is often served in round bowls. The juice of ' +
  'lemons makes fine punch. The box was thrown beside the parked truck, where the hogs were fed chopped corn.'

function format(container: string, encoding: string, sample_rate: number) {
  return { ...goodRequest, output_format: { container, encoding, sample_rate } }
}

async function speak(body: unknown, headers?: Record<string, string>, at = service): Promise<Uint8Array> {
  const answer = await post(`${at.url}/tts/bytes`, member.key, body, headers)
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

const ENCODINGS = ['pcm_s16le', 'pcm_mulaw', 'pcm_alaw']
const RATES = [8000, 16000, 22050]
const formats = ENCODINGS.flatMap((encoding) => RATES.map((rate) => [encoding, rate] as const))

describe.each(formats)('%s at %d Hz', (encoding, rate) => {
  const bytesPerSample = encoding === 'pcm_s16le' ? 2 : 1

  test('raw: headerless audio of whole samples, as long as the native speech', async () => {
    const answer = await post(`${service.url}/tts/bytes`, member.key, format('raw', encoding, rate))
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    const audio = await answer.bytes()
    const native = await speak(format('raw', 'pcm_s16le', 22050))
    expect(audio.length % bytesPerSample).toBe(0)
    expect(Math.abs(audio.length / bytesPerSample / rate - native.length / 2 / 22050)).toBeLessThan(0.001)
  })

  test('wav: the same audio behind a header with true sizes', async () => {
    const answer = await post(`${service.url}/tts/bytes`, member.key, format('wav', encoding, rate))
    expect(answer.headers.get('content-type')).toBe('audio/wav')
    const file = Buffer.from(await answer.arrayBuffer())
    expect(Number(answer.headers.get('content-length'))).toBe(file.length)
    expect(file.toString('latin1', 0, 4)).toBe('RIFF')
    expect(file.readUInt32LE(4)).toBe(file.length - 8)
    const data = file.indexOf('data')
    const length = file.readUInt32LE(data + 4)
    const raw = await speak(format('raw', encoding, rate))
    expect(length).toBe(raw.length)
    expect(file.subarray(data + 8, data + 8 + length).equals(raw)).toBe(true)
  })
})

test('speech is loud enough, does not clip, and begins and ends in silence', async () => {
  const bytes = await speak({ ...format('raw', 'pcm_s16le', 22050), transcript: PROSE })
  const samples = new Int16Array(bytes.buffer)
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  expect(peak).toBeGreaterThan(6000)
  expect(peak).toBeLessThan(32767)
  for (const edge of [samples.subarray(0, 50), samples.subarray(-50)]) {
    expect(edge.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(200)
  }
})

test('the same request gives the same bytes, whatever else is going on and whichever worker does it', async () => {
  const body = { ...format('raw', 'pcm_mulaw', 8000), transcript: PROSE }
  const alone = await speak(body)
  const together = await Promise.all(Array.from({ length: 8 }, () => speak(body)))
  for (const audio of together) expect(Buffer.compare(audio, alone)).toBe(0)
})

test('the same request gives the same bytes after a restart', async () => {
  const body = { ...format('raw', 'pcm_s16le', 16000), transcript: PROSE }
  const engine = await EmbeddedEngine.start({ size: 1 })
  const restarted = await startService({ engine })
  try {
    const { key } = await restarted.member(10_000)
    const answer = await post(`${restarted.url}/tts/bytes`, key, body)
    expect(Buffer.compare(await answer.bytes(), await speak(body))).toBe(0)
  } finally {
    await restarted.close()
    await engine.close()
  }
})

test('two texts do not sound alike', async () => {
  const one = await speak({ ...goodRequest, transcript: 'One.' })
  expect(Buffer.compare(await speak({ ...goodRequest, transcript: 'Two.' }), one)).not.toBe(0)
})

test('short and symbol-only texts that have a name are spoken', async () => {
  for (const transcript of ['a', '5', '%', '&', '2 + 2 = 4', '😀', 'Hm.', '。はい。 OK']) {
    expect((await speak({ ...goodRequest, transcript })).length).toBeGreaterThan(5000)
  }
})

test('unknown fields, null for absent ones, foreign headers and query parameters are accepted', async () => {
  const body = {
    ...goodRequest,
    language: null,
    generation_config: { speed: 1, volume: null, emotion: 'happy' },
    max_buffer_delay_ms: 0,
    add_timestamps: true,
    pronunciation_dict_id: null,
    voice: { ...goodRequest.voice, __experimental_controls: {} },
    output_format: { ...goodRequest.output_format, bit_rate: null },
  }
  const plain = await speak(goodRequest)
  const headers = { 'cartesia-version': '2026-08-14', accept: 'audio/mpeg', 'x-stainless-lang': 'js' }
  expect(Buffer.compare(await speak(body, headers), plain)).toBe(0)
  const answer = await post(`${service.url}/tts/bytes?cartesia_version=2024-06-10`, member.key, goodRequest)
  expect(answer.status).toBe(200)
})

test('a chunked body without a Content-Type is accepted, under either way to send the key', async () => {
  const ways: Record<string, string>[] = [
    { 'x-api-key': member.key },
    { authorization: `bearer ${member.key}` },
  ]
  for (const headers of ways) {
    const body = new Blob([JSON.stringify(goodRequest)]).stream()
    const answer = await fetch(`${service.url}/tts/bytes`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
  }
})

test('a request costs its code points, once', async () => {
  const payer = await service.member(1000)
  const transcript = 'Nine cats 😀.'
  expect((await post(`${service.url}/tts/bytes`, payer.key, { ...goodRequest, transcript })).status).toBe(200)
  expect(await service.balance(payer)).toBe(1000 - 12)
})

/** How the charges of an organization have ended, once none is open. */
async function settled(payer: Member): Promise<string[]> {
  for (let tries = 0; tries < 200; tries++) {
    const charges = await rows<{ outcome: string | null }>(
      service.storage.db,
      sql`SELECT s.outcome FROM charges c LEFT JOIN settlements s ON s.charge_id = c.id
          WHERE c.organization_id = ${payer.organizationId}`,
    )
    const outcomes = charges.map(({ outcome }) => outcome)
    if (charges.length > 0 && !outcomes.includes(null)) return outcomes as string[]
    await Bun.sleep(20)
  }
  throw new Error('a charge was never settled')
}

test('a client that leaves after some audio stays charged, and the work ends', async () => {
  const payer = await service.member(1000)
  const leaving = new AbortController()
  const answer = await fetch(`${service.url}/tts/bytes`, {
    method: 'POST',
    headers: { 'x-api-key': payer.key },
    body: JSON.stringify({ ...format('raw', 'pcm_s16le', 22050), transcript: PROSE }),
    signal: leaving.signal,
  })
  await answer.body!.getReader().read()
  leaving.abort()
  expect(await settled(payer)).toEqual(['confirmed'])
})

test('a client that leaves while it has more than it reads has its turn ended', async () => {
  const payer = await service.member(1000)
  const output = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 22050 } as const
  const request = { transcript: PROSE, voiceId: goodRequest.voice.id, format: output, language: undefined }
  const { signal } = new AbortController()
  const turn = turnOfRequest(service.turns, { caller: payer, transport: 'bytes' }, request, signal)
  const reader = (await bytesResponse(turn, output)).body!.getReader()
  await reader.read()
  await Bun.sleep(500) // the next piece waits in the stream by now, and nothing is asked of the turn
  await reader.cancel()
  expect(await settled(payer)).toEqual(['confirmed'])
})

test('audio that is reported as delivered when the client has left is not paid', async () => {
  const payer = await service.member(1000)
  const format = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 22050 } as const
  const request = { transcript: PROSE, voiceId: goodRequest.voice.id, format, language: undefined }
  const leaving = new AbortController()
  const turn = turnOfRequest(service.turns, { caller: payer, transport: 'sse' }, request, leaving.signal)
  for await (const chunk of turn.audio()) {
    if (chunk.audio.length === 0) continue
    leaving.abort() // while the chunk waits to be taken
    turn.delivered(chunk)
  }
  await turn.end()
  expect(await settled(payer)).toEqual(['refunded'])
})

test('a client that leaves before there is any audio is refunded', async () => {
  const payer = await service.member(1000)
  const leaving = new AbortController()
  const answer = fetch(`${service.url}/tts/bytes`, {
    method: 'POST',
    headers: { 'x-api-key': payer.key },
    body: JSON.stringify({ ...goodRequest, transcript: PROSE.repeat(2) }), // wav: nothing is sent before all is spoken
    signal: leaving.signal,
  }).catch(() => 'left')
  const { db } = service.storage
  const charged = () => rows(db, sql`SELECT 1 FROM charges WHERE organization_id = ${payer.organizationId}`)
  while ((await charged()).length === 0) await Bun.sleep(1)
  leaving.abort()
  expect(await answer).toBe('left')
  expect(await settled(payer)).toEqual(['refunded'])
  expect(await service.balance(payer)).toBe(1000)
})
