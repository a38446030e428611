import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MODEL_ID } from '../../../src/engines/embedded/model-folder.ts'
import { frameReader } from '../../../src/tts/websocket/client-frame.ts'
import { goodRequest } from '../../support/request.ts'
import { type Service, startService } from '../../support/service.ts'
import { SpeechClient } from '../../support/speech-client.ts'
import { timesAsLong } from '../../support/thread-time.ts'

const readFrame = frameReader([MODEL_ID])

const LIMIT = 65_536
const RAW = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
const good = { ...goodRequest, transcript: 'Hello.', output_format: RAW }
const padding = 'x'.repeat(LIMIT)
const about = (id: string) => `he said {\\"context_id\\":\\"${id}\\",\\"continue\\":true} `.repeat(2000)

let service: Service
let client: SpeechClient
beforeAll(async () => {
  service = await startService()
  const { key } = await service.member(100_000)
  client = await SpeechClient.connect(service.url, key)
})
afterAll(async () => {
  client.close()
  await service.close()
})

describe('a frame of more than 65,536 bytes is refused, with its context where', () => {
  test.each<[string, string, string | null]>([
    ['the id is at the start', `{"context_id":"start","padding":"${padding}"}`, 'start'],
    ['the id is at the end', `{"padding":"${padding}", "context_id" : "end"}`, 'end'],
    ['the id is written with escapes', `{"context_id":"\\u0061\\"\\\\\\n","padding":"${padding}"}`, 'a"\\\n'],
    ['the id is of other letters', `{"context_id":"ö😀","padding":"${padding}"}`, 'ö😀'],
    [
      'the id is as long as it may be',
      `{"context_id":"${'i'.repeat(256)}","p":"${padding}"}`,
      'i'.repeat(256),
    ],
    [
      'the id is as long, of wide characters',
      `{"context_id":"${'😀'.repeat(256)}","p":"${padding}"}`,
      '😀'.repeat(256),
    ],
    [
      'it has few characters of many bytes',
      `{"context_id":"wide","padding":"${'€'.repeat(22_000)}"}`,
      'wide',
    ],
    ['it is the largest that is read', `{"context_id":"huge","p":"${'x'.repeat(1_048_500)}"}`, 'huge'],
    ['it is not JSON', `{"context_id":"no JSON",${padding}`, 'no JSON'],
    ['and without one where there is none', `{"padding":"${padding}"}`, null],
    ['and without one where it is empty', `{"context_id":"","padding":"${padding}"}`, null],
    ['and without one where it is a number', `{"context_id":5,"padding":"${padding}"}`, null],
    ['and without one where it is too long', `{"context_id":"${'i'.repeat(257)}","p":"${padding}"}`, null],
    [
      'and without one where it is in the middle',
      `{"a":"${padding}","context_id":"m","b":"${padding}"}`,
      null,
    ],
    ['and without one where only a text tells of one', `{"transcript":"${about('quoted')}"}`, null],
    ['and never with one that a text tells of', `{"t":"${about('quoted')}","context_id":"true"}`, 'true'],
  ])('%s', async (_, frame, contextId) => {
    const { length } = client.frames
    client.send(frame)
    await client.until(() => client.frames.length > length)
    expect(client.frames.slice(length)).toMatchObject([
      { type: 'error', error_code: 'payload_too_large', status_code: 413, context_id: contextId, done: true },
    ])
  })

  test('and the socket stays open', async () => {
    client.send({ ...good, context_id: 'after' })
    expect((await client.turn('after')).at(-1)!.type).toBe('done')
  })
})

describe('what the client still sends for the turn of such a frame', () => {
  test('is dropped up to its end when the frame has continue: true', async () => {
    const context_id = 'goes on'
    client.send({ context_id, note: padding, continue: true })
    client.send({ ...good, context_id, continue: true })
    client.send({ context_id, transcript: '' })
    client.send({ ...good, context_id: 'beside' })
    await client.turn('beside')
    expect(client.of(context_id).map(({ type }) => type)).toEqual(['error'])
  })

  test('is the next turn when it has not', async () => {
    const context_id = 'is over'
    client.send({ context_id, note: `${padding}"continue":true` })
    client.send({ ...good, context_id })
    const types = (await client.turn(context_id, 2)).map(({ type }) => type)
    expect([types[0], types.at(-1)]).toEqual(['error', 'done'])
  })
})

test('to refuse the largest frame takes no longer than to read an ordinary one', () => {
  const ordinary = JSON.stringify({ ...good, transcript: 'word '.repeat(12_800) })
  for (const unit of [
    '{"a":1},',
    '[],',
    '"context_id":',
    '"continue":  ',
    '"context_id":"',
    '\\"',
    'ä',
    ' ',
  ]) {
    const largest = `[${unit.repeat(1_000_000 / unit.length)}`
    const times = timesAsLong(
      () => readFrame(largest),
      () => readFrame(ordinary),
      3,
    )
    expect(times).toBeLessThan(3)
  }
})
