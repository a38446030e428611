import { describe, expect, test } from 'bun:test'
import { Resampler } from '../../src/audio/resampler.ts'
import { fitTone, INPUT_RATE, level, presence, sweep, tone } from './measure.ts'

/** Where the pass band ends, as a share of the lower Nyquist frequency: soxr HQ's figure. */
const PASS_BAND = 0.913

const flat = () => 0

/** `within` is in dB: how near its curve the level must be. */
const RATES = [
  { rate: 8000, reach: 264, curve: presence, within: 0.02 },
  { rate: 16000, reach: 136, curve: flat, within: 0.0001 },
  { rate: 24000, reach: 96, curve: flat, within: 0.0001 },
] as const

describe.each(RATES)('22050 to $rate Hz', ({ rate, reach, curve, within }) => {
  const nyquist = Math.min(rate, INPUT_RATE) / 2
  const resample = (pcm: Float32Array) => {
    const resampler = new Resampler(rate)
    const samples = resampler.process(pcm)
    const rest = resampler.finish()
    const all = new Float32Array(samples.length + rest.length)
    all.set(samples)
    all.set(rest, samples.length)
    return all
  }

  test.each(sweep(0.005, PASS_BAND, 12).map((share) => Math.round(share * nyquist)))(
    `passes %d Hz: 120 dB above all else, level within ${within} dB, in time within 10 ns`,
    (hertz) => {
      const { snr, gain, delay } = fitTone(resample(tone(hertz, 0.5)), rate, hertz)
      expect(snr).toBeGreaterThanOrEqual(120)
      expect(Math.abs(gain - curve(hertz))).toBeLessThan(within)
      expect(Math.abs(delay)).toBeLessThan(10e-9)
    },
  )

  // To a higher rate, what is to be stopped are the images of each tone that passes: the noise there.
  const stopped = rate < INPUT_RATE ? sweep(nyquist + 1, INPUT_RATE / 2 - 1, 12) : []
  test.each(stopped.map(Math.round))('stops %d Hz by 120 dB', (hertz) => {
    expect(level(resample(tone(hertz, 0.5)), rate)).toBeLessThanOrEqual(-120)
  })

  test('keeps a steady level from the first phase to the last', () => {
    const samples = resample(new Float32Array(INPUT_RATE).fill(0.5)).slice(rate / 10, -rate / 10)
    expect(Math.abs(20 * Math.log10(samples[0]! / 0.5) - curve(0))).toBeLessThan(within)
    for (const sample of samples) expect(Math.abs(sample - samples[0]!)).toBeLessThan(1e-6)
  })

  test('neither cuts nor moves the start and the end', () => {
    // 441 inputs are a whole number of outputs, so a click there falls on one.
    const up = (441 * rate) / INPUT_RATE
    const pcm = new Float32Array(4 * 441 + 1)
    for (const click of [0, 2 * 441, 4 * 441]) pcm[click] = 1
    const samples = resample(pcm)
    const loudest = Math.max(...samples)
    for (const click of [0, 2 * up, 4 * up]) expect(samples[click]).toBeCloseTo(loudest, 3)
    expect(samples).toHaveLength(Math.ceil((pcm.length * rate) / INPUT_RATE))
  })

  test.each([0, 1, 2, 3, 100, reach, 441, 442, 8191, 8192, 22_050, 50_001])(
    'gives ceil(n * rate / 22050) samples for %d',
    (length) => {
      expect(resample(new Float32Array(length))).toHaveLength(Math.ceil((length * rate) / INPUT_RATE))
    },
  )

  test('withholds no more than its reach', () => {
    const resampler = new Resampler(rate)
    expect(resampler.process(new Float32Array(reach))).toHaveLength(0)
    expect(resampler.process(new Float32Array(1))).toHaveLength(Math.ceil(rate / INPUT_RATE))
    expect(resampler.process(new Float32Array(44_099))).toHaveLength(2 * rate - Math.ceil(rate / INPUT_RATE))
  })
})
