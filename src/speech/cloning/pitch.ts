import FFT from 'fft.js'
import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { FRAME, percentile } from './frames.ts'
import { averagePower, SIZE } from './spectrum.ts'

/** Pitch that is searched, in Hz: from a low man's to a child's. */
const MIN_F0 = 55
const MAX_F0 = 600
/** The search works at half the sample rate, where 600 Hz still has 18 samples a period. */
const RATE = SAMPLE_RATE / 2
const HOP = FRAME / 2
const MAX_LAG = Math.ceil(RATE / MIN_F0)
const MIN_LAG = Math.floor(RATE / MAX_F0)
/** Samples that are compared with themselves a lag later: two periods of the lowest voices. */
const WINDOW = 256
/** Points of the Fourier transform that compares them at all lags: as many as the window and the longest lag at least. */
const POINTS = 512
/** YIN's threshold as a random variable with the distribution Beta(2, 8), of mean 0.2. */
const BETA = 8
/** Weight of the deepest dip when no threshold takes any. */
const UNCONFIDENT = 0.01
/** Chance that voicing begins or ends between two frames. */
const SWITCH = 0.01
/** Octaves that pitch moves between two frames at most. */
const MAX_STEP = 0.35

/** A Hann window of 1.3 ms, whose first zero as a filter is at 1.5 kHz. */
const SMOOTHING = Float64Array.from(
  { length: 28 },
  (_, i) => (1 - Math.cos((2 * Math.PI * (i + 0.5)) / 28)) / 28,
)

/** Where fundamentals lie, and above it the first formant, in Hz. */
const FUNDAMENTAL = [75, 250] as const
const FIRST_FORMANT = [250, 1000] as const
/**
 * Less than this share of the first formant's power is no fundamental. Voices have at least .08, those that a line cut off at
 * 300 Hz at most .015. Of voices above 300 Hz there is nothing either.
 */
const LEAST_FUNDAMENTAL = 0.03

/** One guess at the pitch of a frame. */
interface Candidate {
  readonly octave: number
  readonly chance: number
}

/**
 * The pitch of each frame in Hz, 0 where there is no voice: pYIN (Mauch and Dixon, "pYIN: a fundamental frequency estimator
 * using probabilistic threshold distributions", ICASSP 2014), with the candidates themselves as the states of its hidden Markov
 * model. A second pass searches only the speaker's own range, which takes away octave errors (De Looze and Hirst, "Detecting
 * changes in key and range", Speech Prosody 2008). Where the fundamental is missing, the second harmonic of many a vowel is
 * left alone, and its period is half of the voice's. Rectified, harmonics beat at the fundamental (Hess, "Pitch determination
 * of speech signals", 1983).
 *
 * @param samples at 22050 Hz
 */
export function trackPitch(samples: Float32Array): Float32Array {
  const half = halveRate(hasFundamental(samples) ? samples : samples.map(Math.abs))
  const count = Math.floor(samples.length / FRAME)
  const search = new Search()
  const candidates = Array.from({ length: count }, (_, frame) =>
    search.candidates(half, frame * HOP + HOP / 2),
  )
  const first = decode(candidates)
  const voiced = first.filter((f0) => f0 > 0)
  if (voiced.length === 0) return first
  const from = Math.log2(percentile(voiced, 0.25)! * 0.75)
  const to = Math.log2(percentile(voiced, 0.75)! * 1.5)
  return decode(candidates.map((all) => all.filter(({ octave }) => octave > from && octave < to)))
}

/** Whether the recording holds the fundamental of the voice. */
function hasFundamental(samples: Float32Array): boolean {
  const power = averagePower(samples, () => true)
  const within = ([from, to]: readonly [number, number]) =>
    power
      .subarray(Math.round((from / SAMPLE_RATE) * SIZE), Math.round((to / SAMPLE_RATE) * SIZE))
      .reduce((sum, each) => sum + each, 0)
  return within(FUNDAMENTAL) > LEAST_FUNDAMENTAL * within(FIRST_FORMANT)
}

/** How far a pitch moves, in semitones: from the tenth to the ninetieth percentile of the voiced frames. */
export function pitchRange(f0: Float32Array): number {
  const voiced = f0.filter((each) => each > 0)
  return 12 * Math.log2(percentile(voiced, 0.9)! / percentile(voiced, 0.1)!)
}

/**
 * Every other sample, smoothed so that little is left above 1.5 kHz: the harmonics there are the first to lose their
 * regularity, and noise is the louder the wider the band.
 */
function halveRate(samples: Float32Array): Float32Array {
  const padded = new Float32Array(samples.length + SMOOTHING.length)
  padded.set(samples, SMOOTHING.length / 2)
  const half = new Float32Array(Math.floor(samples.length / 2))
  for (let i = 0; i < half.length; i++) {
    let sum = 0
    for (let tap = 0; tap < SMOOTHING.length; tap++) sum += SMOOTHING[tap]! * padded[2 * i + tap]!
    half[i] = sum
  }
  return half
}

/** YIN's difference function (de Cheveigné and Kawahara, 2002) and the dips in it. */
class Search {
  readonly #difference = new Float64Array(MAX_LAG + 2)
  /** The frame's window, and what comes after it up to the longest lag. Then zeros. */
  readonly #samples = new Float64Array(POINTS)
  readonly #products = new Correlation()

  /** @param centre of the frame, in samples */
  candidates(x: Float32Array, centre: number): Candidate[] {
    const length = WINDOW + MAX_LAG + 2
    const start = centre - (length >> 1)
    for (let i = 0; i < length; i++) this.#samples[i] = x[start + i] ?? 0
    const d = this.#normalisedDifference()
    const found: Candidate[] = []
    let smallest = 1
    let deepest = { octave: 0, depth: Number.POSITIVE_INFINITY, index: -1 }
    for (let lag = MIN_LAG; lag <= MAX_LAG; lag++) {
      const depth = d[lag]!
      if (depth >= d[lag - 1]! || depth > d[lag + 1]!) continue
      const octave = Math.log2(RATE / bottom(d, lag))
      const chance = depth < smallest ? cumulative(smallest) - cumulative(depth) : 0
      if (depth < deepest.depth) deepest = { octave, depth, index: found.length }
      if (depth < smallest || depth < 0.5) found.push({ octave, chance })
      smallest = Math.min(smallest, depth)
    }
    if (deepest.index < 0) return found
    const unclaimed = cumulative(smallest)
    return found.map(({ octave, chance }, index) => ({
      octave,
      chance: chance + (index === deepest.index ? unclaimed * UNCONFIDENT : 0) + 1e-6,
    }))
  }

  #normalisedDifference(): Float64Array {
    const x = this.#samples
    const d = this.#difference
    const products = this.#products.of(x)
    let energy = 0
    for (let i = 0; i < WINDOW; i++) energy += x[i]! * x[i]!
    let shifted = energy
    let sum = 0
    d[0] = 1
    for (let lag = 1; lag < d.length; lag++) {
      shifted += x[WINDOW + lag - 1]! * x[WINDOW + lag - 1]! - x[lag - 1]! * x[lag - 1]!
      const difference = Math.max(0, energy + shifted - 2 * products[2 * lag]!)
      sum += difference
      d[lag] = sum > 0 ? (difference * lag) / sum : 1
    }
    return d
  }
}

/** The correlation of a window with what comes after it, as a product of spectra. */
class Correlation {
  readonly #fft = new FFT(POINTS)
  readonly #window = new Float64Array(POINTS)
  readonly #spectra = [new Float64Array(2 * POINTS), new Float64Array(2 * POINTS)] as const
  readonly #products = new Float64Array(2 * POINTS)

  /**
   * @param x the window's samples first
   * @returns Σ x[i] x[i + lag] over the window at each lag, as the real part of a complex number
   */
  of(x: Float64Array): Float64Array {
    const [window, whole] = this.#spectra
    this.#window.set(x.subarray(0, WINDOW))
    this.#fft.realTransform(window, this.#window)
    this.#fft.realTransform(whole, x)
    for (let bin = 0; bin <= POINTS; bin += 2) {
      const re = window[bin]!
      const im = window[bin + 1]!
      const wholeRe = whole[bin]!
      const wholeIm = whole[bin + 1]!
      whole[bin] = re * wholeRe + im * wholeIm
      whole[bin + 1] = re * wholeIm - im * wholeRe
    }
    this.#fft.completeSpectrum(whole)
    this.#fft.inverseTransform(this.#products, whole)
    return this.#products
  }
}

/** Where the parabola through three points has its bottom. */
function bottom(d: Float64Array, lag: number): number {
  const left = d[lag - 1]!
  const right = d[lag + 1]!
  const curve = left - 2 * d[lag]! + right
  return curve > 0 ? lag + (0.5 * (left - right)) / curve : lag
}

/** The distribution function of Beta(2, BETA). */
function cumulative(x: number): number {
  const rest = 1 - Math.min(1, x)
  return 1 - rest ** BETA * (1 + BETA * (1 - rest))
}

/** The most likely path through the candidates, or past them where there is no voice (Viterbi). */
function decode(frames: readonly (readonly Candidate[])[]): Float32Array {
  interface State {
    readonly octave: number | undefined
    readonly score: number
    readonly before: State | undefined
  }
  let states: State[] = [{ octave: undefined, score: 0, before: undefined }]
  const path: State[][] = []
  for (const candidates of frames) {
    const voiced = candidates.reduce((sum, { chance }) => sum + chance, 0)
    const next: State[] = candidates.map(({ octave, chance }) => reach(octave, chance))
    next.push(reach(undefined, Math.max(1e-3, 1 - voiced)))
    path.push(next)
    states = next
  }
  function reach(octave: number | undefined, chance: number): State {
    let best = Number.NEGATIVE_INFINITY
    let before: State | undefined
    for (const state of states) {
      const score = state.score + transition(state.octave, octave)
      if (score <= best) continue
      best = score
      before = state
    }
    return { octave, score: best + Math.log(chance), before }
  }
  const f0 = new Float32Array(frames.length)
  let state: State | undefined = states.reduce((best, each) => (each.score > best.score ? each : best))
  for (let frame = frames.length - 1; frame >= 0; frame--) {
    if (state?.octave !== undefined) f0[frame] = 2 ** state.octave
    state = state?.before
  }
  return f0
}

function transition(from: number | undefined, to: number | undefined): number {
  if (from === undefined || to === undefined) return Math.log(from === to ? 1 - SWITCH : SWITCH)
  // a triangle, with a little left for jumps
  return Math.log(Math.max(1e-6, 1 - Math.abs(to - from) / MAX_STEP))
}
