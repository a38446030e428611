import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recogniseSupertonic } from '../../../../src/engines/onnx/supertonic/recognise.ts'
import { listing } from '../../../support/onnx/listing.ts'
import { difference } from '../../../support/onnx/local-request.ts'
import { expectedSpeech, opened, pcmOf, segmentOf, spoken } from '../../../support/onnx/opened.ts'
import { supertonicSamples, writeHubForm, writeOriginalForm } from '../../../support/onnx/supertonic.ts'

const FORMS = { hub: writeHubForm, original: writeOriginalForm } as const

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-supertonic-'))
})

afterAll(() => rm(folder, { recursive: true }))

for (const form of Object.keys(FORMS) as (keyof typeof FORMS)[]) {
  test(`a model in the ${form} form that was recognised is spoken at 22050 Hz`, async () => {
    const files = join(folder, form, 'files')
    await FORMS[form](files)
    const { files: listed, read } = await listing(files)
    const found = (await recogniseSupertonic(listed, read))!
    const config = { engine: found.kind, voices: found.voices, ...found.fields }
    const { engine, ...known } = await opened(join(folder, form), config)
    try {
      expect(known).toMatchObject({ languages: ['en'], hasSpeed: true, wordTimes: 'estimated' })
      const segment = segmentOf('Hello, there!')
      const speech = await spoken(engine, segment, { voice: 'M1', speed: 1, pace: 1 })
      const run = { form, text: 'Hello, there!', style: 'M1', seed: segment.seed, steps: 5, speed: 1.05 }
      const expected = await expectedSpeech(supertonicSamples(run), 44_100, segment)
      expect(Math.abs(pcmOf(speech).length - pcmOf(expected).length)).toBeLessThan(2)
      const length = Math.min(pcmOf(speech).length, pcmOf(expected).length) - 200 // the end is faded out
      const [one, other] = [pcmOf(speech).slice(0, length), pcmOf(expected).slice(0, length)]
      expect(difference(one, other)).toBeLessThan(1e-3)
    } finally {
      await engine.close()
    }
  })
}
