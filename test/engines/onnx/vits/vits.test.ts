import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recogniseVits } from '../../../../src/engines/onnx/vits/recognise.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import { listing } from '../../../support/onnx/listing.ts'
import { difference } from '../../../support/onnx/local-request.ts'
import { expectedSpeech, opened, pcmOf, segmentOf, spoken } from '../../../support/onnx/opened.ts'
import { PIPER_SYMBOLS } from '../../../support/onnx/piper-voice.ts'
import { MMS_ALPHABET, writeMms, writePiper } from '../../../support/onnx/vits-folders.ts'
import { tinyVits, vitsSamples } from '../../../support/onnx/vits-graphs.ts'

const WEIGHTS = tinyVits(6)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-vits-'))
  await writePiper(join(folder, 'piper/files'), WEIGHTS)
  await writeMms(join(folder, 'mms/files'), WEIGHTS)
})

afterAll(() => rm(folder, { recursive: true }))

/** The config.json that is written for a folder. */
async function configOf(model: string): Promise<Record<string, unknown>> {
  const { files, read } = await listing(join(folder, model, 'files'))
  const found = (await recogniseVits(files, read))!
  return { engine: found.kind, voices: found.voices, ...found.fields }
}

test('a voice of Piper that was recognised is spoken at 22050 Hz, faster where that is asked for', async () => {
  const { engine, ...known } = await opened(join(folder, 'piper'), await configOf('piper'))
  try {
    expect(known).toMatchObject({ languages: ['en'], hasSpeed: true, wordTimes: 'exact' })
    const segment = segmentOf('Hello, world!')
    const id = (symbol: string) => PIPER_SYMBOLS.indexOf(symbol)
    const ids = ['^', ...'həlˈoʊ, wˈɜːld!', '$'].flatMap((symbol) => [id(symbol), id('_')]).slice(0, -1)
    for (const speed of [1, 1.5]) {
      const speech = await spoken(engine, segment, { voice: '0', speed, pace: speed })
      const samples = vitsSamples(WEIGHTS, { ids, seed: segment.seed, lengthScale: 1.25 / speed })
      const expected = await expectedSpeech(samples, 16_000, segment)
      expect(difference(pcmOf(speech), pcmOf(expected))).toBeLessThan(1e-5)
      expect(speech.flatMap(({ words }) => words.map(({ word }) => word))).toEqual(['Hello,', 'world!'])
      expect(speech.map(({ isLast }) => isLast)).toEqual([...new Array(speech.length - 1).fill(false), true])
    }
  } finally {
    await engine.close()
  }
})

test("a model in the form of Hugging Face's VitsModel that was recognised is spoken at 22050 Hz", async () => {
  const { engine, ...known } = await opened(join(folder, 'mms'), await configOf('mms'))
  try {
    expect(known).toMatchObject({ languages: ['en'], hasSpeed: true, wordTimes: 'exact' })
    const segment = segmentOf('Hello world')
    const speech = await spoken(engine, segment, { voice: '0', speed: 1, pace: 1 })
    const ids = [...[...'hello world'].flatMap((character) => [0, MMS_ALPHABET.indexOf(character)]), 0]
    const samples = vitsSamples(WEIGHTS, { ids, seed: segment.seed, lengthScale: 1 })
    const expected = await expectedSpeech(samples, 16_000, segment)
    expect(difference(pcmOf(speech), pcmOf(expected))).toBeLessThan(1e-5)
  } finally {
    await engine.close()
  }
})

test('a voice that the model does not have, and files that are missing, are told when it is opened', async () => {
  const config = await configOf('piper')
  const voices = [{ name: 'Amy', language: 'en-US' }]
  const unknown = await opened(join(folder, 'piper'), { ...config, voices }).catch((cause: unknown) => cause)
  expect(unknown).toBeInstanceOf(ModelError)
  expect(String(unknown)).toContain('it has no voice "Amy"')
  const missing = await opened(folder, config).catch((cause: unknown) => cause)
  expect(missing).toBeInstanceOf(ModelError)
  expect(String(missing)).toContain('cannot be read: download the model again')
})

test('a config.json with a form that does not exist is refused', async () => {
  const config = await configOf('piper')
  expect(await opened(folder, { ...config, form: 'coqui' }).catch(String)).toContain('form')
})
