import { describe, expect, test } from 'bun:test'
import { encodeSamples } from '../../src/audio/sample-encoding.ts'
import { loudnessOf } from '../../src/dashboard/web/audio/loudness.ts'
import { Playback } from '../../src/dashboard/web/audio/playback.ts'
import { type Encoding, SampleDecoder } from '../../src/dashboard/web/audio/sample-decoder.ts'
import { BANDS, COLUMNS_PER_SECOND, SoundPicture } from '../../src/dashboard/web/audio/sound-picture.ts'
import { WavHeaderRemover, wavFile } from '../../src/dashboard/web/audio/wav.ts'
import { decodedByFfmpeg } from '../support/ffmpeg.ts'

const RATE = 8000
const BLOCK = 128
const ENCODINGS: Encoding[] = ['pcm_s16le', 'pcm_mulaw', 'pcm_alaw']

/** A sine of full scale. */
function tone(seconds: number, hertz = 200, rate = RATE): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: seconds * rate }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate))
}

describe('samples', () => {
  test.each(ENCODINGS)('in %s are decoded as ffmpeg does, wherever they are cut', async (encoding) => {
    const bytes = new Uint8Array(encodeSamples(encoding, tone(0.5)))
    const decoder = new SampleDecoder(encoding)
    const decoded: number[] = []
    for (let at = 0, step = 1; at < bytes.length; at += step, step = (step % 7) + 1)
      decoded.push(...decoder.decode(bytes.subarray(at, at + step)))
    const file = wavFile([bytes], { encoding, sampleRate: RATE })
    const expected = await decodedByFfmpeg(Buffer.from(await file.arrayBuffer()), RATE)
    expect(decoded.length).toBe(expected.length)
    expect(Math.max(...decoded.map((sample, i) => Math.abs(sample - expected[i]!)))).toBeLessThan(1e-6)
  })

  test.each(ENCODINGS)('in a WAV file of %s are found, wherever it is cut', async (encoding) => {
    const bytes = new Uint8Array(encodeSamples(encoding, tone(0.01)))
    const file = new Uint8Array(
      await wavFile([bytes, bytes.subarray(0, 3)], { encoding, sampleRate: RATE }).arrayBuffer(),
    )
    const remover = new WavHeaderRemover()
    const found: number[] = []
    for (let at = 0; at < file.length; at += 5) found.push(...remover.take(file.slice(at, at + 5)))
    const whole = encoding === 'pcm_s16le' ? 2 : 3 // half a sample is left out
    expect(found.slice(0, bytes.length + whole)).toEqual([...bytes, ...bytes.subarray(0, whole)])
  })
})

describe('playback', () => {
  const play = (playback: Playback, blocks: number) => {
    const heard: number[] = []
    for (let i = 0; i < blocks; i++) {
      const block = new Float32Array(BLOCK)
      playback.fill(block)
      heard.push(...block)
    }
    return heard
  }
  /** The largest step from one sample to the next. */
  const steepest = (samples: readonly number[]) =>
    Math.max(...samples.map((sample, i) => Math.abs(sample - (samples[i - 1] ?? 0))))

  test('gives the samples as they are, however they arrive', () => {
    const playback = new Playback(RATE)
    const sound = tone(20)
    for (let at = 0; at < sound.length; at += 777) playback.push(sound.slice(at, at + 777))
    playback.complete()
    const heard = play(playback, sound.length / BLOCK + 1)
    expect(heard.slice(0, sound.length)).toEqual([...sound])
    expect(playback.state).toEqual({ played: sound.length, underruns: 0, missing: 0, phase: 'over' })
  })

  test('begins before the end is known, as soon as there is a little', () => {
    const playback = new Playback(RATE)
    playback.push(tone(0.04))
    expect(Math.max(...play(playback, 2))).toBe(0)
    playback.push(tone(0.04))
    expect(Math.max(...play(playback, 2))).toBeGreaterThan(0.5)
    expect(playback.state.phase).toBe('playing')
  })

  test('counts a gap once it is over, and has no click around it', () => {
    const playback = new Playback(RATE)
    playback.push(tone(0.103))
    const heard = play(playback, 20)
    expect(playback.state).toMatchObject({ phase: 'starved', underruns: 0 })
    playback.push(tone(0.207))
    playback.complete()
    heard.push(...play(playback, 20))
    const { underruns, missing, phase } = playback.state
    expect({ underruns, phase }).toEqual({ underruns: 1, phase: 'over' })
    expect(missing).toBe(20 * BLOCK - 0.103 * RATE)
    // A sine of 200 Hz at 8 kHz has steps of at most 0.157; a fade of 4 ms adds 1/32.
    expect(steepest(heard)).toBeLessThan(0.2)
  })

  test('of a turn whose end comes late has no gap', () => {
    const playback = new Playback(RATE)
    playback.push(tone(0.1))
    play(playback, 20)
    playback.complete()
    play(playback, 1)
    expect(playback.state).toMatchObject({ underruns: 0, missing: 0, phase: 'over' })
  })

  test('falls silent at once and without a click, and the next turn is heard', () => {
    const playback = new Playback(RATE)
    playback.push(tone(5))
    const heard = play(playback, 10)
    playback.clear()
    const after = play(playback, 4)
    expect(steepest([...heard, ...after])).toBeLessThan(0.2)
    expect(after.slice(40).every((sample) => sample === 0)).toBeTrue()
    expect(playback.state).toEqual({ played: 0, underruns: 0, missing: 0, phase: 'waiting' })
    playback.push(tone(0.2))
    playback.complete()
    const next = play(playback, 20)
    expect(Math.max(...next)).toBeGreaterThan(0.9)
    expect(playback.state.played).toBe(0.2 * RATE)
  })
})

describe('a picture', () => {
  test.each([8000, 16000, 22050])('grows with the sound, and shows a tone of %i Hz where it is', (rate) => {
    const picture = new SoundPicture(rate)
    const sound = tone(1, 1000, rate)
    for (let at = 0; at < sound.length; at += 400) picture.push(sound.slice(at, at + 400))
    expect(picture.seconds).toBeCloseTo(1, 3)
    expect(picture.length).toBeGreaterThan(COLUMNS_PER_SECOND - 5)
    const [low, high] = picture.extent(50)
    expect([low, high].map((each) => Math.abs(each))).toEqual([expect.closeTo(1, 1), expect.closeTo(1, 1)])
    const bands = [...picture.bands(50)]
    expect(bands).toHaveLength(BANDS)
    const loudest = bands.indexOf(Math.max(...bands))
    expect(bands[loudest]!).toBeGreaterThan(240)
    expect(loudest).toBeGreaterThan(15)
    expect(loudest).toBeLessThan(40)
  })
})

test('loudness is that of the speech, without its pauses', () => {
  const speech = tone(1)
  const withPauses = new Float32Array(3 * RATE)
  withPauses.set(speech, RATE)
  expect(loudnessOf(withPauses, RATE)).toBeCloseTo(loudnessOf(speech, RATE), 3)
  expect(loudnessOf(new Float32Array(RATE), RATE)).toBe(0)
})
