import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { checkConfig } from '../../../src/engines/model-config.ts'
import { localKind } from '../../../src/engines/onnx/local-kind.ts'
import { ModelError } from '../../../src/engines/shared/engine-kind.ts'
import { silentLog } from '../../../src/telemetry/log.ts'

const log = silentLog()
const context = { id: 'paced', folder: '/models/paced', env: {}, log }

const PACED = localKind({
  fields: {
    samples: Type.Integer(),
    milliseconds: Type.Optional(Type.Integer()),
    sampleRate: Type.Optional(Type.Integer()),
  },
  module: new URL('./fixtures/paced-model.ts', import.meta.url),
  recognise: async () => undefined,
})

const VOICES = [
  { name: 'One', language: 'en-US' },
  { name: 'Two', voice: 'two', language: 'de' },
]
/** 100 s of audio that cost nothing, and 10 ms of audio that take 100. */
const FAST = { samples: 1_600_000 }
const SLOW = { samples: 160, milliseconds: 100 }

function open(fields: Record<string, unknown>) {
  const config = checkConfig({ engine: 'paced', voices: VOICES, ...fields }, PACED.schema, 'config.json')
  return PACED.open(config, context)
}

async function refusalOf(fields: Record<string, unknown>): Promise<string> {
  const failure = await open(fields).catch((error) => error)
  expect(failure).toBeInstanceOf(ModelError)
  return failure.message
}

test('a model tells what it can, and takes as many turns as its speed allows', async () => {
  const { engine, streams, health, workers, ...known } = await open({ ...FAST, workers: 2 })
  expect(known).toEqual({ languages: ['en', 'de'], hasSpeed: true, wordTimes: 'estimated' })
  expect(health()).toBe('ready')
  expect(workers!()).toMatchObject({ ready: 2, waiting: 0, replaced: 0 })
  expect(streams).toBeGreaterThan(2)
  await engine.close()
})

test('a model that is slower than real time is refused, with the way out', async () => {
  const refusal = await refusalOf(SLOW)
  expect(refusal).toMatch(/^paced: on this machine it takes \d+\.\d\d s for a second of speech/)
  expect(refusal).toContain('set "force": true in /models/paced/config.json')
})

test('unless it is forced: then it takes one turn', async () => {
  const { engine, streams } = await open({ ...SLOW, force: true })
  expect(streams).toBe(1)
  await engine.close()
})

test.each([
  ['has no sample', { samples: 0 }, 'paced: the model returns no audio for "Yes. Hello, how are you today?"'],
  [
    'lacks a voice of config.json',
    { ...FAST, voices: [{ name: 'Three', language: 'en' }] },
    'paced: it has no voice "Three": give voices of config.json one of One, two',
  ],
  [
    'has a rate that cannot be brought to 22050 Hz',
    { ...FAST, sampleRate: 12_345 },
    'paced: its sample rate of 12345 Hz is not supported',
  ],
])('a model that %s is refused', async (_, fields, message) => {
  expect(await refusalOf(fields)).toBe(message)
})

test('a model can be measured without being kept', async () => {
  const config = checkConfig({ engine: 'paced', voices: VOICES, ...FAST }, PACED.schema, 'config.json')
  const { realTimeFactor, streams, audioSeconds, seconds, firstAudioSeconds } = await PACED.measure(
    config,
    context,
  )
  expect(audioSeconds).toBe(100)
  expect(realTimeFactor).toBeCloseTo(seconds / audioSeconds, 10)
  expect(firstAudioSeconds).toBeLessThanOrEqual(seconds)
  expect(streams).toBe(Math.floor(0.8 / realTimeFactor))
})
