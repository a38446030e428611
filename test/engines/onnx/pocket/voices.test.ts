import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { LocalModel } from '../../../../src/engines/onnx/local-model.ts'
import { npyOf, readNpy } from '../../../../src/engines/onnx/npy.ts'
import { ClipEncoder } from '../../../../src/engines/onnx/pocket/clip-encoder.ts'
import loadPocket from '../../../../src/engines/onnx/pocket/model.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import {
  FRAME,
  HEAD,
  HEADS,
  HOP,
  LAYERS,
  pocketWeights,
  randomVoice,
  TOKEN,
  voiceStart,
  writePocket,
} from '../../../support/onnx/pocket.ts'
import {
  floatTensor,
  int64Tensor,
  safetensorsFile,
  type WrittenTensor,
} from '../../../support/onnx/safetensors-file.ts'
import { seeded } from '../../../support/random.ts'
import { wavFile } from '../../../support/recordings.ts'

const weights = pocketWeights(1)
const FRAMES = 6
const POSITIONS = 80
const voice = randomVoice(FRAMES, 2)

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pocket-voices-'))
})
afterAll(() => rm(root, { recursive: true }))

let folders = 0
/** Files of a small model with these voices. */
async function filesWith(
  voices: Readonly<Record<string, Uint8Array>>,
  layout: 'first' | 'bundle' = 'first',
): Promise<string> {
  const files = join(root, String(folders++), 'files')
  await writePocket(files, weights, { layout, end: 40, positions: POSITIONS })
  for (const [path, bytes] of Object.entries(voices)) await Bun.write(join(files, path), bytes)
  return files
}

const prompt = npyOf({ shape: [1, FRAMES, TOKEN], data: voice })

async function said(model: LocalModel, name: string): Promise<Float32Array> {
  const samples: number[] = []
  const tokens = [{ written: 'Hello', spoken: ['hello'] }]
  const request = { text: 'Hello', tokens, language: 'en', tag: 'en-US', voice: name, speed: 1, seed: 5 }
  for await (const { pcm } of model.speak(request)) samples.push(...pcm)
  return Float32Array.from(samples)
}

/** What the language model remembers after it has heard the voice, layer by layer: [2, 1, positions, heads, numbers]. */
async function memories(files: string, heard: Float32Array): Promise<Float32Array[]> {
  const session = await InferenceSession.create(join(files, 'flow_lm_main.onnx'))
  const feeds: Record<string, Tensor> = {
    sequence: new Tensor('float32', new Float32Array(), [1, 0, FRAME]),
    text_embeddings: new Tensor('float32', heard, [1, heard.length / TOKEN, TOKEN]),
  }
  const size = 2 * POSITIONS * HEADS * HEAD
  for (let layer = 0; layer < LAYERS; layer++) {
    feeds[`state_${3 * layer}`] = new Tensor('float32', new Float32Array(size), [
      2,
      1,
      POSITIONS,
      HEADS,
      HEAD,
    ])
    feeds[`state_${3 * layer + 1}`] = new Tensor('float32', new Float32Array(), [0])
    feeds[`state_${3 * layer + 2}`] = new Tensor('int64', BigInt64Array.of(0n), [1])
  }
  const outputs = await session.run(feeds)
  return Array.from({ length: LAYERS }, (_, layer) => outputs[`out_state_${3 * layer}`]!.data as Float32Array)
}

/** The first positions of a memory. */
function cropped(memory: Float32Array, positions: number): Float32Array {
  const half = POSITIONS * HEADS * HEAD
  const kept = positions * HEADS * HEAD
  return Float32Array.from([...memory.subarray(0, kept), ...memory.subarray(half, half + kept)])
}

const module = (layer: number) => `transformer.layers.${layer}.self_attn`

describe.each(['first', 'bundle'] as const)('a stored voice of layout %s', (layout) => {
  const heard = layout === 'bundle' ? Float32Array.from([...voiceStart(weights), ...voice]) : voice
  const positions = heard.length / TOKEN

  test('speaks as the prompt that it was made of', async () => {
    const files = await filesWith({ 'ann.npy': prompt }, layout)
    const stored: Record<string, WrittenTensor> = {}
    const older: Record<string, WrittenTensor> = {}
    for (const [layer, memory] of (await memories(files, heard)).entries()) {
      const shape = [2, 1, positions, HEADS, HEAD]
      stored[`${module(layer)}/cache`] = floatTensor(shape, cropped(memory, positions))
      stored[`${module(layer)}/offset`] = int64Tensor(positions)
      older[`${module(layer)}/cache`] = floatTensor([2, 1, POSITIONS, HEADS, HEAD], memory)
      older[`${module(layer)}/current_end`] = floatTensor([positions], new Float32Array(positions))
    }
    await Bun.write(join(files, 'stored.safetensors'), safetensorsFile(stored))
    await Bun.write(join(files, 'older', 'ann.safetensors'), safetensorsFile(older))
    const model = await loadPocket(files, {})
    expect(model.voices).toEqual(['ann.npy', 'older/ann.safetensors', 'stored.safetensors'])
    const expected = await said(model, 'ann.npy')
    expect(expected.length).toBeGreaterThan(0)
    expect(await said(model, 'stored.safetensors')).toEqual(expected)
    expect(await said(model, 'older/ann.safetensors')).toEqual(expected)
  })
})

test('a voice of the first export is a prompt in safetensors, in 32 or 16 bits', async () => {
  const halves = new Uint8Array(Uint16Array.from(new Uint32Array(voice.buffer), (bits) => bits >>> 16).buffer)
  const coarse = Float32Array.from(
    voice,
    (number) => new Float32Array(Uint32Array.of(bitsOf(number) & 0xffff0000).buffer)[0]!,
  )
  const shape = [1, FRAMES, TOKEN]
  const model = await loadPocket(
    await filesWith({
      'ann.npy': prompt,
      'coarse.npy': npyOf({ shape, data: coarse }),
      'full.safetensors': safetensorsFile({ audio_prompt: floatTensor(shape, voice) }),
      'half.safetensors': safetensorsFile({ audio_prompt: { dtype: 'BF16', shape, bytes: halves } }),
    }),
    {},
  )
  expect(await said(model, 'full.safetensors')).toEqual(await said(model, 'ann.npy'))
  expect(await said(model, 'half.safetensors')).toEqual(await said(model, 'coarse.npy'))
})

function bitsOf(number: number): number {
  return new Uint32Array(Float32Array.of(number).buffer)[0]!
}

test('a voice is heard once, and kept for the next texts', async () => {
  const files = await filesWith({ 'ann.npy': prompt })
  const model = await loadPocket(files, {})
  const expected = await said(model, 'ann.npy')
  await rm(join(files, 'ann.npy'))
  expect(await said(model, 'ann.npy')).toEqual(expected)
})

test('more voices than are kept ready can speak', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `voice-${index}.npy`)
  const model = await loadPocket(await filesWith(Object.fromEntries(names.map((name) => [name, prompt]))), {})
  const expected = await said(model, names[0]!)
  for (const name of [...names, names[0]!]) expect(await said(model, name)).toEqual(expected)
})

describe('a clip', () => {
  /** Noise, as 16 bits can have it. */
  const random = seeded(4)
  const clip = Float32Array.from({ length: 22_050 }, () => Math.round((random() - 0.5) * 20_000) / 32_768)

  test('is a voice of frames, the last one filled up with silence', async () => {
    const files = await filesWith({})
    const encoder = await ClipEncoder.load(join(files, 'mimi_encoder.onnx'))
    const { frames, width, data } = await encoder.encode(clip)
    expect([frames, width, data.length]).toEqual([13, TOKEN, 13 * TOKEN]) // 24,000 samples are 12.5 frames
    const short = await encoder.encode(clip.subarray(0, 18 * 441))
    expect(short.frames).toBe(5) // 8640 samples: 4.5 frames
    // A filter has heard what comes next: the last frames differ.
    expect(short.data.subarray(0, 4 * TOKEN)).toEqual(data.subarray(0, 4 * TOKEN))
    await encoder.close()
  })

  test('is used for 30 seconds', async () => {
    const encoder = await ClipEncoder.load(join(await filesWith({}), 'mimi_encoder.onnx'))
    const { frames } = await encoder.encode(new Float32Array(40 * 22_050))
    expect(frames).toBe((30 * 24_000) / HOP)
    await encoder.close()
  })

  test('among the files is encoded when it is first used', async () => {
    const files = await filesWith({ 'voices/ann.wav': wavFile(clip) })
    const encoder = await ClipEncoder.load(join(files, 'mimi_encoder.onnx'))
    const { frames, data } = await encoder.encodeFile(await Bun.file(join(files, 'voices/ann.wav')).bytes())
    await Bun.write(join(files, 'same.npy'), npyOf({ shape: [frames, TOKEN], data }))
    const model = await loadPocket(files, {})
    expect(await said(model, 'voices/ann.wav')).toEqual(await said(model, 'same.npy'))
  })
})

describe('a voice that cannot be used is refused', () => {
  test.each([
    [
      'of another width',
      npyOf({ shape: [2, 8], data: new Float32Array(16) }),
      'has 8 numbers a frame, and the model 1024: it is of another model',
    ],
    [
      'without frames',
      npyOf({ shape: [8], data: new Float32Array(8) }),
      'bad.npy is no voice: it has 1 dimensions, and not frames of numbers',
    ],
    [
      'too long',
      npyOf({ shape: [POSITIONS, TOKEN], data: randomVoice(POSITIONS, 1) }),
      "takes 80 positions of the model's memory, which has 80: take a shorter clip",
    ],
    [
      'that is no array',
      Buffer.from('version https://git-lfs.github.com'),
      'bad.npy cannot be read as .npy: it has no header',
    ],
    ['that is cut off', prompt.subarray(0, 2000), 'bad.npy cannot be read as .npy: it is cut off'],
  ])('%s', async (_, bytes, message) => {
    const model = await loadPocket(await filesWith({ 'bad.npy': bytes }), {})
    await refusedWith(said(model, 'bad.npy'), message)
  })

  test.each([
    [
      'of fewer layers',
      { [`${module(0)}/cache`]: floatTensor([2, 1, 1, HEADS, HEAD], new Float32Array(16)) },
      'has the memory of 1 layers, and the model 2 layers',
    ],
    [
      'of other layers',
      Object.fromEntries(
        [0, 1].map((layer) => [`${module(layer)}/cache`, floatTensor([2, 1, 1, 4, 4], new Float32Array(32))]),
      ),
      'has a memory of [2,1,1,4,4], and the model of [2,1,80,2,4]',
    ],
    [
      'of another type',
      { audio_prompt: { dtype: 'F64', shape: [1], bytes: new Uint8Array(8) } },
      'bad.safetensors cannot be read as safetensors: "audio_prompt" is F64',
    ],
  ])('%s', async (_, tensors, message) => {
    const model = await loadPocket(await filesWith({ 'bad.safetensors': safetensorsFile(tensors) }), {})
    await refusedWith(said(model, 'bad.safetensors'), message)
  })

  test('of safetensors that are cut off', async () => {
    const whole = safetensorsFile({ audio_prompt: floatTensor([1, FRAMES, TOKEN], voice) })
    for (const missing of [4, 4 * TOKEN]) {
      const model = await loadPocket(
        await filesWith({ 'bad.safetensors': whole.subarray(0, whole.length - missing) }),
        {},
      )
      await refusedWith(
        said(model, 'bad.safetensors'),
        'bad.safetensors cannot be read as safetensors: "audio_prompt" is cut off. Download it again.',
      )
    }
  })

  test('that is not there', async () => {
    const model = await loadPocket(await filesWith({ 'ann.npy': prompt }), {})
    await refusedWith(said(model, 'bob'), 'There is no voice bob. There are: ann.npy.')
  })

  async function refusedWith(spoken: Promise<unknown>, message: string): Promise<void> {
    const error = await spoken.catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ModelError)
    expect((error as ModelError).message).toContain(message)
  }
})

test('what is written as .npy is read again, and in the other versions of the format', () => {
  const data = Float32Array.of(1, -2, 3.5, 4, 5, 6)
  const file = npyOf({ shape: [1, 2, 3], data })
  expect(readNpy(file, 'a.npy')).toEqual({ shape: [1, 2, 3], data })
  const header = file.subarray(10, file.length - 24)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length)
  const version2 = Buffer.concat([
    Buffer.from('\x93NUMPY\x02\x00', 'latin1'),
    length,
    header,
    file.subarray(file.length - 24),
  ])
  expect(readNpy(version2, 'a.npy')).toEqual({ shape: [1, 2, 3], data })
  const columns = Buffer.from(Buffer.from(file).toString('latin1').replace('False', 'True '), 'latin1')
  expect(() => readNpy(columns, 'a.npy')).toThrow('it is stored column after column')
})
