import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { FRAME } from './frames.ts'

/** Where breath is heard beside the voice, in telephone speech too (Hz). */
export const BREATH_BAND = [1000, 3400] as const
/** Compared at each frame: some 30 ms. */
const WINDOW = 660
const TAPS = 65
/** Samples that the filter sees to each side. */
const REACH = (TAPS - 1) / 2

/** A band-pass filter: a windowed difference of two low-pass filters. */
const filter = Float64Array.from({ length: TAPS }, (_, i) => {
  const t = i - REACH
  const low = (hertz: number) => {
    const turns = (2 * hertz * t) / SAMPLE_RATE
    return ((2 * hertz) / SAMPLE_RATE) * (turns === 0 ? 1 : Math.sin(Math.PI * turns) / (Math.PI * turns))
  }
  return (low(BREATH_BAND[1]) - low(BREATH_BAND[0])) * (0.5 + 0.5 * Math.cos((2 * Math.PI * t) / (TAPS + 1)))
})

/**
 * The share of noise in voiced sounds, from 0 to 1: what does not come again a period later, by correlation (as in
 * the harmonics-to-noise ratio of Boersma, "Accurate short-term analysis of the fundamental frequency and the
 * harmonics-to-noise ratio of a sampled sound", 1993), in the middle of the spectrum.
 *
 * @param f0 of each frame in Hz, 0 where it does not count
 */
export function noiseShare(samples: Float32Array, f0: ArrayLike<number>): number {
  const passed = bandPassed(samples)
  let total = 0
  let count = 0
  for (let frame = 0; frame < f0.length; frame++) {
    if (!f0[frame]) continue
    total += 1 - Math.max(0, correlation(passed, frame, SAMPLE_RATE / f0[frame]!))
    count++
  }
  return count === 0 ? 1 : total / count
}

/** The samples within the band, and the filter's output up to its reach before and after them: sample i is at i + REACH. */
function bandPassed(samples: Float32Array): Float64Array {
  const padded = new Float64Array(samples.length + 4 * REACH)
  padded.set(samples, 2 * REACH)
  const passed = new Float64Array(samples.length + 2 * REACH)
  for (let i = 0; i < passed.length; i++) {
    let sum = 0
    for (let tap = 0; tap < TAPS; tap++) sum += filter[tap]! * padded[i + tap]!
    passed[i] = sum
  }
  return passed
}

/** The best correlation with what comes a period later, give or take two samples. */
function correlation(passed: Float64Array, frame: number, period: number): number {
  const lag = Math.round(period)
  const start = frame * FRAME + FRAME / 2 - ((WINDOW + lag) >> 1) + REACH
  let best = 0
  for (let l = lag - 2; l <= lag + 2; l++) {
    let product = 1e-12
    let one = 1e-12
    let other = 1e-12
    for (let i = 0; i < WINDOW; i++) {
      const a = passed[start + i] ?? 0
      const b = passed[start + i + l] ?? 0
      product += a * b
      one += a * a
      other += b * b
    }
    best = Math.max(best, product / Math.sqrt(one * other))
  }
  return best
}
