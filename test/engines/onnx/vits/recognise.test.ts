import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recogniseVits } from '../../../../src/engines/onnx/vits/recognise.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import { listing } from '../../../support/onnx/listing.ts'
import { PIPER_GRAPH, writeMms, writePiper } from '../../../support/onnx/vits-folders.ts'
import { tinyVits } from '../../../support/onnx/vits-graphs.ts'

const WEIGHTS = tinyVits(5)

let folder: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-vits-'))
})

afterAll(() => rm(folder, { recursive: true }))

function fresh(): string {
  return join(folder, `${made++}`)
}

async function recognised(files: string) {
  const { files: listed, read } = await listing(files)
  return recogniseVits(listed, read)
}

describe('voices of Piper', () => {
  test('of one speaker', async () => {
    const files = fresh()
    await writePiper(files, WEIGHTS)
    const card = '# Model card\n\n* Language: en_US\n* License: CC0\n'
    await Bun.write(join(files, 'MODEL_CARD'), card)
    await Bun.write(join(files, 'samples/speaker_0.mp3'), 'sound')
    expect(await recognised(files)).toEqual({
      kind: 'vits',
      name: 'en_US-tiny-x_low',
      license: 'CC0',
      voices: [{ name: 'tiny', voice: '0', language: 'en-US' }],
      files: [PIPER_GRAPH, `${PIPER_GRAPH}.json`, 'MODEL_CARD'],
      fields: { form: 'piper', graph: PIPER_GRAPH },
    })
  })

  test('of several speakers, by their numbers', async () => {
    const files = fresh()
    await writePiper(files, WEIGHTS, { num_speakers: 3, speaker_id_map: { p300: 1, p200: 0 } })
    expect((await recognised(files))?.voices).toEqual([
      { name: 'tiny p200', voice: 'p200', language: 'en-US' },
      { name: 'tiny p300', voice: 'p300', language: 'en-US' },
      { name: 'tiny 2', voice: '2', language: 'en-US' },
    ])
  })

  test('of a language that Purr does not pronounce are refused, and so are many at once', async () => {
    const french = fresh()
    await writePiper(french, WEIGHTS, { espeak: { voice: 'fr' } })
    await expect(recognised(french)).rejects.toThrow(ModelError)
    const two = fresh()
    await writePiper(join(two, 'a'), WEIGHTS)
    await writePiper(join(two, 'b'), WEIGHTS)
    await expect(recognised(two)).rejects.toThrow(/there are 2 voices of Piper: name the folder of one/)
  })
})

describe("models in the form of Hugging Face's VitsModel", () => {
  test('with the graph of full precision where there is one', async () => {
    const files = fresh()
    await writeMms(files, WEIGHTS)
    await Bun.write(join(files, 'onnx/model_quantized.onnx'), 'x')
    const found = {
      kind: 'vits' as const,
      voices: [{ name: 'English', voice: '0', language: 'en' }],
      files: ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'],
      fields: { form: 'mms', graph: 'onnx/model.onnx' },
    }
    expect(await recognised(files)).toEqual(found)
    await rm(join(files, 'onnx/model.onnx'))
    expect((await recognised(files))?.fields).toEqual({ form: 'mms', graph: 'onnx/model_quantized.onnx' })
  })

  test('are refused without a graph or a tokenizer, or for another script', async () => {
    const files = fresh()
    await writeMms(files, WEIGHTS, { is_uroman: true })
    await expect(recognised(files)).rejects.toThrow(/uroman/)
    await rm(join(files, 'tokenizer.json'))
    await expect(recognised(files)).rejects.toThrow(/there is no tokenizer\.json/)
    await rm(join(files, 'onnx'), { recursive: true })
    await expect(recognised(files)).rejects.toThrow(/it needs an ONNX export/)
  })
})

test('other models are none of these', async () => {
  const files = fresh()
  await Bun.write(join(files, 'config.json'), '{"model_type":"bert"}')
  await Bun.write(join(files, 'onnx/model.onnx'), 'x')
  expect(await recognised(files)).toBeUndefined()
  await Bun.write(join(files, 'config.json'), 'not JSON')
  expect(await recognised(files)).toBeUndefined()
})
