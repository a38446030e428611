import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { type Clip, ClipError } from '../../../src/audio/clip/clip.ts'
import { decodeClip } from '../../../src/audio/clip/decode.ts'
import { seeded } from '../../support/random.ts'
import { fixture, wavFile } from './files.ts'

/** Damaged copies of each recording. `FUZZ_CLIPS=1000` makes it a longer test. */
const COPIES = Number(process.env.FUZZ_CLIPS ?? 4)

const RECORDINGS: Record<string, () => Buffer> = {
  ...Object.fromEntries(
    [
      'cbr-id3.mp3',
      'vbr.mp3',
      'tone.flac',
      'flac.ogg',
      'tone.opus',
      'tone.ogg',
      'opus.webm',
      'live.webm',
      'vorbis.webm',
      'flac.mka',
      'tone.m4a',
      'faststart.m4a',
      'fragments.mp4',
      'opus.mp4',
      'tone.mov',
      'tone.aac',
    ].map((name) => [name, () => fixture(name)]),
  ),
  'tone.wav': () => wavFile(),
}

const printed = [
  spyOn(console, 'log'),
  spyOn(console, 'warn'),
  spyOn(console, 'error'),
  spyOn(process.stdout, 'write'),
  spyOn(process.stderr, 'write'),
]

afterEach(() => {
  for (const spy of printed) spy.mockClear()
})

/** The clip, or what it was refused with; anything else is a failure. */
async function outcome(file: Uint8Array): Promise<Clip | ClipError> {
  try {
    return await decodeClip(file)
  } catch (error) {
    if (error instanceof ClipError) return error
    throw error
  }
}

function expectSound(result: Clip | ClipError): void {
  if (result instanceof ClipError) {
    expect(['damaged', 'not_audio', 'too_long']).toContain(result.fault)
    return
  }
  expect(result.samples.every((sample) => Math.abs(sample) <= 1)).toBe(true)
  expect(result.bandwidth).toBeGreaterThanOrEqual(2000)
}

describe.each(Object.keys(RECORDINGS))('%s', (name) => {
  const file = RECORDINGS[name]!()
  const random = seeded(file.length)

  test('cut off anywhere', async () => {
    for (let i = 0; i < COPIES; i++) expectSound(await outcome(file.subarray(0, random() * file.length)))
    for (const spy of printed) expect(spy).not.toHaveBeenCalled()
  })

  test.each([1, 10, 100])('with %d bytes changed', async (changes) => {
    for (let i = 0; i < COPIES; i++) {
      const copy = Buffer.from(file)
      // Every other copy is changed where the headers are.
      const reach = i % 2 === 0 ? Math.min(600, file.length) : file.length
      for (let change = 0; change < changes; change++) copy[Math.floor(random() * reach)] = random() * 256
      expectSound(await outcome(copy))
    }
    for (const spy of printed) expect(spy).not.toHaveBeenCalled()
  })
})

/** Recordings whose beginning can be decoded by itself: their packets and pages are short, and their index comes first. */
const CUT = [
  'cbr-id3.mp3',
  'tone.flac',
  'flac.mka',
  'opus.webm',
  'live.webm',
  'tone.opus',
  'flac.ogg',
  'faststart.m4a',
  'tone.aac',
  'tone.wav',
]

test.each(CUT)('of two thirds of %s there is about that', async (name) => {
  const file = RECORDINGS[name]!()
  const { samples } = await decodeClip(file.subarray(0, (file.length * 2) / 3))
  expect(samples.length / 22050).toBeGreaterThan(0.5)
  expect(samples.length / 22050).toBeLessThan(1.8)
})
