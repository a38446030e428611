import { RATE } from '../spectrum.ts'
import { mean, percentile } from '../statistics.ts'
import { FRAME_STEP } from './frames.ts'
import type { Speech } from './utterance.ts'

/** The lowest frequency at which bursts stand out from the voice, in Hz. */
const MIN_HZ = 1500
const TAPS = 129
/** Samples from one level to the next: 1 ms. */
const HOP = 22
/** Samples in a level measurement: 3 ms. */
const SIZE = 66
/** The time of a rise, in levels: 6 ms. */
const RISE = 6
/** Onsets are further apart than this, in levels: 40 ms. */
const APART = 40
/** The number of onsets per second that are measured, the sharpest ones: about the number of plosives. */
const DENSITY = 3
/** An onset reaches a level at most this many dB below the loud ones. */
const LOUD = 25
/** Levels are limited to this many dB below the loud ones, because the depth of silence does not matter. */
const SILENCE = 45
/** The time before an onset in which its closure is sought, in seconds. */
const CLOSURE = 0.06

export interface Onsets {
  /** The greatest rise above 1.5 kHz within 6 ms, in dB: of the middle onset, and of the sharpest tenth. */
  readonly median: number
  readonly sharp: number
  /** Level of the quietest moment in the 60 ms before the onset against the speech, in dB: of the middle onset. */
  readonly closure: number
}

interface Onset {
  /** In levels from the start of the samples. */
  readonly at: number
  readonly rise: number
}

/** How sharply sounds set in after closures, plosives above all: no alignment is needed. */
export function onsetsOf(utterances: readonly Speech[]): Onsets {
  const found = utterances.map((speech) => ({ speech, onsets: sharpest(speech) }))
  const rises = found.flatMap(({ onsets }) => onsets.map(({ rise }) => rise))
  const closures = found.flatMap(({ speech, onsets }) => onsets.map(({ at }) => closureBefore(speech, at)))
  return { median: percentile(rises, 50), sharp: percentile(rises, 90), closure: percentile(closures, 50) }
}

function sharpest({ samples, start, seconds }: Speech): Onset[] {
  const raw = highLevels(samples)
  const loud = percentile(raw, 95)
  const levels = raw.map((level) => Math.max(level, loud - SILENCE))
  const from = Math.round((start * RATE) / HOP)
  const to = Math.round(((start + seconds) * RATE) / HOP)
  const candidates: Onset[] = []
  for (let at = from; at + RISE < Math.min(to, levels.length); at++)
    if (levels[at + RISE]! > loud - LOUD) candidates.push({ at, rise: levels[at + RISE]! - levels[at]! })
  const onsets: Onset[] = []
  for (const candidate of candidates.toSorted((a, b) => b.rise - a.rise)) {
    if (onsets.length >= DENSITY * seconds) break
    if (onsets.every(({ at }) => Math.abs(at - candidate.at) > APART)) onsets.push(candidate)
  }
  return onsets
}

function closureBefore({ frames, start, level }: Speech, at: number): number {
  const end = Math.round(((at * HOP) / RATE - start) / FRAME_STEP)
  const before = frames.slice(Math.max(0, end - Math.round(CLOSURE / FRAME_STEP)), Math.max(1, end + 1))
  return Math.min(...before.map((frame) => frame.level)) - level
}

/** A high-pass filter: an impulse minus a windowed low-pass filter. */
const filter = Float64Array.from({ length: TAPS }, (_, i) => {
  const t = i - (TAPS - 1) / 2
  const turns = (2 * MIN_HZ * t) / RATE
  const low = ((2 * MIN_HZ) / RATE) * (t === 0 ? 1 : Math.sin(Math.PI * turns) / (Math.PI * turns))
  return (t === 0 ? 1 : 0) - low * (0.5 + 0.5 * Math.cos((2 * Math.PI * t) / (TAPS + 1)))
})

/** Power of the high sounds in dB, every millisecond. */
function highLevels(samples: Float32Array): number[] {
  const powers = Float64Array.from(samples, (_, i) => {
    let sum = 0
    for (let tap = 0; tap < TAPS; tap++) sum += filter[tap]! * (samples[i + tap - (TAPS - 1) / 2] ?? 0)
    return sum * sum
  })
  return Array.from({ length: Math.floor((powers.length - SIZE) / HOP) }, (_, index) => {
    const within = powers.subarray(index * HOP, index * HOP + SIZE)
    return 10 * Math.log10(mean([...within]) + 1e-12)
  })
}
