import FFT from 'fft.js'
import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { FRAME } from './frames.ts'
import { BINS, SIZE } from './spectrum.ts'

const fft = new FFT(SIZE)
/** What is worked on: samples, then powers, their logarithms, and the cepstrum, which are mirror images of themselves. */
const values = new Float64Array(SIZE)
/** The lower half of what they are transformed to: complex numbers, as pairs. */
const transformed = new Float64Array(2 * SIZE)
const sums = new Float64Array(SIZE + 1)

/**
 * The spectral envelope of a voiced frame without its harmonics, in natural log amplitude:
 * CheapTrick (Morise, "CheapTrick, a spectral envelope estimator for high-quality speech synthesis", Speech
 * Communication 67, 2015).
 *
 * @param f0 of the frame in Hz
 * @param hertz where it is wanted, from 0 to 11025
 */
export function spectralEnvelope(
  samples: Float32Array,
  frame: number,
  f0: number,
  hertz: readonly number[],
): Float32Array {
  powerSpectrum(samples, frame * FRAME + FRAME / 2, f0)
  smooth(((2 / 3) * f0 * SIZE) / SAMPLE_RATE)
  lifter(f0)
  return Float32Array.from(hertz, (each) => {
    const place = (each * SIZE) / SAMPLE_RATE
    const bin = Math.min(Math.floor(place), BINS - 2)
    const rest = place - bin
    return 0.5 * (transformed[2 * bin]! * (1 - rest) + transformed[2 * bin + 2]! * rest)
  })
}

/** The power of three periods, in a Hann window that makes it the same wherever in a period it begins. */
function powerSpectrum(samples: Float32Array, centre: number, f0: number): void {
  const half = (1.5 * SAMPLE_RATE) / f0
  let energy = 0
  for (let i = 0; i < SIZE; i++) {
    const t = i - SIZE / 2
    const weight = Math.abs(t) < half ? 0.5 + 0.5 * Math.cos((Math.PI * t) / half) : 0
    values[i] = (samples[centre + t] ?? 0) * weight
    energy += weight * weight
  }
  fft.realTransform(transformed, values)
  for (let bin = 0; bin < BINS; bin++) {
    values[bin] = (transformed[2 * bin]! ** 2 + transformed[2 * bin + 1]! ** 2) / energy
  }
  // what is below the pitch is the window's own: the mirror image of what is above
  const lowest = (f0 * SIZE) / SAMPLE_RATE
  for (let bin = 0; bin < lowest / 2; bin++) values[bin] = values[Math.round(lowest - bin)]!
  for (let bin = 1; bin < BINS - 1; bin++) values[SIZE - bin] = values[bin]!
}

/** The logarithms of a moving average over this many bins of the spectrum, which goes round. */
function smooth(width: number): void {
  sums[0] = 0
  for (let bin = 0; bin < SIZE; bin++) sums[bin + 1] = sums[bin]! + values[bin]!
  const total = sums[SIZE]!
  const upTo = (place: number): number => {
    const turns = Math.floor(place / SIZE)
    const within = place - turns * SIZE
    const bin = Math.floor(within)
    const rest = within - bin
    return turns * total + sums[bin]! * (1 - rest) + sums[Math.min(bin + 1, SIZE)]! * rest
  }
  const half = width / 2
  for (let bin = 0; bin < SIZE; bin++) {
    const average = (upTo(bin + 0.5 + half) - upTo(bin + 0.5 - half)) / width
    values[bin] = Math.log(Math.max(average, 0) + 1e-12)
  }
}

/** Takes away what is left of the harmonics, and makes up for what smoothing took of the envelope. */
function lifter(f0: number): void {
  fft.realTransform(transformed, values)
  for (let i = 0; i < BINS; i++) {
    const turns = (f0 * i) / SAMPLE_RATE
    const sinc = turns === 0 ? 1 : Math.sin(Math.PI * turns) / (Math.PI * turns)
    values[i] = (transformed[2 * i]! * sinc * (1.18 - 0.18 * Math.cos(2 * Math.PI * turns))) / SIZE
  }
  for (let i = 1; i < BINS - 1; i++) values[SIZE - i] = values[i]!
  fft.realTransform(transformed, values)
}
