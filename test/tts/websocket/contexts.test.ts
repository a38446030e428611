import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { FrameKind, State } from '../../../src/tts/websocket/context-state.ts'
import { GatedEngine } from '../../support/gated-engine.ts'
import { goodRequest } from '../../support/request.ts'
import { type Member, type Service, startService } from '../../support/service.ts'
import { type AnyFrame, SpeechClient } from '../../support/speech-client.ts'

const engine = new GatedEngine()

let service: Service
let member: Member
let client: SpeechClient
beforeAll(async () => {
  service = await startService({ engine })
  member = await service.member(1_000_000)
  client = await SpeechClient.connect(service.url, member.key)
})
afterAll(async () => {
  client.close()
  await service.close()
})

const output_format = { ...goodRequest.output_format, container: 'raw' }
const say = (transcript: string) => ({ ...goodRequest, output_format, transcript, add_timestamps: true })

/** What cartesia-python puts into a frame without words, whatever model, voice and format its user has. */
const OF_THE_CLIENT = {
  model_id: 'sonic-latest',
  voice: '6ccbfb76-1fc6-48f7-b71d-91ac6298247b',
  output_format: { container: 'raw', encoding: 'pcm_f32le', sample_rate: 44_100 },
}

const FRAMES: Record<FrameKind, object> = {
  text: { ...say('Bravo. '), continue: true },
  lastText: say('Bravo.'),
  space: { ...OF_THE_CLIENT, transcript: ' ', continue: true },
  lastSpace: { ...OF_THE_CLIENT, transcript: ' ' },
  marker: { ...OF_THE_CLIENT, transcript: '' },
  flush: { ...OF_THE_CLIENT, transcript: '', continue: true, flush: true },
  cancel: { ...OF_THE_CLIENT, cancel: true },
  bad: { ...say('Bravo.'), model_id: 'sonic', continue: true },
  lastBad: { ...say('Bravo.'), model_id: 'sonic' },
}

const alpha = { ...say('Alpha. '), continue: true }
/** What brings a context into a state. */
const WAYS: Record<State, object[]> = {
  new: [],
  open: [alpha],
  ending: [say('Alpha.')],
  queued: [say('Alpha.'), say('Charlie.')],
  failing: [alpha, FRAMES.bad],
  failed: [FRAMES.bad],
  closed: [alpha, FRAMES.cancel],
}

/** What a client hears and is told when the frame is followed by an end marker. */
const OUTCOMES: Record<State, Record<FrameKind, string>> = {
  new: {
    text: 'Bravo. done',
    lastText: 'Bravo. done',
    space: 'missing_transcript',
    lastSpace: 'done done',
    marker: 'done done',
    flush: 'done',
    cancel: 'done',
    bad: 'unknown_model',
    lastBad: 'unknown_model',
  },
  open: {
    text: 'Alpha. Bravo. done',
    lastText: 'Alpha. Bravo. done',
    space: 'Alpha. done',
    lastSpace: 'Alpha. done',
    marker: 'Alpha. done',
    flush: 'Alpha. flush_done done',
    cancel: '',
    bad: 'Alpha. unknown_model',
    lastBad: 'Alpha. unknown_model',
  },
  ending: {
    text: 'Alpha. done Bravo. done',
    lastText: 'Alpha. done Bravo. done',
    space: 'Alpha. done',
    lastSpace: 'Alpha. done',
    marker: 'Alpha. done',
    flush: 'Alpha. done',
    cancel: '',
    bad: 'Alpha. done unknown_model',
    lastBad: 'Alpha. done unknown_model',
  },
  queued: {
    text: 'Alpha. done Charlie. done Bravo. done',
    lastText: 'Alpha. done Charlie. done Bravo. done',
    space: 'Alpha. done Charlie. done',
    lastSpace: 'Alpha. done Charlie. done',
    marker: 'Alpha. done Charlie. done',
    flush: 'Alpha. done Charlie. done',
    cancel: '',
    bad: 'Alpha. done Charlie. done unknown_model',
    lastBad: 'Alpha. done Charlie. done unknown_model',
  },
  failing: {
    text: 'Alpha. unknown_model',
    lastText: 'Alpha. unknown_model',
    space: 'Alpha. unknown_model',
    lastSpace: 'Alpha. unknown_model',
    marker: 'Alpha. unknown_model',
    flush: 'Alpha. unknown_model',
    cancel: '',
    bad: 'Alpha. unknown_model',
    lastBad: 'Alpha. unknown_model',
  },
  failed: {
    text: 'unknown_model',
    lastText: 'unknown_model',
    space: 'unknown_model',
    lastSpace: 'unknown_model done done',
    marker: 'unknown_model done',
    flush: 'unknown_model',
    cancel: 'unknown_model',
    bad: 'unknown_model',
    lastBad: 'unknown_model',
  },
  closed: {
    text: 'Bravo. done',
    lastText: 'Bravo. done',
    space: '',
    lastSpace: 'done',
    marker: 'done',
    flush: '',
    cancel: '',
    bad: 'unknown_model',
    lastBad: 'unknown_model',
  },
}

/** Words that are spoken, codes of errors, types of all other frames. */
function story(frames: readonly AnyFrame[]): string {
  return frames
    .flatMap(({ type, error_code, word_timestamps }) => {
      if (type === 'chunk') return []
      if (type === 'error') return [error_code]
      return type === 'timestamps' ? (word_timestamps as { words: string[] }).words : [type]
    })
    .join(' ')
}

const PAIRS = Object.entries(OUTCOMES).flatMap(([state, outcomes]) =>
  Object.entries(outcomes).map(([kind, outcome]) => [state as State, kind as FrameKind, outcome] as const),
)

test.each(PAIRS)('%s, then %s: %j', async (state, kind, outcome) => {
  engine.shut()
  const context_id = `${state} ${kind}`
  for (const frame of [...WAYS[state], FRAMES[kind], FRAMES.marker]) client.send({ ...frame, context_id })
  client.send({ transcript: '', context_id: `after ${context_id}` })
  await client.turn(`after ${context_id}`) // all frames have been read
  engine.open()
  await client.until(() => story(client.of(context_id)) === outcome)
  client.send({ ...say('Delta.'), context_id: `more after ${context_id}` })
  await client.turn(`more after ${context_id}`)
  expect(story(client.of(context_id))).toBe(outcome)
})

test('a turn that fails by itself is told once; what the client still sends for it is dropped', async () => {
  engine.open()
  const poor = await service.member(11)
  const other = await SpeechClient.connect(service.url, poor.key)
  const context_id = 'poor'
  for (const piece of ['Nine cats.', ' They sleep', ' now.', ' And then', ' they wake.'])
    other.send({ ...say(piece), continue: true, context_id })
  other.send({ transcript: '', context_id })
  await other.turn(context_id)
  expect(await service.balance(poor)).toBe(11) // the words that were spoken cost nothing either
  other.send({ ...say('Again.'), context_id: 'again' })
  await other.turn('again')
  expect(story(other.of(context_id))).toBe('Nine cats. payment_required')
  const { message } = other.of(context_id).at(-1)!
  expect(message).toStartWith('The balance does not cover the 16 credits of this text.') // of the sentence, not of its last piece
  expect(story(other.of('again'))).toBe('Again. done')
  other.close()
})

test('a connection is closed before the frames that wait for the end of a turn take too much room', async () => {
  const flooding = await SpeechClient.connect(service.url, member.key)
  engine.shut()
  flooding.send({ ...say('Alpha.'), context_id: 'one' })
  for (let held = 0; held < 20; held++) flooding.send({ ...say('word '.repeat(12_000)), context_id: 'one' })
  await flooding.until(() => flooding.closed)
  engine.open()
  expect(flooding.closed).toEqual({ code: 1013, reason: 'Too much text waits to be spoken.' })
})
