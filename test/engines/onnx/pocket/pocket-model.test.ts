import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalModel, LocalPiece, LocalRequest } from '../../../../src/engines/onnx/local-model.ts'
import { npyOf } from '../../../../src/engines/onnx/npy.ts'
import loadPocket from '../../../../src/engines/onnx/pocket/model.ts'
import { Tokenizer } from '../../../../src/engines/onnx/pocket/sentencepiece/tokenizer.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import type { Token } from '../../../../src/languages/shared/text/token.ts'
import {
  HOP,
  type PocketOptions,
  pocketWeights,
  randomVoice,
  TOKEN,
  TOKENIZER,
  voiceStart,
  writePocket,
} from '../../../support/onnx/pocket.ts'
import { referenceSpeech } from './reference.ts'

const weights = pocketWeights(1)
const tokenizer = new Tokenizer(TOKENIZER)
const VOICE_FRAMES = 6
const voice = randomVoice(VOICE_FRAMES, 2)
const other = randomVoice(9, 3)

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pocket-'))
})
afterAll(() => rm(root, { recursive: true }))

let folders = 0
/** A folder with files of a small model, and two voices. */
async function filesOf(options: PocketOptions): Promise<string> {
  const files = join(root, String(folders++), 'files')
  await writePocket(files, weights, options)
  await Bun.write(join(files, 'ann.npy'), npyOf({ shape: [1, VOICE_FRAMES, TOKEN], data: voice }))
  await Bun.write(join(files, 'bob.npy'), npyOf({ shape: [9, TOKEN], data: other }))
  return files
}

const words = (text: string): Token[] =>
  text.split(' ').map((written) => ({ written, spoken: [lettersOf(written)] }))
const lettersOf = (written: string) => written.toLowerCase().replace(/[^a-zäöü']/g, '')

const request = (text: string, more: Partial<LocalRequest> = {}): LocalRequest => ({
  text,
  tokens: words(text),
  language: 'en',
  tag: 'en-US',
  voice: 'ann.npy',
  speed: 1,
  seed: 7,
  ...more,
})

async function piecesOf(model: LocalModel, asked: LocalRequest): Promise<Float32Array[]> {
  const pieces: Float32Array[] = []
  for await (const { pcm } of model.speak(asked)) pieces.push(pcm.slice())
  return pieces
}

async function samplesOf(model: LocalModel, asked: LocalRequest): Promise<Float32Array> {
  return joined(await piecesOf(model, asked))
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  return Float32Array.from(pieces.flatMap((piece) => [...piece]))
}

function expectSame(samples: Float32Array, expected: Float32Array): void {
  expect(samples.length).toBe(expected.length)
  const difference = samples.reduce((most, sample, at) => Math.max(most, Math.abs(sample - expected[at]!)), 0)
  expect(difference).toBeLessThan(1e-4)
}

const LAYOUTS = ['first', 'bundle', 'growing'] as const

describe.each(LAYOUTS)('a model of layout %s', (layout) => {
  const start = layout === 'bundle' ? voiceStart(weights) : new Float32Array()
  const prompt = joined([start, voice])
  const heard = prompt.length / TOKEN
  const temperature = layout === 'bundle' ? 0.3 : 0.7
  const text = 'Hello there, how are you today?'
  const ids = tokenizer.encode(text)

  test('speaks as its published loop does on whole sequences', async () => {
    const end = heard + ids.length + 9
    const model = await loadPocket(await filesOf({ layout, end }), {})
    expect(model.sampleRate).toBe(24_000)
    expect(model.hasSpeed).toBe(false)
    expect(model.languages).toEqual(['en'])
    const samples = await samplesOf(model, request(text))
    const said = { voice: prompt, ids, end, framesAfterEnd: 3, mostFrames: 100 }
    expectSame(samples, referenceSpeech(weights, [said], { seed: 7, temperature, flowSteps: 1 }))
    expect(samples.length).toBe(12 * HOP)
  })

  test('takes another temperature, more steps and another threshold', async () => {
    const end = heard + ids.length + 5
    const config = { temperature: 1.2, flow_steps: 3, end_threshold: -6 }
    const model = await loadPocket(await filesOf({ layout, end }), config)
    const samples = await samplesOf(model, request(text, { seed: 8 }))
    const said = { voice: prompt, ids, end: end - 2, framesAfterEnd: 3, mostFrames: 100 }
    expectSame(samples, referenceSpeech(weights, [said], { seed: 8, temperature: 1.2, flowSteps: 3 }))
  })

  test('gives the same samples for the same seed, and others for another', async () => {
    const model = await loadPocket(await filesOf({ layout, end: heard + ids.length + 4 }), {})
    const samples = await samplesOf(model, request(text))
    expect(await samplesOf(model, request(text))).toEqual(samples)
    expect(await samplesOf(model, request(text, { seed: 8 }))).not.toEqual(samples)
    expect(await samplesOf(model, request(text, { voice: 'bob.npy' }))).not.toEqual(samples)
  })

  test('segments that take turns do not disturb each other', async () => {
    const files = await filesOf({ layout, end: heard + ids.length + 8 })
    const alone = await loadPocket(files, {})
    const asked = [
      request(text),
      request('And now for another one!', { voice: 'bob.npy', seed: 3 }),
      request(text, { seed: 9 }),
    ]
    const expected: Float32Array[] = []
    for (const each of asked) expected.push(await samplesOf(alone, each))

    const together = await loadPocket(files, {})
    const running = asked.map((each) => together.speak(each)[Symbol.asyncIterator]())
    const pieces: Float32Array[][] = running.map(() => [])
    for (const waiting = new Set(running.keys()); waiting.size > 0; ) {
      for (const index of waiting) {
        const { done, value } = await running[index]!.next()
        if (done) waiting.delete(index)
        else pieces[index]!.push((value as LocalPiece).pcm.slice())
      }
    }
    expect(pieces.map(joined)).toEqual(expected)
  })
})

test('a segment that is left in the middle leaves the next ones as they are', async () => {
  const model = await loadPocket(await filesOf({ layout: 'bundle', end: 60 }), {})
  const whole = await samplesOf(model, request('Hello there.'))
  for (let i = 0; i < 6; i++) {
    for await (const _ of model.speak(request('Another text.', { seed: i }))) break
  }
  expect(await samplesOf(model, request('Hello there.'))).toEqual(whole)
})

test('the first piece has one frame, the next ones two and four', async () => {
  const model = await loadPocket(await filesOf({ layout: 'bundle', end: 40 }), {})
  const pieces = await piecesOf(model, request('Hello there.'))
  expect(pieces.map(({ length }) => length / HOP).slice(0, 4)).toEqual([1, 2, 4, 4])
})

test('a text whose end is not found stops after the time that the slowest speaker takes', async () => {
  const model = await loadPocket(await filesOf({ layout: 'bundle', end: 10_000 }), {})
  const text = 'Never ending, it seems to be.'
  const frames = Math.ceil((tokenizer.encode(text).length / 3 + 2) * 12.5)
  expect((await samplesOf(model, request(text))).length).toBe(frames * HOP)
})

test('a text stops when the memory is full', async () => {
  const text = 'Never ending, it seems to be.'
  const positions = 60
  const model = await loadPocket(await filesOf({ layout: 'first', end: 10_000, positions }), {})
  const frames = positions - VOICE_FRAMES - tokenizer.encode(text).length
  expect((await samplesOf(model, request(text))).length).toBe(frames * HOP)
})

test('a long text is spoken in chunks, each after the voice', async () => {
  const end = VOICE_FRAMES + 1 + 40 // after a varying number of frames, as the chunks differ in length
  const bundle = { max_token_per_chunk: 30, model_recommended_frames_after_eos: 2 }
  const model = await loadPocket(await filesOf({ layout: 'bundle', end, bundle }), {})
  const samples = await samplesOf(
    model,
    request('One two three four. Five six, seven eight nine ten eleven.'),
  )
  const prompt = joined([voiceStart(weights), voice])
  const texts = ['One two three four. Five six,', 'Seven eight nine ten eleven.'].map((chunk) => {
    const ids = tokenizer.encode(chunk)
    return { voice: prompt, ids, end, framesAfterEnd: 2, mostFrames: 100 }
  })
  expectSame(samples, referenceSpeech(weights, texts, { seed: 7, temperature: 0.3, flowSteps: 1 }))
})

test('a short text speaks on a little longer after its end, and the first export wants spaces before it', async () => {
  const ids = tokenizer.encode('        Hello.')
  const end = VOICE_FRAMES + ids.length + 2
  const model = await loadPocket(await filesOf({ layout: 'first', end }), {})
  const samples = await samplesOf(model, request('hello'))
  const said = { voice, ids, end, framesAfterEnd: 5, mostFrames: 100 }
  expectSame(samples, referenceSpeech(weights, [said], { seed: 7, temperature: 0.7, flowSteps: 1 }))
})

test('nothing is said for a text of signs', async () => {
  const model = await loadPocket(await filesOf({ layout: 'first', end: 30 }), {})
  expect(await piecesOf(model, request('', { tokens: [{ written: '😀', spoken: [] }, '.'] }))).toEqual([])
})

test('graphs in 8 bits are taken where there are both, and a folder within the files', async () => {
  const files = join(root, String(folders++), 'files')
  await writePocket(join(files, 'onnx'), weights, { layout: 'first', end: 30, suffix: '_int8' })
  await Bun.write(join(files, 'onnx', 'flow_lm_main.onnx'), 'not read')
  await Bun.write(join(files, 'tok.model'), TOKENIZER)
  await Bun.write(join(files, 'ann.npy'), npyOf({ shape: [1, VOICE_FRAMES, TOKEN], data: voice }))
  const model = await loadPocket(files, { graphs: 'onnx', tokenizer: 'tok.model' })
  expect(model.voices).toEqual(['ann.npy'])
  expect((await samplesOf(model, request('Hello there.'))).length).toBeGreaterThan(0)
})

describe('files that cannot be used are refused with what is wrong', () => {
  const refused = async (files: string) => {
    const error = await loadPocket(files, {}).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ModelError)
    return (error as ModelError).message
  }
  const state = (change: object, index = 0) => {
    const shape = [2, 1, 200, 2, 4]
    const entry = { input_name: 'state_0', output_name: 'out_state_0', module: 'm', key: 'cache', shape }
    return { flow_lm_state_manifest: [{ ...entry, dtype: 'float32', fill: 'nan', index, ...change }] }
  }

  test.each([
    [
      { input_name: 'state_99' },
      'flow_lm_main.onnx cannot be run as Pocket TTS: it has no input "state_99". Take all files from one export',
    ],
    [{ output_name: 'out_state_99' }, 'it has no output "out_state_99"'],
    [{ shape: [2, 1, 100, 2, 4] }, '"state_0" is [2,1,200,2,4], and bundle.json says [2,1,100,2,4]'],
    [{ shape: [2, 1, 200] }, '"state_0" is [2,1,200,2,4], and bundle.json says [2,1,200]'],
    [{ dtype: 'int64' }, '"state_0" is float32, and bundle.json says int64'],
    [
      { shape: 'all' },
      'bundle.json is of an export that Purr does not know: /flow_lm_state_manifest/0/shape is "all"',
    ],
  ])('a state that does not fit: %j', async (change, message) => {
    expect(await refused(await filesOf({ layout: 'bundle', end: 30, bundle: state(change) }))).toContain(
      message,
    )
  })

  test('graphs of other models', async () => {
    const files = await filesOf({ layout: 'first', end: 30 })
    await Bun.write(join(files, 'mimi_decoder.onnx'), Bun.file(join(files, 'text_conditioner.onnx')))
    expect(await refused(files)).toBe(
      'mimi_decoder.onnx is not a graph of Pocket TTS that Purr knows: it has no input "latent".',
    )
    await Bun.write(join(files, 'mimi_decoder.onnx'), 'damaged')
    expect(await refused(files)).toBe(
      `${join(files, 'mimi_decoder.onnx')} cannot be loaded. Download it again.`,
    )
  })

  test('missing files', async () => {
    const files = await filesOf({ layout: 'bundle', end: 30 })
    await rm(join(files, 'bos_before_voice.npy'))
    expect(await refused(files)).toContain('bos_before_voice.npy cannot be read: download the model again')
    await rm(join(files, 'flow_lm_flow.onnx'))
    expect(await refused(files)).toBe(`flow_lm_flow.onnx is missing in ${files}. Download the model again.`)
    await mkdir(join(root, 'empty'), { recursive: true })
    expect(await refused(join(root, 'nowhere'))).toBe(
      `There is no folder ${join(root, 'nowhere')}. Download the model again.`,
    )
  })

  test('a bundle.json of another kind, or a damaged one', async () => {
    const files = await filesOf({ layout: 'bundle', end: 30, bundle: { language: 'klingon' } })
    expect(await refused(files)).toBe('bundle.json names the language "klingon", which Purr does not know.')
    await Bun.write(join(files, 'bundle.json'), '{')
    expect(await refused(files)).toBe('bundle.json is not JSON. Download it again.')
    await Bun.write(join(files, 'bundle.json'), '{"sample_rate": 24000}')
    expect(await refused(files)).toContain('/frame_rate is missing')
  })
})
