import FFT from 'fft.js'
import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { BANDS, bandOf, FRAME } from './frames.ts'

/** Samples that a spectrum is taken of: 46 ms. */
export const SIZE = 1024
/** Numbers in a spectrum, from 0 to 11025 Hz. */
export const BINS = SIZE / 2 + 1

/** Share of the power that is left at least when the background is taken away. */
const MIN_SPEECH_SHARE = 0.1

const fft = new FFT(SIZE)
const window = Float64Array.from(
  { length: SIZE },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / SIZE),
)
const gain = window.reduce((sum, each) => sum + each * each, 0)

/** Weight of each band in each bin: a bin is shared by the two bands it lies between. */
const shares = Array.from({ length: BINS }, (_, bin) => {
  const place = Math.min(bandOf((bin * SAMPLE_RATE) / SIZE), BANDS - 1 - 1e-9)
  return { band: Math.floor(place), rest: place - Math.floor(place) }
})

/**
 * The average power density of some frames at each bin, 1 for white noise of variance 1. Of all frames of speech it is
 * the long-term average spectrum.
 *
 * @param isTaken whether a frame counts
 */
export function averagePower(samples: Float32Array, isTaken: (frame: number) => boolean): Float64Array {
  const power = new Float64Array(BINS)
  const windowed = new Float64Array(SIZE)
  const spectrum = new Float64Array(2 * SIZE)
  let count = 0
  for (let frame = 0; frame < Math.floor(samples.length / FRAME); frame++) {
    if (!isTaken(frame)) continue
    const start = frame * FRAME + FRAME / 2 - SIZE / 2
    for (let i = 0; i < SIZE; i++) windowed[i] = (samples[start + i] ?? 0) * window[i]!
    fft.realTransform(spectrum, windowed)
    for (let bin = 0; bin < BINS; bin++) {
      power[bin]! += (spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2) / gain
    }
    count++
  }
  return power.map((each) => each / Math.max(1, count))
}

/** The mean power density in each band. */
export function inBands(bins: Float64Array): Float64Array {
  const sums = new Float64Array(BANDS)
  const weights = new Float64Array(BANDS)
  for (const [bin, { band, rest }] of shares.entries()) {
    sums[band]! += (1 - rest) * bins[bin]!
    weights[band]! += 1 - rest
    sums[band + 1]! += rest * bins[bin]!
    weights[band + 1]! += rest
  }
  return sums.map((sum, band) => sum / weights[band]!)
}

/** Power without the background's. Some is always left, because speech below the background cannot be measured. */
export function withoutBackground(power: number, background: number): number {
  return Math.max(power * MIN_SPEECH_SHARE, power - background)
}
