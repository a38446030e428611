import { describe, expect, test } from 'bun:test'
import { createInputResampler, isInputRate } from '../../src/audio/input-resampler.ts'
import { seeded } from '../support/random.ts'
import { fitTone, level, sweep, tone } from './measure.ts'
import { noise } from './noise.ts'

const OUTPUT_RATE = 22_050
/** Where the pass band ends, as a share of the lower Nyquist frequency: soxr HQ's figure. */
const PASS_BAND = 0.913

const RATES = [
  { rate: 8000, reach: 96 },
  { rate: 11_025, reach: 96 },
  { rate: 16_000, reach: 96 },
  { rate: 24_000, reach: 104 },
  { rate: 32_000, reach: 144 },
  { rate: 44_100, reach: 192 },
  { rate: 48_000, reach: 208 },
]

function resample(pcm: Float32Array, rate: number, cuts: readonly number[] = []): Float32Array {
  const resampler = createInputResampler(rate)
  const ends = [...cuts, pcm.length]
  const pieces = ends.map((end, i) => resampler.process(pcm.subarray(ends[i - 1] ?? 0, end)))
  const samples: number[] = []
  for (const piece of [...pieces, resampler.finish()]) for (const sample of piece) samples.push(sample)
  return Float32Array.from(samples)
}

describe.each(RATES)('$rate to 22050 Hz', ({ rate, reach }) => {
  const nyquist = Math.min(rate, OUTPUT_RATE) / 2

  test.each(sweep(0.01, PASS_BAND, 8).map((share) => Math.round(share * nyquist)))(
    'passes %d Hz: 120 dB above all else, level within 0.0001 dB, in time within 10 ns',
    (hertz) => {
      const { snr, gain, delay } = fitTone(resample(tone(hertz, 0.5, 0.9, rate), rate), OUTPUT_RATE, hertz)
      expect(snr).toBeGreaterThanOrEqual(120)
      expect(Math.abs(gain)).toBeLessThan(0.0001)
      expect(Math.abs(delay)).toBeLessThan(10e-9)
    },
  )

  // From a lower rate, what is to be stopped are the images of each tone that passes: the noise there.
  const stopped = rate > OUTPUT_RATE ? sweep(nyquist + 1, rate / 2 - 1, 8) : []
  test.each(stopped.map(Math.round))('stops %d Hz by 120 dB', (hertz) => {
    expect(level(resample(tone(hertz, 0.5, 0.9, rate), rate), OUTPUT_RATE)).toBeLessThanOrEqual(-120)
  })

  test('gives the same samples wherever the stream is cut', () => {
    const random = seeded(rate)
    const pcm = noise(3 * rate, random)
    const whole = resample(pcm, rate)
    for (let round = 0; round < 5; round++) {
      const cuts = Array.from({ length: 40 }, () => Math.floor(random() * pcm.length)).sort((a, b) => a - b)
      expect(resample(pcm, rate, cuts)).toEqual(whole)
    }
    const ones = Array.from({ length: 2000 }, (_, i) => i)
    expect(resample(pcm, rate, ones)).toEqual(whole)
  })

  test('neither cuts nor moves the start and the end', () => {
    // A second is a whole number of samples at both rates.
    const pcm = new Float32Array(2 * rate + 1)
    for (const click of [0, rate, 2 * rate]) pcm[click] = 1
    const samples = resample(pcm, rate)
    const loudest = samples.reduce((most, sample) => Math.max(most, sample))
    for (const click of [0, OUTPUT_RATE, 2 * OUTPUT_RATE]) expect(samples[click]).toBeCloseTo(loudest, 3)
  })

  test.each([0, 1, 2, 3, 100, reach, 441, 8191, 8192, 50_001])(
    'gives ceil(n * 22050 / rate) samples for %d',
    (length) => {
      expect(resample(new Float32Array(length), rate)).toHaveLength(Math.ceil((length * OUTPUT_RATE) / rate))
    },
  )

  test('withholds no more than its reach', () => {
    const resampler = createInputResampler(rate)
    expect(resampler.process(new Float32Array(reach))).toHaveLength(0)
    expect(resampler.process(new Float32Array(1))).toHaveLength(Math.ceil(OUTPUT_RATE / rate))
  })
})

test('samples at 22050 Hz stay as they are, in a copy', () => {
  const pcm = noise(1000, seeded(1))
  const resampler = createInputResampler(OUTPUT_RATE)
  const samples = resampler.process(pcm)
  expect(samples).toEqual(pcm)
  expect(samples.buffer).not.toBe(pcm.buffer)
  expect(resampler.finish()).toHaveLength(0)
})

test.each([7950, 48_050, 22_051, 16_000.5, 0, -24_000, Number.NaN, Number.POSITIVE_INFINITY])(
  'a rate of %d is refused, and it is said which are not',
  (rate) => {
    expect(isInputRate(rate)).toBe(false)
    expect(() => createInputResampler(rate)).toThrow(
      'use a multiple of 50 from 8000 to 48000 Hz, or 11025 Hz',
    )
  },
)

test.each([8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 37_800, 44_100, 48_000])(
  'a rate of %d is known',
  (rate) => expect(isInputRate(rate)).toBe(true),
)
