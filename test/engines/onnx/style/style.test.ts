import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SAMPLE_RATE } from '../../../../src/audio/sample-rate.ts'
import { checkConfig } from '../../../../src/engines/model-config.ts'
import type { ListedFile } from '../../../../src/engines/onnx/recognised-model.ts'
import { STYLE } from '../../../../src/engines/onnx/style/style.ts'
import type { Segment, Speech } from '../../../../src/engines/shared/engine.ts'
import type { OpenedEngine } from '../../../../src/engines/shared/engine-kind.ts'
import type { NamedSpeaker } from '../../../../src/engines/shared/speaker.ts'
import { localeOf } from '../../../../src/languages/registry.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import { silentLog } from '../../../../src/telemetry/log.ts'
import { SAMPLES_AN_ID, writeKittenRepository, writeStyleModel } from '../../../support/onnx/style-model.ts'

const log = silentLog()

let folder: string
let opened: OpenedEngine
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-style-kind-'))
  const files = join(folder, 'files')
  await mkdir(files)
  await writeStyleModel(files, { family: 'kokoro', voices: ['af_heart', 'bf_emma'], rows: 510 })
  const config = checkConfig(
    {
      engine: 'style',
      family: 'kokoro',
      force: true,
      voices: [{ name: 'Heart', voice: 'af_heart', language: 'en-US' }],
    },
    STYLE.schema,
    'config.json',
  )
  opened = await STYLE.open(config, { id: 'kokoro', folder, env: {}, log })
})
afterAll(async () => {
  await opened.engine.close()
  await rm(folder, { recursive: true })
})

function segmentOf(text: string): Segment {
  const locale = localeOf('en-US')
  return {
    text,
    tokens: normalise(text, locale),
    language: locale.language,
    tag: 'en-US',
    seconds: 2,
    seed: 1,
  }
}

const HEART: NamedSpeaker = { voice: 'af_heart', speed: 1, pace: 1 }

async function speak(text: string, speaker = HEART): Promise<Speech[]> {
  const { signal } = new AbortController()
  return Array.fromAsync(opened.engine.speak(segmentOf(text), speaker, { signal, due: 0, isOpening: true }))
}

const peakOf = (speech: readonly Speech[]) => Math.max(...speech.flatMap(({ pcm }) => [...pcm]).map(Math.abs))

const lengthOf = (speech: readonly Speech[]) => speech.reduce((sum, { pcm }) => sum + pcm.length, 0)

test('a segment is spoken at 22050 Hz, with its words, and its last stretch is marked', async () => {
  const speech = await speak('Hello, water!')
  expect(speech.map(({ isLast }) => isLast)).toEqual(speech.map((_, at) => at === speech.length - 1))
  expect(speech.flatMap(({ words }) => words).map(({ word }) => word)).toEqual(['Hello,', 'water!'])
  // "0 həlˈO, wˈɔTəɹ! 0": 17 symbols of which the model makes 24000 Hz; a few ms are trimmed at the ends
  const whole = (17 * SAMPLES_AN_ID * SAMPLE_RATE) / 24_000
  expect(lengthOf(speech)).toBeWithin(whole * 0.8, whole + 1)
})

test('speed and volume of a voice are applied', async () => {
  const slow = await speak('Hello, water!', { voice: 'af_heart', speed: 0.5, pace: 0.5 })
  const usual = await speak('Hello, water!')
  expect(lengthOf(slow) / lengthOf(usual)).toBeCloseTo(2, 1)
  const soft = await speak('Hello, water!', { voice: 'af_heart', speed: 1, pace: 1, volume: 0.5 })
  expect(peakOf(soft) / peakOf(usual)).toBeCloseTo(0.5, 5)
})

test('several segments at once are each spoken as alone', async () => {
  const texts = ['One.', 'Two and three.', 'Four, five, six.']
  const alone: number[] = []
  for (const text of texts) alone.push(lengthOf(await speak(text)))
  const together = await Promise.all(texts.map((text) => speak(text)))
  expect(together.map(lengthOf)).toEqual(alone)
})

const listed = (...paths: string[]): ListedFile[] => paths.map((path) => ({ path, size: 1000 }))
const read = async (path: string) =>
  new TextEncoder().encode(
    path === 'config.json' ? JSON.stringify({ model_type: 'style_text_to_speech_2' }) : '{}',
  )

test('a repository of Kokoro is recognised: its voices that Purr can pronounce, one graph', async () => {
  const files = listed(
    'README.md',
    'config.json',
    'onnx/model.onnx',
    'onnx/model_fp16.onnx',
    'onnx/model_quantized.onnx',
    'tokenizer.json',
    'voices/af_heart.bin',
    'voices/am_adam.bin',
    'voices/bf_emma.bin',
    'voices/ef_dora.bin',
  )
  expect(await STYLE.recognise(files, read)).toEqual({
    kind: 'style',
    name: 'Kokoro',
    voices: [
      { name: 'Heart', voice: 'af_heart', language: 'en-US', description: 'A female voice.' },
      { name: 'Emma', voice: 'bf_emma', language: 'en-GB', description: 'A female voice.' },
      { name: 'Adam', voice: 'am_adam', language: 'en-US', description: 'A male voice.' },
    ],
    files: [
      'config.json',
      'tokenizer.json',
      'onnx/model_quantized.onnx',
      'voices/af_heart.bin',
      'voices/am_adam.bin',
      'voices/bf_emma.bin',
    ],
    fields: { family: 'kokoro', dtype: 'q8' },
  })
})

test('Kokoro is not taken for KittenTTS because of voices with other names', async () => {
  const files = listed('config.json', 'onnx/model.onnx', 'tokenizer.json')
  const voices = ['af', 'bf_emma', 'my-mixture', 'ef_dora'].map((name) => `voices/${name}.bin`)
  const recognised = await STYLE.recognise([...files, ...listed(...voices)], read)
  expect(recognised?.fields).toEqual({ family: 'kokoro', dtype: 'fp32' })
  expect(recognised?.voices).toEqual([
    { name: 'Emma', voice: 'bf_emma', language: 'en-GB', description: 'A female voice.' },
    { name: 'Af', voice: 'af', language: 'en-US', description: 'A female voice.' },
    { name: 'my-mixture', language: 'en-US' },
  ])
  expect(recognised?.files).toEqual(expect.arrayContaining(voices.slice(0, 3)))
})

test('a repository of KittenTTS is recognised', async () => {
  const files = listed('config.json', 'onnx/model.onnx', 'tokenizer.json', 'voices/expr-voice-2-f.bin')
  const recognised = await STYLE.recognise(files, read)
  expect(recognised?.fields).toEqual({ family: 'kitten', dtype: 'fp32' })
  expect(recognised?.voices).toEqual([{ name: 'expr-voice-2-f', language: 'en-US' }])
})

test('a repository of KittenML is recognised, and speaks as its makers have it', async () => {
  const kitten = join(folder, 'kitten')
  await writeKittenRepository(join(kitten, 'files'))
  const paths = ['README.md', 'config.json', 'kitten_tts_nano_v0_8.onnx', 'voices.npz']
  const recognised = await STYLE.recognise(listed(...paths), (path) =>
    Bun.file(join(kitten, 'files', path)).bytes(),
  )
  expect(recognised).toEqual({
    kind: 'style',
    name: 'Kitten TTS Nano',
    voices: [
      { name: 'Bella', voice: 'expr-voice-2-f', language: 'en-US' },
      { name: 'Jasper', voice: 'expr-voice-2-m', language: 'en-US' },
    ],
    files: paths.slice(1),
    fields: {
      family: 'kitten',
      dtype: 'fp32',
      graph: 'kitten_tts_nano_v0_8',
      speeds: { 'expr-voice-2-f': 0.75 },
    },
  })
  const config = checkConfig(
    { engine: 'style', force: true, voices: recognised!.voices, ...recognised!.fields },
    STYLE.schema,
    'config.json',
  )
  const { engine, wordTimes } = await STYLE.open(config, { id: 'kitten', folder: kitten, env: {}, log })
  expect(wordTimes).toBe('exact')
  const lengths = ['expr-voice-2-m', 'expr-voice-2-f'].map(async (voice) => {
    const options = { signal: new AbortController().signal, due: 0, isOpening: true }
    const speaker = { voice, speed: 1, pace: 1 }
    return lengthOf(
      await Array.fromAsync(engine.speak(segmentOf('Hello, water and sunshine!'), speaker, options)),
    )
  })
  const [usual, slower] = await Promise.all(lengths)
  // 5,000 samples are cut off each: the rest is a third longer
  const cut = (5000 * SAMPLE_RATE) / 24_000
  expect((slower! + cut) / (usual! + cut)).toBeCloseTo(8 / 6, 1)
  await engine.close()
})

test('other repositories are not', async () => {
  expect(await STYLE.recognise(listed('onnx/model.onnx'), read)).toBeUndefined()
  const vits = async () => new TextEncoder().encode('{"model_type": "vits"}')
  expect(await STYLE.recognise(listed('config.json', 'onnx/model.onnx'), vits)).toBeUndefined()
})

test('an incomplete one is refused', async () => {
  const failure = await STYLE.recognise(listed('config.json', 'onnx/model.onnx'), read).catch(String)
  expect(failure).toContain('voices/*.bin')
})
