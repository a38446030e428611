import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PiperModel } from '../../../../src/engines/onnx/vits/piper.ts'
import { knownPhones, piperIds, readPiperVoice } from '../../../../src/engines/onnx/vits/piper-voice.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import { LANGUAGES } from '../../../../src/languages/registry.ts'
import { difference, localRequest, samplesOf } from '../../../support/onnx/local-request.ts'
import { PIPER_SYMBOLS, piperVoice } from '../../../support/onnx/piper-voice.ts'
import { PIPER_GRAPH, writePiper } from '../../../support/onnx/vits-folders.ts'
import { mmsGraph, tinyVits, vitsSamples, vitsTime } from '../../../support/onnx/vits-graphs.ts'

const WEIGHTS = tinyVits(2)
const MAP = Object.fromEntries(PIPER_SYMBOLS.map((symbol, id) => [symbol, [id]]))

let folder: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-piper-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function loaded(changed: Readonly<Record<string, unknown>> = {}): Promise<PiperModel> {
  return PiperModel.load(await written(changed), PIPER_GRAPH, LANGUAGES)
}

async function written(changed: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const files = join(folder, `${made++}`)
  await writePiper(files, WEIGHTS, changed)
  return files
}

/** The ids of symbols as Piper lays them out. */
function laidOut(symbols: string): number[] {
  const id = (symbol: string) => PIPER_SYMBOLS.indexOf(symbol)
  return [id('^'), id('_'), ...[...symbols].flatMap((symbol) => [id(symbol), id('_')]), id('$')]
}

describe('ids of phones', () => {
  test('the start, every symbol with a blank behind it, the end', () => {
    expect(piperIds('hˈaɪ.', MAP)).toEqual({ ids: laidOut('hˈaɪ.'), start: 2, ends: [4, 6, 8, 10, 12] })
  })

  test('composed symbols are taken apart, and those that the voice lacks are left out', () => {
    expect(knownPhones('ɪç☃', MAP)).toBe('ɪc\u0327')
  })
})

describe('a voice of Piper', () => {
  test('gives the samples that plain loops give for the ids of its phones', async () => {
    const model = await loaded()
    expect(model.sampleRate).toBe(16000)
    expect(model.voices).toEqual(['0'])
    expect(model.languages).toEqual(['en'])
    const samples = await samplesOf(model.speak(localRequest('Hello, world!')))
    const expected = vitsSamples(WEIGHTS, { ids: laidOut('həlˈoʊ, wˈɜːld!'), seed: 7, lengthScale: 1.25 })
    expect(difference(samples, expected)).toBeLessThan(1e-5)
  })

  test('tells when its words are heard', async () => {
    const model = await loaded()
    expect(model.wordTimes).toBe('exact')
    const [piece] = await Array.fromAsync(model.speak(localRequest('Hello, well-known world!')))
    const phones = 'həlˈoʊ, wˈɛl nˈoʊn wˈɜːld!'
    const run = { ids: laidOut(phones), seed: 7, lengthScale: 1.25 }
    const timeOf = (said: string) => {
      const at = phones.indexOf(said)
      return vitsTime(WEIGHTS, run, { from: 2 + 2 * at, to: 2 + 2 * (at + said.length) })
    }
    const expected = [
      ['Hello,', [['hello', timeOf('həlˈoʊ')]]],
      [
        'well-known',
        [
          ['well', timeOf('wˈɛl')],
          ['known', timeOf('nˈoʊn')],
        ],
      ],
      ['world!', [['world', timeOf('wˈɜːld')]]],
    ] as const
    expect(piece!.words!.map(({ word }) => word)).toEqual(expected.map(([word]) => word))
    for (const [at, [, said]] of expected.entries()) {
      const word = piece!.words![at]!
      expect(word.start).toBeCloseTo(said[0]![1].start, 5)
      expect(word.end).toBeCloseTo(said.at(-1)![1].end, 5)
      for (const [index, [spoken, time]] of said.entries()) {
        expect(word.said[index]!.word).toBe(spoken)
        expect(word.said[index]!.start).toBeCloseTo(time.start, 5)
        expect(word.said[index]!.end).toBeCloseTo(time.end, 5)
      }
    }
  })

  test('numbers are phones of words, and a higher speed shortens the phones', async () => {
    const model = await loaded()
    const samples = await samplesOf(model.speak(localRequest('42', { speed: 2 })))
    const expected = vitsSamples(WEIGHTS, {
      ids: laidOut('fˈɔːɹɾi tˈuː.'),
      seed: 7,
      lengthScale: 1.25 / 2,
    })
    expect(difference(samples, expected)).toBeLessThan(1e-5)
  })

  test('the same request gives the same samples, in another session too, and another seed gives others', async () => {
    const [one, other] = await Promise.all([loaded(), loaded()])
    const request = localRequest('Hello, world!', { seed: 123_456 })
    const first = await samplesOf(one.speak(request))
    expect(await samplesOf(one.speak(request))).toEqual(first)
    expect(await samplesOf(other.speak(request))).toEqual(first)
    expect(await samplesOf(other.speak({ ...request, seed: 123_457 }))).not.toEqual(first)
  })

  test('of several speakers, the voice chooses one', async () => {
    const speakers = { anna: 0, ben: 1 }
    const model = await loaded({ num_speakers: 3, speaker_id_map: speakers })
    expect(model.voices).toEqual(['anna', 'ben', '2'])
    for (const [voice, speaker] of [...Object.entries(speakers), ['2', 2] as const]) {
      const samples = await samplesOf(model.speak(localRequest('Hi.', { voice })))
      const expected = vitsSamples(WEIGHTS, { ids: laidOut('hˈaɪ.'), seed: 7, lengthScale: 1.25, speaker })
      expect(difference(samples, expected)).toBeLessThan(1e-5)
    }
  })

  test('German and Dutch are pronounced for voices of theirs', async () => {
    const german = await loaded({ espeak: { voice: 'de' }, language: { code: 'de_DE' } })
    expect(german.languages).toEqual(['de'])
    const spoken = await samplesOf(german.speak(localRequest('Vater', { tag: 'de-DE' })))
    const expected = vitsSamples(WEIGHTS, { ids: laidOut('fˈɑːtɜ.'), seed: 7, lengthScale: 1.25 })
    expect(difference(spoken, expected)).toBeLessThan(1e-5)
    const dutch = await loaded({ espeak: { voice: 'nl' }, language: undefined })
    expect(dutch.languages).toEqual(['nl'])
  })
})

test.each([
  ['en-us', 'en_US', 'en-US'],
  ['en-us', 'en-us', 'en-US'],
  ['en-gb-x-rp', 'en-gb-x-rp', 'en-GB'],
  ['nl', 'nl_BE', 'nl-BE'],
  ['de', 'de', 'de'],
  ['de', 'fr_FR', 'de'],
  ['en-us', 'mine, 2', 'en-US'],
])('a voice for %s that calls its language "%s" speaks %s', (voice, code, language) => {
  const file = Buffer.from(JSON.stringify(piperVoice({ espeak: { voice }, language: { code } })))
  expect(readPiperVoice(file, 'voice.onnx.json').language).toBe(language)
})

test('a voice whose file names the type of its phones as Python does reads the same phones', () => {
  const file = Buffer.from(JSON.stringify(piperVoice({ phoneme_type: 'PhonemeType.ESPEAK' })))
  expect(readPiperVoice(file, 'voice.onnx.json').accent).toBe('en-us')
})

test('a file that begins with a byte order mark is read', () => {
  const file = Buffer.from(`\uFEFF${JSON.stringify(piperVoice())}`)
  expect(readPiperVoice(file, 'voice.onnx.json').accent).toBe('en-us')
})

describe('a folder that is no voice that Purr can speak with', () => {
  const refused = async (files: string | Promise<string>, message: RegExp) => {
    const error = await PiperModel.load(await files, PIPER_GRAPH, LANGUAGES).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ModelError)
    expect((error as Error).message).toMatch(message)
  }

  test('no files, or damaged ones', async () => {
    await refused(join(folder, 'nowhere'), /\.onnx\.json cannot be read: download the model again$/)
    const files = await written()
    await Bun.write(join(files, PIPER_GRAPH), 'version https://git-lfs.github.com/spec/v1')
    await refused(files, /\.onnx is damaged, or no ONNX graph: download the model again$/)
    await Bun.write(join(files, `${PIPER_GRAPH}.json`), '{')
    await refused(files, /\.json is not that of a Piper voice/)
  })

  test('another graph', async () => {
    const files = await written()
    await Bun.write(join(files, PIPER_GRAPH), mmsGraph(WEIGHTS))
    await refused(files, /lacks input, input_lengths, scales, output$/)
  })

  test('fields that are missing', async () => {
    await refused(written({ audio: {} }), /audio\.sample_rate/)
    await refused(written({ phoneme_id_map: { a: [1] } }), /phoneme_id_map lacks \^ _ \$$/)
  })

  test('more speakers than any voice has', async () => {
    await refused(written({ num_speakers: 2 ** 30 }), /num_speakers: Expected integer to be less or equal/)
  })

  test('a language that Purr does not pronounce, or no phones', async () => {
    await refused(
      written({ espeak: { voice: 'constructor' } }),
      /does not pronounce for espeak-ng's voice "constructor"/,
    )
    await refused(
      written({ espeak: { voice: 'fr' } }),
      /does not pronounce for espeak-ng's voice "fr": choose a voice for en-us, /,
    )
    await refused(written({ phoneme_type: 'text' }), /reads text instead of phones/)
  })
})
