import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { spectralEnvelope } from './envelope.ts'
import { BAND_HZ, BANDS } from './frames.ts'
import { SIZE } from './spectrum.ts'

/** The file keeps log amplitudes in sixteenths of a nat: half a dB. */
export const STEPS_A_NAT = 16

/** Envelopes of voiced sounds of one speaker: log amplitude in each band. Formants are measured against them. */
export type Codebook = readonly Float32Array[]

/** The reference speaker's codebook. */
export function referenceSpeaker(): Codebook {
  const bytes = new Int8Array(readFileSync(join(import.meta.dir, 'reference-codebook.bin')))
  return Array.from({ length: bytes.length / BANDS }, (_, entry) =>
    Float32Array.from(bytes.subarray(entry * BANDS, (entry + 1) * BANDS), (step) => step / STEPS_A_NAT),
  )
}

/** Compared frequencies of the reference speaker, in Hz: the first four formants. */
const FROM = 300
const TO = 5000
/** Factors that are tried: from a big man to a small child. */
const MIN_FACTOR = 0.74
const MAX_FACTOR = 1.36
const STEP = 0.03
/** How far the factor may be from the first estimate, where the recording's band is too narrow for all factors. */
const NEAR = 1.08
/** Frames that are compared; more would hardly change the result. */
const MAX_FRAMES = 300
/** What noise amounts to on average when its logarithm is taken: Euler's constant below the logarithm of its power. */
const LOG_NOISE = 0.56
/** Rounds in which first the codebook's nearest entries are found, then the speaker's colour. */
const ROUNDS = 3

/**
 * The formant frequencies of a speaker relative to the reference speaker's: above 1 for a shorter vocal tract. The speaker's
 * envelopes are stretched until they fit the reference's best (vocal tract length normalisation by grid search; Lee and Rose,
 * "A frequency warping approach to speaker normalization", IEEE Trans. Speech and Audio Processing 6, 1998), with a codebook
 * for the model and the speaker's average colour taken out. The codebook gets the background noise of the recording, instead of
 * the recording losing it (parallel model combination; Gales and Young, "Robust continuous speech recognition using parallel
 * model combination", IEEE Trans. SAP 4, 1996). What a factor stretches must stay within the recording's band. So of a
 * telephone call, less can be compared for all factors than for those near a first estimate.
 *
 * @param f0 of each frame in Hz, 0 where it does not count
 * @param background its power density at each bin
 * @param top the highest frequency in Hz that the recording holds
 */
export function formantScale(
  samples: Float32Array,
  f0: Float32Array,
  background: Float64Array,
  codebook: Codebook,
  top: number,
): number {
  const recording = { samples, f0, background, top }
  const first = scaleWithin(MIN_FACTOR, MAX_FACTOR, recording, codebook)
  return top < TO * MAX_FACTOR ? scaleWithin(first / NEAR, first * NEAR, recording, codebook) : first
}

/** What {@link formantScale} is given of a recording. */
interface Recording {
  readonly samples: Float32Array
  readonly f0: Float32Array
  readonly background: Float64Array
  readonly top: number
}

function scaleWithin(
  least: number,
  most: number,
  { samples, f0, background, top }: Recording,
  codebook: Codebook,
): number {
  const highest = Math.min(TO, top / most)
  const bands = Array.from(BAND_HZ.keys()).filter(
    (band) => BAND_HZ[band]! >= FROM && BAND_HZ[band]! <= highest,
  )
  const book = codebook.map((entry) => Float32Array.from(bands, (band) => entry[band]!))
  const voiced = Array.from(f0.keys()).filter((frame) => f0[frame]! > 0)
  const stride = Math.max(1, voiced.length / MAX_FRAMES)
  const factors: number[] = []
  for (let factor = least; factor < most; factor *= 1 + STEP) factors.push(factor)
  // all factors of a frame at once: its envelope is made once, and read at every stretched place
  const places = factors.map((factor) => bands.map((band) => BAND_HZ[band]! * factor))
  const allPlaces = places.flat()
  const stretched: Float32Array[][] = factors.map(() => [])
  for (let i = 0; i < Math.min(MAX_FRAMES, voiced.length); i++) {
    const frame = voiced[Math.floor(i * stride)]!
    const envelope = spectralEnvelope(samples, frame, f0[frame]!, allPlaces)
    for (const [index, frames] of stretched.entries())
      frames.push(envelope.subarray(index * bands.length, (index + 1) * bands.length))
  }
  const costs = stretched.map((frames, index) => {
    const noise = places[index]!.map(
      (hertz) => LOG_NOISE * background[Math.round((hertz / SAMPLE_RATE) * SIZE)]!,
    )
    return misfit(frames.map(level), withNoise(book, noise, mean(frames.map(meanPower))).map(level))
  })
  return lowest(factors, costs)
}

/** The codebook as it would be recorded at some level in a noise: power adds to power. */
function withNoise(book: Codebook, noise: readonly number[], power: number): Float32Array[] {
  const gain = Math.max(power * 0.01, power - mean(noise)) / mean(book.map(meanPower))
  return book.map((entry) =>
    entry.map((each, band) => 0.5 * Math.log(Math.exp(2 * each) * gain + noise[band]!)),
  )
}

/** Mean distance of the frames to the codebook's nearest entries, without what all frames have in common. */
function misfit(frames: readonly Float32Array[], book: Codebook): number {
  const bands = book[0]!.length
  const colour = new Float32Array(bands)
  const own = new Float32Array(bands)
  /** The nearest entry of each frame in the round before. Few others are as near. */
  const entries: Float32Array[] = frames.map(() => book[0]!)
  let cost = 0
  for (let round = 0; round < ROUNDS; round++) {
    const off = new Float32Array(bands)
    cost = 0
    for (const [index, frame] of frames.entries()) {
      for (let band = 0; band < bands; band++) own[band] = frame[band]! - colour[band]!
      const { entry, distance } = nearest(own, book, entries[index]!)
      entries[index] = entry
      cost += distance
      for (let band = 0; band < bands; band++) off[band]! += frame[band]! - entry[band]!
    }
    for (let band = 0; band < bands; band++) colour[band] = off[band]! / frames.length
  }
  return cost / frames.length / bands
}

/** @param guess an entry that is probably near: the others are compared only until they are further away */
function nearest(
  frame: Float32Array,
  book: Codebook,
  guess: Float32Array,
): { entry: Float32Array; distance: number } {
  let entry = guess
  let least = squaredDistance(frame, guess, Number.POSITIVE_INFINITY)
  for (const other of book) {
    const distance = squaredDistance(frame, other, least)
    if (distance >= least) continue
    entry = other
    least = distance
  }
  return { entry, distance: least }
}

/** The squared distance of two points, or any number from `enough` on if it is at least that. */
function squaredDistance(one: Float32Array, other: Float32Array, enough: number): number {
  let sum = 0
  for (let band = 0; band < one.length && sum < enough; band++) sum += (one[band]! - other[band]!) ** 2
  return sum
}

/** Numbers less their mean. */
function level(numbers: Float32Array): Float32Array {
  const average = mean(numbers)
  return numbers.map((each) => each - average)
}

/** Mean power of an envelope in natural log amplitude. */
function meanPower(envelope: Float32Array): number {
  return mean(envelope.map((each) => Math.exp(2 * each)))
}

function mean(numbers: Float32Array | readonly number[]): number {
  let sum = 0
  for (const each of numbers) sum += each
  return sum / numbers.length
}

/** Where the parabola through the lowest cost and its neighbours has its bottom. */
function lowest(factors: readonly number[], costs: readonly number[]): number {
  const at = costs.indexOf(Math.min(...costs))
  const [left, middle, right] = [costs[at - 1], costs[at]!, costs[at + 1]]
  if (left === undefined || right === undefined) return factors[at]!
  return factors[at]! * (1 + STEP) ** ((0.5 * (left - right)) / (left - 2 * middle + right))
}
