import FFT from 'fft.js'
import { melBands, RATE } from '../spectrum.ts'

/** Samples from one frame to the next: 5 ms. */
const HOP = 110
/** Samples in a spectrum: 23 ms. */
const SIZE = 512
/** Coefficients of a mel-cepstrum, without the first, which is the level. Higher ones describe harmonics. */
const ORDER = 13

/** Seconds from one frame to the next. */
export const FRAME_STEP = HOP / RATE

/** A short frame of sound. */
export interface Frame {
  /** Power from 100 to 7600 Hz in dB, 0 for white noise of variance 1. */
  readonly level: number
  /** Mel-cepstrum c1 to c13: the log amplitude of band b of B is c0 / 2 + Σ c_m cos(π m (b + ½) / B). */
  readonly cepstrum: Float64Array
}

const fft = new FFT(SIZE)
const window = Float64Array.from(
  { length: SIZE },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / SIZE),
)
const gain = window.reduce((sum, each) => sum + each * each, 0)

/** The weights of each band, without zero weights at its ends. */
const bands = melBands(SIZE).map(({ weights }) => {
  const from = weights.findIndex((weight) => weight > 0)
  const held = weights.subarray(from, weights.findLastIndex((weight) => weight > 0) + 1)
  return { from, weights: held, sum: held.reduce((sum, each) => sum + each, 0) }
})
const lowest = bands[0]!.from
const highest = bands.at(-1)!.from + bands.at(-1)!.weights.length

const cosines = Array.from({ length: ORDER }, (_, m) =>
  bands.map((_, band) => Math.cos((Math.PI * (m + 1) * (band + 0.5)) / bands.length)),
)

/** Cuts samples at 22050 Hz into frames. */
export function framesOf(samples: Float32Array): Frame[] {
  const windowed = new Float64Array(SIZE)
  const spectrum = new Float64Array(2 * SIZE)
  return Array.from({ length: Math.floor(samples.length / HOP) }, (_, index) => {
    const start = index * HOP + HOP / 2 - SIZE / 2
    for (let i = 0; i < SIZE; i++) windowed[i] = (samples[start + i] ?? 0) * window[i]!
    fft.realTransform(spectrum, windowed)
    const power = Float64Array.from(
      { length: SIZE / 2 + 1 },
      (_, bin) => (spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2) / gain,
    )
    return { level: levelOf(power), cepstrum: cepstrumOf(power) }
  })
}

function levelOf(power: Float64Array): number {
  const total = power.subarray(lowest, highest).reduce((sum, each) => sum + each, 0)
  return 10 * Math.log10(total / (highest - lowest) + 1e-12)
}

function cepstrumOf(power: Float64Array): Float64Array {
  const amplitudes = bands.map(({ from, weights, sum }) => {
    let total = 0
    for (let i = 0; i < weights.length; i++) total += weights[i]! * power[from + i]!
    return 0.5 * Math.log(total / sum + 1e-12)
  })
  return Float64Array.from(
    cosines,
    (row) => (2 / bands.length) * row.reduce((sum, cosine, band) => sum + cosine * amplitudes[band]!, 0),
  )
}
