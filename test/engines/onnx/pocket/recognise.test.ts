import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import loadPocket from '../../../../src/engines/onnx/pocket/model.ts'
import { POCKET } from '../../../../src/engines/onnx/pocket/pocket.ts'
import { recognisePocket } from '../../../../src/engines/onnx/pocket/recognise.ts'
import type { RecognisedModel } from '../../../../src/engines/onnx/recognised-model.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import { pocketWeights, randomVoice, TOKEN, writePocket } from '../../../support/onnx/pocket.ts'
import { floatTensor, safetensorsFile } from '../../../support/onnx/safetensors-file.ts'
import { wavFile } from '../../../support/recordings.ts'

const weights = pocketWeights(1)
const voice = safetensorsFile({ audio_prompt: floatTensor([1, 5, TOKEN], randomVoice(5, 1)) })
const clip = wavFile(Float32Array.from({ length: 22_050 }, (_, i) => Math.sin(i / 20) / 2))

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pocket-recognised-'))
})
afterAll(() => rm(root, { recursive: true }))

let folders = 0
/** Makes a file of some size, which takes no room on the disk. */
async function truncate(path: string, size: number): Promise<void> {
  const file = await open(path, 'w')
  await file.truncate(size)
  await file.close()
}
const newFolder = () => join(root, String(folders++))

async function recognised(files: string): Promise<RecognisedModel | undefined> {
  const paths = await readdir(files, { recursive: true, withFileTypes: true })
  const listed = paths
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(files.length + 1))
  const sizes = await Promise.all(
    listed.map(async (path) => ({ path, size: (await stat(join(files, path))).size })),
  )
  return recognisePocket(sizes, (path) => Bun.file(join(files, path)).bytes())
}

test('an export with a bundle.json', async () => {
  const files = join(newFolder(), 'files')
  await writePocket(files, weights, { layout: 'bundle', end: 30, suffix: '_int8' })
  await Bun.write(join(files, 'flow_lm_main.onnx'), 'the same in 32 bits')
  await Bun.write(join(files, 'voices', 'alba.safetensors'), voice)
  await truncate(join(files, 'weights.safetensors'), 65e6)
  const model = (await recognised(files))!
  expect(model).toMatchObject({
    kind: 'pocket',
    name: 'Pocket TTS (english_2026-04)',
    voices: [{ name: 'alba', voice: 'voices/alba.safetensors', language: 'en-US' }],
    fields: { temperature: 0.3 },
  })
  expect(model.files.toSorted()).toEqual([
    'bos_before_voice.npy',
    'bundle.json',
    'flow_lm_flow_int8.onnx',
    'flow_lm_main_int8.onnx',
    'mimi_decoder.onnx',
    'mimi_encoder.onnx',
    'text_conditioner.onnx',
    'tokenizer.model',
    'voices/alba.safetensors',
  ])
  expect(model.convert).toBeUndefined()
  expect(Value.Check(POCKET.schema, model.fields)).toBe(true)
  expect((await loadPocket(files, model.fields)).voices).toContain('voices/alba.safetensors')
})

test('the first export, whose clips are encoded once and for all', async () => {
  const folder = newFolder()
  const files = join(folder, 'files')
  await writePocket(join(files, 'onnx'), weights, { layout: 'first', end: 30 })
  await Bun.write(join(files, 'tokenizer.model'), Bun.file(join(files, 'onnx', 'tokenizer.model')))
  await rm(join(files, 'onnx', 'tokenizer.model'))
  await Bun.write(join(files, 'reference_sample.wav'), clip)
  await Bun.write(join(files, 'alba.safetensors'), voice)
  await Bun.write(join(files, 'alba.wav'), clip)
  const model = (await recognised(files))!
  expect(model.voices).toEqual([
    { name: 'alba', voice: 'alba.safetensors', language: 'en-US' },
    { name: 'reference_sample', voice: 'reference_sample', language: 'en-US' },
  ])
  expect(model.fields).toEqual({ graphs: 'onnx', tokenizer: 'tokenizer.model', temperature: 0.7 })
  expect(model.files).toContain('onnx/mimi_encoder.onnx')

  await model.convert!(folder)
  expect(await readdir(join(folder, 'voices'))).toEqual(['reference_sample.npy'])
  await rm(join(files, 'reference_sample.wav'))
  await rm(join(files, 'onnx', 'mimi_encoder.onnx')) // it is not needed any more
  const spoken = await loadPocket(files, model.fields)
  expect(spoken.voices).toContain('reference_sample')
  const tokens = [{ written: 'Hello', spoken: ['hello'] }]
  const request = {
    text: 'Hello',
    tokens,
    language: 'en',
    tag: 'en-US',
    speed: 1,
    seed: 1,
    voice: 'reference_sample',
  }
  const { done } = await spoken.speak(request)[Symbol.asyncIterator]().next()
  expect(done).toBe(false)
})

test('other files are not one', async () => {
  expect(
    await recognisePocket([{ path: 'onnx/model.onnx', size: 1 }], async () => new Uint8Array()),
  ).toBeUndefined()
})

describe('one that cannot be used is refused with what to do', () => {
  const refused = async (files: string) => {
    const error = await recognised(files).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ModelError)
    return (error as ModelError).message
  }

  test('the form of sherpa-onnx', async () => {
    const listed = ['lm_main.int8.onnx', 'lm_flow.int8.onnx', 'vocab.json'].map((path) => ({ path, size: 1 }))
    const recognising = recognisePocket(listed, async () => new Uint8Array())
    await expect(recognising).rejects.toThrow('This is Pocket TTS in the form of sherpa-onnx')
  })

  test('several in one repository', async () => {
    const files = join(newFolder(), 'files')
    await writePocket(join(files, 'onnx', 'german'), weights, { layout: 'bundle', end: 30 })
    await writePocket(join(files, 'onnx', 'english'), weights, { layout: 'bundle', end: 30 })
    expect(await refused(files)).toMatch(
      /There are several models: onnx\/\w+, onnx\/\w+\. Add one of these folders\./,
    )
  })

  test('no voice, a missing graph, no tokenizer, a language that is not known', async () => {
    const files = join(newFolder(), 'files')
    await writePocket(files, weights, { layout: 'bundle', end: 30 })
    expect(await refused(files)).toStartWith('There is no voice among the files.')
    await Bun.write(join(files, 'ann.wav'), clip)
    await rm(join(files, 'mimi_encoder.onnx'))
    expect(await refused(files)).toBe('A graph is missing: mimi_encoder.onnx. Take a complete copy.')
    await rm(join(files, 'tokenizer.model'))
    expect(await refused(files)).toBe('The tokenizer is missing: tokenizer.model. Take a complete copy.')
    for (const language of ['klingon', 'constructor']) {
      await writePocket(files, weights, { layout: 'bundle', end: 30, bundle: { language } })
      expect(await refused(files)).toBe(
        `bundle.json names the language "${language}", which Purr does not know.`,
      )
    }
  })
})
