import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { Fourier } from './fourier.ts'
import { FRAME } from './frames.ts'
import { BINS, SIZE } from './spectrum.ts'

const fourier = new Fourier(SIZE)
const re = new Float64Array(SIZE)
const im = new Float64Array(SIZE)
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
    return 0.5 * (re[bin]! * (1 - rest) + re[bin + 1]! * rest)
  })
}

/** The power of three periods, in a Hann window that makes it the same wherever in a period it begins. */
function powerSpectrum(samples: Float32Array, centre: number, f0: number): void {
  const half = (1.5 * SAMPLE_RATE) / f0
  let energy = 0
  for (let i = 0; i < SIZE; i++) {
    const t = i - SIZE / 2
    const weight = Math.abs(t) < half ? 0.5 + 0.5 * Math.cos((Math.PI * t) / half) : 0
    re[i] = (samples[centre + t] ?? 0) * weight
    energy += weight * weight
  }
  im.fill(0)
  fourier.transform(re, im)
  for (let bin = 0; bin < BINS; bin++) re[bin] = (re[bin]! ** 2 + im[bin]! ** 2) / energy
  // what is below the pitch is the window's own: the mirror image of what is above
  const lowest = (f0 * SIZE) / SAMPLE_RATE
  for (let bin = 0; bin < lowest / 2; bin++) re[bin] = re[Math.round(lowest - bin)]!
  for (let bin = 1; bin < BINS - 1; bin++) re[SIZE - bin] = re[bin]!
}

/** A moving average over so many bins of the spectrum, which goes round. */
function smooth(width: number): void {
  sums[0] = 0
  for (let bin = 0; bin < SIZE; bin++) sums[bin + 1] = sums[bin]! + re[bin]!
  const total = sums[SIZE]!
  const upTo = (place: number): number => {
    const turns = Math.floor(place / SIZE)
    const within = place - turns * SIZE
    const bin = Math.floor(within)
    const rest = within - bin
    return turns * total + sums[bin]! * (1 - rest) + sums[Math.min(bin + 1, SIZE)]! * rest
  }
  const half = width / 2
  for (let bin = 0; bin < SIZE; bin++) im[bin] = (upTo(bin + 0.5 + half) - upTo(bin + 0.5 - half)) / width
  for (let bin = 0; bin < SIZE; bin++) re[bin] = Math.log(Math.max(im[bin]!, 0) + 1e-12)
  im.fill(0)
}

/** Takes away what is left of the harmonics, and makes up for what smoothing took of the envelope. */
function lifter(f0: number): void {
  fourier.transform(re, im)
  for (let i = 0; i < SIZE; i++) {
    const turns = (f0 * Math.min(i, SIZE - i)) / SAMPLE_RATE
    const sinc = turns === 0 ? 1 : Math.sin(Math.PI * turns) / (Math.PI * turns)
    re[i] = (re[i]! * sinc * (1.18 - 0.18 * Math.cos(2 * Math.PI * turns))) / SIZE
  }
  im.fill(0)
  fourier.transform(re, im)
}
