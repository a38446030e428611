import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import load from '../../../../src/engines/onnx/supertonic/model.ts'
import type { SupertonicConfig } from '../../../../src/engines/onnx/supertonic/supertonic.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import { LANGUAGES } from '../../../../src/languages/registry.ts'
import { localRequest, samplesOf } from '../../../support/onnx/local-request.ts'
import { supertonicSamples, writeHubForm, writeOriginalForm } from '../../../support/onnx/supertonic.ts'

const FORMS = { hub: writeHubForm, original: writeOriginalForm } as const
type Form = keyof typeof FORMS

let folder: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-supertonic-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function written(form: Form): Promise<string> {
  const files = join(folder, `${made++}`)
  await FORMS[form](files)
  return files
}

function loaded(files: string, form: Form, changed: Partial<SupertonicConfig> = {}) {
  return load(files, { form, languages: ['en'], tags: false, ...changed }, LANGUAGES)
}

/** How far samples are from others, of which there may be one more or less: where speech ends is rounded. */
function distance(samples: readonly number[], expected: readonly number[]): number {
  if (Math.abs(samples.length - expected.length) > 1) return Number.POSITIVE_INFINITY
  const common = Math.min(samples.length, expected.length)
  return Math.max(...samples.slice(0, common).map((sample, at) => Math.abs(sample - expected[at]!)))
}

for (const form of Object.keys(FORMS) as Form[]) {
  describe(`Supertonic in the ${form} form`, () => {
    test("gives the samples that plain loops give, at its makers' own pace", async () => {
      const model = await loaded(await written(form), form)
      expect(model.sampleRate).toBe(44_100)
      expect(model.languages).toEqual(['en'])
      for (const voice of ['F1', 'M1']) {
        const samples = await samplesOf(model.speak(localRequest('Hello, there!', { voice })))
        const run = { form, text: 'Hello, there!', style: voice, seed: 7, steps: 5, speed: 1.05 }
        expect(samples.length).toBeGreaterThan(1000)
        expect(distance(samples, supertonicSamples(run))).toBeLessThan(1e-4)
      }
    })

    test('speed divides the length, and the steps are those of the configuration', async () => {
      const model = await loaded(await written(form), form, { steps: 3 })
      const samples = await samplesOf(model.speak(localRequest('Hello, there!', { voice: 'F1', speed: 1.4 })))
      const run = { form, text: 'Hello, there!', style: 'F1', seed: 7, steps: 3, speed: 1.05 * 1.4 }
      expect(distance(samples, supertonicSamples(run))).toBeLessThan(1e-4)
    })

    test('the same request gives the same samples, and another seed gives others', async () => {
      const model = await loaded(await written(form), form)
      const request = localRequest('Hello, there!', { voice: 'F1' })
      const first = await samplesOf(model.speak(request))
      expect(await samplesOf(model.speak(request))).toEqual(first)
      expect(await samplesOf(model.speak({ ...request, seed: 8 }))).not.toEqual(first)
    })

    test('numbers are in words, and the text is in a tag where it is wanted', async () => {
      const model = await loaded(await written(form), form, { languages: ['en', 'de', 'fr'], tags: true })
      expect(model.languages).toEqual(['en', 'de', 'fr'])
      const said = async (text: string, tag: string) =>
        samplesOf(model.speak(localRequest(text, { voice: 'F1', tag })))
      const expected = (text: string) =>
        supertonicSamples({ form, text, style: 'F1', seed: 7, steps: 5, speed: 1.05 })
      expect(
        distance(await said('Dr. Fox paid $5', 'en-US'), expected('<en>doctor Fox paid five dollars.</en>')),
      ).toBeLessThan(1e-4)
      expect(
        distance(await said('Höre 3 Dinge!', 'de-DE'), expected('<de>Ho\u0308re drei Dinge!</de>')),
      ).toBeLessThan(1e-4)
      expect(
        distance(await said('Été 16', 'fr-FR'), expected('<fr>E\u0301te\u0301 seize.</fr>')),
      ).toBeLessThan(1e-4)
    })

    test('files that are missing or damaged are told', async () => {
      const refused = async (files: string, message: RegExp) => {
        const error = await loaded(files, form).catch((cause: unknown) => cause)
        expect(error).toBeInstanceOf(ModelError)
        expect((error as Error).message).toMatch(message)
      }
      await refused(join(folder, 'nowhere'), /(config|tts)\.json cannot be read: download the model again$/)
      const files = await written(form)
      await Bun.write(join(files, 'onnx/text_encoder.onnx'), 'version https://git-lfs.github.com/spec/v1')
      await refused(files, /damaged: download the model again$/)
      const silent = await written(form)
      await rm(join(silent, form === 'hub' ? 'voices' : 'voice_styles'), { recursive: true })
      await refused(silent, /has no \*\.(bin|json): download the model's voices$/)
    })

    test('styles of a wrong size are told', async () => {
      const files = await written(form)
      const tensor = { dims: [1, 2, 8], data: [[[1, 2]]] }
      if (form === 'hub') await Bun.write(join(files, 'voices/F1.bin'), new Uint8Array(30))
      else {
        const content = JSON.stringify({ style_ttl: tensor, style_dp: tensor })
        await Bun.write(join(files, 'voice_styles/F1.json'), content)
      }
      await expect(loaded(files, form)).rejects.toThrow(/download it again$/)
    })
  })
}
