import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MmsModel } from '../../../../src/engines/onnx/vits/mms.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import { difference, localRequest, samplesOf } from '../../../support/onnx/local-request.ts'
import { MMS_ALPHABET, writeMms } from '../../../support/onnx/vits-folders.ts'
import { piperGraph, tinyVits, vitsSamples, vitsTime } from '../../../support/onnx/vits-graphs.ts'

const WEIGHTS = tinyVits(3)
const GRAPH = 'onnx/model.onnx'

let folder: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-mms-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function written(changed: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const files = join(folder, `${made++}`)
  await writeMms(files, WEIGHTS, changed)
  return files
}

/** The ids of characters, with a blank before each and at the end. */
function laidOut(text: string): number[] {
  const ids = [...text].map((character) => MMS_ALPHABET.indexOf(character))
  return [...ids.flatMap((id) => [0, id]), 0]
}

describe("a model in the form of Hugging Face's VitsModel", () => {
  test('gives the samples that plain loops give for the characters of the words as they are said', async () => {
    const model = await MmsModel.load(await written(), GRAPH)
    expect(model.sampleRate).toBe(16000)
    expect(model.languages).toEqual(['en'])
    const samples = await samplesOf(model.speak(localRequest("Dr. Fox's 3 cats and the BBC!")))
    const expected = vitsSamples(WEIGHTS, {
      ids: laidOut("doctor fox's three cats and the b b c"),
      seed: 7,
      lengthScale: 1,
    })
    expect(difference(samples, expected)).toBeLessThan(1e-5)
  })

  test('has a speed, which shortens the phones', async () => {
    const model = await MmsModel.load(await written(), GRAPH)
    expect(model.hasSpeed).toBe(true)
    const samples = await samplesOf(model.speak(localRequest('Hello there.', { speed: 1.6 })))
    const expected = vitsSamples(WEIGHTS, { ids: laidOut('hello there'), seed: 7, lengthScale: 1 / 1.6 })
    expect(difference(samples, expected)).toBeLessThan(1e-5)
  })

  test('the same request gives the same samples, and another seed gives others', async () => {
    const model = await MmsModel.load(await written(), GRAPH)
    const first = await samplesOf(model.speak(localRequest('Hello there.')))
    expect(await samplesOf(model.speak(localRequest('Hello there.')))).toEqual(first)
    expect(await samplesOf(model.speak(localRequest('Hello there.', { seed: 8 })))).not.toEqual(first)
  })

  test('tells when its words are heard; what it cannot read takes no time', async () => {
    const model = await MmsModel.load(await written({ language: 'fra' }), GRAPH)
    expect(model.wordTimes).toBe('exact')
    const [piece] = await Array.fromAsync(
      model.speak(localRequest('Nous avons Жук deux', { tag: 'fr-FR', seed: 9 })),
    )
    const text = 'nous avons deux'
    const run = { ids: laidOut(text), seed: 9, lengthScale: 1 }
    for (const { word, start, end } of piece!.words!) {
      const at = text.indexOf(word.toLowerCase())
      if (at < 0) {
        expect(end).toBe(start)
        continue
      }
      const time = vitsTime(WEIGHTS, run, { from: 1 + 2 * at, to: 1 + 2 * (at + word.length) })
      expect(start).toBeCloseTo(time.start, 5)
      expect(end).toBeCloseTo(time.end, 5)
    }
    expect(piece!.words!.map(({ word }) => word)).toEqual(['Nous', 'avons', 'Жук', 'deux'])
  })

  test('numbers of other languages are words too', async () => {
    const model = await MmsModel.load(await written({ language: 'fra' }), GRAPH)
    expect(model.languages).toEqual(['fr'])
    const samples = await samplesOf(model.speak(localRequest('Bonjour 16 amis', { tag: 'fr-FR' })))
    const expected = vitsSamples(WEIGHTS, { ids: laidOut('bonjour seize amis'), seed: 7, lengthScale: 1 })
    expect(difference(samples, expected)).toBeLessThan(1e-5)
  })

  test('what has no character of its alphabet is silence', async () => {
    const model = await MmsModel.load(await written({ language: 'fra' }), GRAPH)
    const samples = await samplesOf(model.speak(localRequest('Да', { tag: 'fr-FR' })))
    expect(samples.length).toBeGreaterThan(0)
    expect(samples.every((sample) => sample === 0)).toBe(true)
  })
})

describe('a folder that is no model that Purr can speak with', () => {
  const refused = async (files: string | Promise<string>, message: RegExp) => {
    const error = await MmsModel.load(await files, GRAPH).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ModelError)
    expect((error as Error).message).toMatch(message)
  }

  test('no files, or damaged ones', async () => {
    await refused(join(folder, 'nowhere'), /config\.json cannot be read: download the model again$/)
    const files = await written()
    await rm(join(files, 'tokenizer.json'))
    await refused(files, /tokenizer\.json is missing, or no VITS tokenizer/)
    const graphless = await written()
    await rm(join(graphless, GRAPH))
    await refused(graphless, /model\.onnx cannot be read: download the model again$/)
  })

  test('another graph, or another model', async () => {
    const files = await written()
    await Bun.write(join(files, GRAPH), piperGraph(WEIGHTS, false))
    await refused(files, /lacks input_ids, waveform$/)
    await Bun.write(join(files, 'config.json'), JSON.stringify({ model_type: 'bert', sampling_rate: 16000 }))
    await refused(files, /config\.json is not that of a VITS model: model_type/)
  })

  test('a script that Purr does not write in Latin letters, or phones', async () => {
    await refused(written({ is_uroman: true, language: 'amh' }), /uroman/)
    await refused(written({ phonemize: true }), /phones of a front end/)
  })
})
