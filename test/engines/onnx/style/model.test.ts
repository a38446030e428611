import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { LocalModel, LocalPiece, LocalRequest } from '../../../../src/engines/onnx/local-model.ts'
import type { StyleConfig } from '../../../../src/engines/onnx/style/config.ts'
import load from '../../../../src/engines/onnx/style/model.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import { disableRuntimeTelemetry } from '../../../../src/engines/shared/runtime-telemetry.ts'
import { LANGUAGES, localeOf } from '../../../../src/languages/registry.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import { VOCABULARIES, writeStyleModel } from '../../../support/onnx/style-model.ts'

disableRuntimeTelemetry()

const KOKORO: StyleConfig = {
  family: 'kokoro',
  voices: [
    { name: 'Heart', voice: 'af_heart', language: 'en-US' },
    { name: 'Emma', voice: 'bf_emma', language: 'en-GB' },
    { name: 'Eva', voice: 'df_eva', language: 'de' },
  ],
}
const KITTEN: StyleConfig = {
  family: 'kitten',
  voices: ['expr-voice-2-f', 'constructor'].map((name) => ({ name, language: 'en-US' })),
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-style-'))
  const voices = ['af_heart', 'bf_emma', 'df_eva']
  await writeStyleModel(join(folder, 'kokoro'), { family: 'kokoro', voices, rows: 510 })
  await writeStyleModel(join(folder, 'timed'), { family: 'kokoro', voices, rows: 510, hasDurations: true })
  await writeStyleModel(join(folder, 'kitten'), {
    family: 'kitten',
    voices: KITTEN.voices.map(({ name }) => name),
    rows: 400,
  })
})
afterAll(() => rm(folder, { recursive: true }))

const loaded = (name: string, config: StyleConfig) => load(join(folder, name), config, LANGUAGES)

function request(text: string, voice: string, tag = 'en-US', speed = 1): LocalRequest {
  const locale = localeOf(tag)
  const tokens = normalise(text, locale)
  return { text, tokens, tag, language: locale.language.code, voice, speed, seed: 0 }
}

async function spoken(model: LocalModel, what: LocalRequest): Promise<Float32Array> {
  return joined(await Array.fromAsync(model.speak(what)))
}

function joined(pieces: readonly LocalPiece[]): Float32Array {
  return Float32Array.from(pieces.flatMap(({ pcm }) => [...pcm]))
}

/** Tells samples from all others, shortly. */
function digest(pcm: Float32Array): { length: number; hash: string } {
  const hash = new Bun.CryptoHasher('sha256').update(new Uint8Array(pcm.slice().buffer)).digest('hex')
  return { length: pcm.length, hash }
}

/** What the loops of the models' makers compute, on the same files. */
async function reference(
  name: string,
  { ids, voice, row, speed = 1 }: { ids: number[]; voice: string; row: number; speed?: number },
): Promise<Float32Array> {
  const session = await InferenceSession.create(join(folder, name, 'onnx/model.onnx'))
  const table = new Float32Array(await Bun.file(join(folder, name, 'voices', `${voice}.bin`)).arrayBuffer())
  const { waveform } = await session.run({
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
    style: new Tensor('float32', table.slice(row * 256, (row + 1) * 256), [1, 256]),
    speed: new Tensor('float32', Float32Array.of(speed), [1]),
  })
  return waveform!.data as Float32Array
}

const idsOf = (phones: string, symbols: ReadonlyMap<string, number>) =>
  Array.from(phones, (symbol) => symbols.get(symbol)!)

describe('Kokoro', () => {
  // kokoro.js/src/kokoro.js: ids framed by 0; the row of the style is that of the ids without the frame
  test.each([
    ['Hello, water!', 'af_heart', 'en-US', 1, 'həlˈO, wˈɔTəɹ!'],
    ['Hello, water!', 'bf_emma', 'en-GB', 1, 'həlˈQ, wˈɔːtə!'],
    ['Hello, water!', 'bf_emma', 'en-US', 1.5, 'həlˈQ, wˈɔːtə!'],
    ['Guten Tag!', 'df_eva', 'de', 0.8, 'ɡˈuːtən tˈɑːk!'],
  ])('says "%s" as %s as its maker does', async (text, voice, tag, speed, phones) => {
    const ids = idsOf(phones, VOCABULARIES.kokoro)
    const expected = await reference('kokoro', { ids: [0, ...ids, 0], voice, row: ids.length, speed })
    const model = await loaded('kokoro', KOKORO)
    expect(digest(await spoken(model, request(text, voice, tag, speed)))).toEqual(digest(expected))
  })

  test('speaks in chunks of 510 symbols that end with words', async () => {
    const text = Array.from({ length: 100 }, () => 'remember').join(' ')
    const phones = `${Array.from({ length: 100 }, () => 'ɹɪmˈɛmbəɹ').join(' ')}.`
    const model = await loaded('kokoro', KOKORO)
    const pieces = await Array.fromAsync(model.speak(request(text, 'af_heart')))
    const chunks = [0, 1].map((at) => phones.slice(at * 510, at * 510 + 509))
    expect(chunks[0]).toEndWith('ɹ')
    const expected = await Promise.all(
      chunks.map((chunk) => {
        const ids = idsOf(chunk, VOCABULARIES.kokoro)
        return reference('kokoro', { ids: [0, ...ids, 0], voice: 'af_heart', row: ids.length })
      }),
    )
    expect(pieces.map(({ pcm }) => digest(pcm))).toEqual(expected.map(digest))
    expect(pieces.map(({ isLast }) => isLast)).toEqual([undefined, true])
  })

  test('gives exact times of words where the graph has durations', async () => {
    const model = await loaded('timed', KOKORO)
    expect(model.wordTimes).toBe('exact')
    const pieces = await Array.fromAsync(model.speak(request('Hello, $2 water!', 'af_heart')))
    // 600 samples for each symbol of "0 həlˈO, tˈu dˈɑləɹz wˈɔTəɹ! 0"
    const at = (symbol: number) => expect.closeTo((symbol * 600) / 24_000, 6)
    const timed = pieces.flatMap(({ words = [] }) => words)
    expect(timed).toEqual([
      {
        word: 'Hello,',
        start: at(1),
        end: at(6),
        said: [{ word: 'hello', start: at(1), end: at(6), phones: [] }],
      },
      {
        word: '$2',
        start: at(8),
        end: at(19),
        said: [
          { word: 'two', start: at(8), end: at(11), phones: [] },
          { word: 'dollars', start: at(12), end: at(19), phones: [] },
        ],
      },
      {
        word: 'water!',
        start: at(20),
        end: at(26),
        said: [{ word: 'water', start: at(20), end: at(26), phones: [] }],
      },
    ])
  })

  test('refuses a voice of a language that Purr cannot pronounce', async () => {
    const voices = [...KOKORO.voices, { name: 'Dora', voice: 'ef_dora', language: 'es' }]
    const failure = await loaded('kokoro', { ...KOKORO, voices }).catch((error) => error)
    expect(String(failure)).toContain('voice "Dora" speaks es, which Purr cannot pronounce')
  })
})

test('a graph that is not there is named', async () => {
  const failure = await loaded('kokoro', { ...KOKORO, dtype: 'q4' }).catch((error) => error)
  expect(failure).toBeInstanceOf(ModelError)
  expect(failure.message).toContain('onnx/model_q4.onnx is missing')
})

describe('KittenTTS', () => {
  // kittentts/onnx_model.py: marks stand alone, 10 before the last 0, the row of the text's length, 5,000 samples cut off
  test.each(KITTEN.voices.map(({ name }) => name))('says a sentence as its maker does: %s', async (voice) => {
    const text = 'Hello, water and sunshine for everybody!'
    const ids = idsOf('həlˈoʊ , wˈɔːɾɚ ænd sˈʌnʃˌaɪn fɔːɹ ˌɛvɹiːbˈɑːdi !', VOCABULARIES.kitten)
    const expected = await reference('kitten', {
      ids: [0, ...ids, 10, 0],
      voice,
      row: text.length,
    })
    const model = await loaded('kitten', KITTEN)
    expect(digest(await spoken(model, request(text, voice)))).toEqual(digest(expected.slice(0, -5000)))
  })
})

test('the same request gives the same samples', async () => {
  const model = await loaded('kokoro', KOKORO)
  const one = digest(await spoken(model, request('Once more.', 'af_heart')))
  expect(digest(await spoken(model, request('Once more.', 'af_heart')))).toEqual(one)
})

test.each(['', '漢字', '🎉', '… — !?'])('what cannot be said (%p) does no harm', async (text) => {
  const model = await loaded('kokoro', KOKORO)
  expect((await spoken(model, request(text, 'af_heart'))).length).toBeGreaterThan(0)
})
