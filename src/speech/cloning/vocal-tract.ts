import { spectralEnvelope } from './envelope.ts'
import { BAND_HZ } from './frames.ts'
import type { Codebook } from './reference-speaker/codebook.ts'

/** Compared frequencies of the reference speaker, in Hz: the first four formants. */
const FROM = 200
const TO = 5000
/** Factors that are tried: from a big man to a small child. */
const SMALLEST = 0.74
const LARGEST = 1.36
const STEP = 0.03
/** Frames that are enough. */
const ENOUGH = 300
/** Rounds in which the codebook's nearest entries and the speaker's colour are found by turns. */
const ROUNDS = 3

/**
 * The formant frequencies of a speaker relative to the reference speaker's: above 1 for a shorter vocal tract. The
 * speaker's envelopes are stretched until they fit the reference's best (vocal tract length normalisation by grid
 * search; Lee and Rose, "A frequency warping approach to speaker normalization", IEEE Trans. Speech and Audio
 * Processing 6, 1998), with a codebook for the model and the speaker's average colour taken out.
 *
 * @param f0 of each frame in Hz, 0 where it does not count
 * @param background its power at each bin
 * @param top the highest frequency in Hz that the recording holds
 */
export function formantFactor(
  samples: Float32Array,
  f0: Float32Array,
  background: Float64Array,
  codebook: Codebook,
  top: number,
): number {
  const highest = Math.min(TO, top / LARGEST)
  const bands = Array.from(BAND_HZ.keys()).filter(
    (band) => BAND_HZ[band]! >= FROM && BAND_HZ[band]! <= highest,
  )
  const book = codebook.map((entry) => level(bands.map((band) => entry[band]!)))
  const voiced = Array.from(f0.keys()).filter((frame) => f0[frame]! > 0)
  const stride = Math.max(1, voiced.length / ENOUGH)
  const factors: number[] = []
  for (let factor = SMALLEST; factor < LARGEST; factor *= 1 + STEP) factors.push(factor)
  // all factors of a frame at once: its envelope is made once, and read at every stretched place
  const places = factors.flatMap((factor) => bands.map((band) => BAND_HZ[band]! * factor))
  const stretched: Float32Array[][] = factors.map(() => [])
  for (let i = 0; i < Math.min(ENOUGH, voiced.length); i++) {
    const frame = voiced[Math.floor(i * stride)]!
    const envelope = spectralEnvelope(samples, frame, f0[frame]!, background, places)
    for (const [index, frames] of stretched.entries())
      frames.push(level(envelope.subarray(index * bands.length, (index + 1) * bands.length)))
  }
  return lowest(
    factors,
    stretched.map((frames) => misfit(frames, book)),
  )
}

/** Mean distance of the frames to the codebook's nearest entries, without what all frames have in common. */
function misfit(frames: readonly Float32Array[], book: Codebook): number {
  const bands = book[0]!.length
  const colour = new Float32Array(bands)
  let cost = 0
  for (let round = 0; round < ROUNDS; round++) {
    const off = new Float32Array(bands)
    cost = 0
    for (const frame of frames) {
      const own = frame.map((each, band) => each - colour[band]!)
      const { entry, distance } = nearest(own, book)
      cost += distance
      for (let band = 0; band < bands; band++) off[band]! += frame[band]! - entry[band]!
    }
    for (let band = 0; band < bands; band++) colour[band] = off[band]! / frames.length
  }
  return cost / frames.length / bands
}

function nearest(frame: Float32Array, book: Codebook): { entry: Float32Array; distance: number } {
  let best = { entry: book[0]!, distance: Number.POSITIVE_INFINITY }
  for (const entry of book) {
    let distance = 0
    for (let band = 0; band < entry.length && distance < best.distance; band++)
      distance += (frame[band]! - entry[band]!) ** 2
    if (distance < best.distance) best = { entry, distance }
  }
  return best
}

/** Numbers less their mean. */
function level(numbers: ArrayLike<number>): Float32Array {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += numbers[i]!
  const mean = sum / numbers.length
  return Float32Array.from(numbers, (each) => each - mean)
}

/** Where the parabola through the lowest cost and its neighbours has its bottom. */
function lowest(factors: readonly number[], costs: readonly number[]): number {
  const at = costs.indexOf(Math.min(...costs))
  const [left, middle, right] = [costs[at - 1], costs[at]!, costs[at + 1]]
  if (left === undefined || right === undefined) return factors[at]!
  return factors[at]! * (1 + STEP) ** ((0.5 * (left - right)) / (left - 2 * middle + right))
}
