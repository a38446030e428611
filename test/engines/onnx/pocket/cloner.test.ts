import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClipError } from '../../../../src/audio/clip/clip.ts'
import { npyOf } from '../../../../src/engines/onnx/npy.ts'
import { ClipEncoder } from '../../../../src/engines/onnx/pocket/clip-encoder.ts'
import { clonerOf } from '../../../../src/engines/onnx/pocket/cloner.ts'
import loadPocket from '../../../../src/engines/onnx/pocket/model.ts'
import { promptFromText, textOfPrompt } from '../../../../src/engines/onnx/pocket/voice-prompt.ts'
import { EngineFailure } from '../../../../src/engines/shared/engine.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import { pocketWeights, TOKEN, writePocket } from '../../../support/onnx/pocket.ts'
import { seeded } from '../../../support/random.ts'

const never = new AbortController().signal
const random = seeded(4)
/** 14 seconds of noise. */
const samples = Float32Array.from(
  { length: 14 * 22_050 },
  () => Math.round((random() - 0.5) * 20_000) / 32_768,
)

let files: string
beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'pocket-cloner-'))
  await writePocket(files, pocketWeights(1), { layout: 'first', end: 190, positions: 400 })
})
afterAll(() => rm(files, { recursive: true }))

test('a voice is made of the first 12 seconds of a recording, and speaks as their frames', async () => {
  const clone = (await clonerOf(files, {}))!
  const { voice, prompt } = await clone(samples, never)
  const { frames, data } = promptFromText(prompt)
  expect(frames).toBe(150)

  const encoder = await ClipEncoder.load(join(files, 'mimi_encoder.onnx'))
  const whole = await encoder.encode(samples.subarray(0, 12 * 22_050))
  await encoder.close()
  expect(data).toEqual(Float32Array.from(new Float16Array(whole.data)))
  await Bun.write(join(files, 'same.npy'), npyOf({ shape: [frames, TOKEN], data }))

  const model = await loadPocket(files, {})
  const said = async (more: { voice: string; prompt?: string }) => {
    const tokens = [{ written: 'Hello', spoken: ['hello'] }]
    const request = { text: 'Hello', tokens, language: 'en', tag: 'en-US', speed: 1, seed: 5, ...more }
    return (await Array.fromAsync(model.speak(request))).flatMap(({ pcm }) => [...pcm])
  }
  const expected = await said({ voice: 'same.npy' })
  expect(expected.length).toBeGreaterThan(0)
  expect(await said({ voice, prompt })).toEqual(expected)
})

test('recordings are taken one after the other, each with its own result', async () => {
  const clone = (await clonerOf(files, {}))!
  const short = samples.subarray(0, 4 * 22_050)
  const [first, refused, second] = await Promise.allSettled([
    clone(samples, never),
    clone(samples.subarray(0, 22_050), never),
    clone(short, never),
  ])
  expect(refused.status).toBe('rejected')
  const frames = [first, second].map((made) => {
    return made.status === 'fulfilled' && promptFromText(made.value.prompt).frames
  })
  expect(frames).toEqual([150, 50])
})

describe('a recording that cannot be used is refused', () => {
  test.each([
    ['too_short', samples.subarray(0, 2 * 22_050)],
    ['silent', new Float32Array(4 * 22_050)],
  ])('%s', async (fault, recording) => {
    const error = await (await clonerOf(files, {}))!(recording, never).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ClipError)
    expect((error as ClipError).fault).toBe(fault as ClipError['fault'])
  })
})

test('a clone that is given up leaves the next one as it is', async () => {
  const clone = (await clonerOf(files, {}))!
  const controller = new AbortController()
  const given = clone(samples, controller.signal)
  controller.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  expect((await clone(samples, never)).prompt.length).toBeGreaterThan(0)
})

test('a model without an encoder makes no voices, and one with a damaged encoder fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pocket-cloner-'))
  expect(await clonerOf(folder, {})).toBeUndefined()
  await Bun.write(join(folder, 'mimi_encoder.onnx'), 'damaged')
  await expect((await clonerOf(folder, {}))!(samples, never)).rejects.toBeInstanceOf(EngineFailure)
  await rm(folder, { recursive: true })
})

test('a prompt is kept as text, in 16 bits', () => {
  const data = Float32Array.of(1, -0.5, 0.25, 3)
  expect(promptFromText(textOfPrompt({ frames: 2, width: 2, data }))).toEqual({ frames: 2, width: 2, data })
  expect(() => promptFromText('a speaker of another model')).toThrow(ModelError)
})
