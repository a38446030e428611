import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recogniseSupertonic } from '../../../../src/engines/onnx/supertonic/recognise.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import { listing } from '../../../support/onnx/listing.ts'
import { writeHubForm, writeOriginalForm } from '../../../support/onnx/supertonic.ts'

let folder: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-supertonic-'))
})

afterAll(() => rm(folder, { recursive: true }))

function fresh(): string {
  return join(folder, `${made++}`)
}

async function recognised(files: string) {
  const { files: listed, read } = await listing(files)
  return recogniseSupertonic(listed, read)
}

test('the form of the hub, of the first version', async () => {
  const files = fresh()
  await writeHubForm(files)
  await Bun.write(join(files, 'onnx/text_encoder.onnx_data'), 'weights')
  await Bun.write(join(files, 'onnx/text_encoder_q4.onnx'), 'smaller')
  await Bun.write(join(files, 'README.md'), '---\nlicense: openrail\nlanguage:\n- en\n---\n# Supertonic\n')
  const found = await recognised(files)
  expect(found).toMatchObject({
    kind: 'supertonic',
    fields: { form: 'hub', languages: ['en'], tags: false },
    voices: [
      { name: 'F1', language: 'en' },
      { name: 'M1', language: 'en' },
    ],
  })
  expect([...found!.files].sort()).toEqual([
    'config.json',
    'onnx/latent_denoiser.onnx',
    'onnx/text_encoder.onnx',
    'onnx/text_encoder.onnx_data',
    'onnx/voice_decoder.onnx',
    'tokenizer.json',
    'tokenizer_config.json',
    'voices/F1.bin',
    'voices/M1.bin',
  ])
})

test("the makers' form, of a version with several languages", async () => {
  const files = fresh()
  await writeOriginalForm(files)
  await Bun.write(join(files, 'README.md'), '---\nlanguage:\n- ko\n- de\n- nl\n- multilingual\n---\n')
  expect(await recognised(files)).toMatchObject({
    fields: { form: 'original', languages: ['ko', 'de', 'nl'], tags: true },
    voices: [
      { name: 'F1', language: 'de' },
      { name: 'M1', language: 'de' },
    ],
  })
})

test('voices speak the first language of a version with none that Purr reads best', async () => {
  const files = fresh()
  await writeOriginalForm(files)
  await Bun.write(join(files, 'README.md'), '---\nlanguage: [ko, ja]\n---\n')
  expect((await recognised(files))?.voices[0]).toEqual({ name: 'F1', language: 'ko' })
})

test.each(['---\n# nothing\n---\n', '---\nlanguage:\n---\n', '# Supertonic\n'])(
  'a README that begins %j names no language: it is of the first version',
  async (readme) => {
    const files = fresh()
    await writeHubForm(files)
    await Bun.write(join(files, 'README.md'), readme)
    expect(await recognised(files)).toMatchObject({ fields: { languages: ['en'], tags: false } })
  },
)

test('a README whose head cannot be read is refused', async () => {
  const files = fresh()
  await writeHubForm(files)
  await Bun.write(join(files, 'README.md'), '---\nlanguage: [en, ko\n---\n')
  const failure = await recognised(files).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ModelError)
  expect(String(failure)).toContain('the head of README.md is not YAML')
})

test('incomplete copies are refused, and other models are none', async () => {
  const files = fresh()
  await writeHubForm(files)
  await rm(join(files, 'onnx/voice_decoder.onnx'))
  await expect(recognised(files)).rejects.toThrow(/lacks onnx\/voice_decoder\.onnx: choose a complete copy/)
  const voiceless = fresh()
  await writeOriginalForm(voiceless)
  await rm(join(voiceless, 'voice_styles'), { recursive: true })
  await expect(recognised(voiceless)).rejects.toThrow(/has no voices/)
  const other = fresh()
  await Bun.write(join(other, 'config.json'), '{"model_type":"vits"}')
  expect(await recognised(other)).toBeUndefined()
})
