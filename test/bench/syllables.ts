import { percentile } from './statistics.ts'
import { STEP, type Track, valueAt } from './track.ts'

/** Frames this many dB below the loud ones are silent. */
const SILENCE = 25
/** The least dip of intensity between two syllables, in dB. */
const DIP = 2
/** The shortest pause, in seconds. Shorter silences are part of the speech. */
const MIN_PAUSE = 0.3

/** The loudest moment of a syllable. */
export interface Nucleus {
  /** Time in seconds. */
  readonly time: number
  /** Intensity in dB. */
  readonly level: number
}

/**
 * The nuclei of the syllables: voiced peaks of intensity with a dip before each (de Jong and Wempe, "Praat script to
 * detect syllable nuclei and measure speech rate automatically", 2009).
 */
export function syllableNuclei(pitch: Track, { start, values }: Track): Nucleus[] {
  const threshold = silenceBelow(values)
  const nuclei: Nucleus[] = []
  let lowest = values[0]!
  let peak: Nucleus | undefined
  values.forEach((level, index) => {
    if (peak === undefined) {
      lowest = Math.min(lowest, level)
      if (level < lowest + DIP || level < threshold) return
      peak = { level, time: start + index * STEP }
    } else if (level > peak.level) peak = { level, time: start + index * STEP }
    else if (level < peak.level - DIP) {
      if (valueAt(pitch, peak.time) !== undefined) nuclei.push(peak)
      peak = undefined
      lowest = level
    }
  })
  return nuclei
}

/** The speech rate: syllables per second, without pauses. */
export function syllableRate(pitch: Track, intensity: Track): number {
  const { values } = intensity
  return syllableNuclei(pitch, intensity).length / speakingTime(values, silenceBelow(values))
}

function silenceBelow(intensity: Float64Array): number {
  return percentile([...intensity], 99) - SILENCE
}

/** The duration in seconds, without pauses. */
function speakingTime(values: Float64Array, threshold: number): number {
  let frames = 0
  let silent = Number.POSITIVE_INFINITY
  for (const value of values) {
    if (value < threshold) {
      silent++
      continue
    }
    frames += silent * STEP < MIN_PAUSE ? silent + 1 : 1
    silent = 0
  }
  return frames * STEP
}
