import { percentile } from '../statistics.ts'
import { STEP, type Track, valueAt } from './track.ts'

/** Frames so many dB below the loud ones are silent. */
const SILENCE = 25
/** How deep intensity dips between two syllables, in dB. */
const DIP = 2
/** Shorter silences belong to the speech, in seconds. */
const SHORTEST_PAUSE = 0.3

/**
 * Syllables a second of speech: voiced peaks of intensity with a dip before each, over the time without pauses (de Jong
 * and Wempe, "Praat script to detect syllable nuclei and measure speech rate automatically", 2009).
 */
export function syllableRate(pitch: Track, intensity: Track): number {
  const { start, values } = intensity
  const threshold = percentile([...values], 99) - SILENCE
  let nuclei = 0
  let lowest = values[0]!
  let peak: { value: number; time: number } | undefined
  values.forEach((value, index) => {
    if (peak === undefined) {
      lowest = Math.min(lowest, value)
      if (value < lowest + DIP || value < threshold) return
      peak = { value, time: start + index * STEP }
    } else if (value > peak.value) peak = { value, time: start + index * STEP }
    else if (value < peak.value - DIP) {
      if (valueAt(pitch, peak.time) !== undefined) nuclei++
      peak = undefined
      lowest = value
    }
  })
  return nuclei / speakingTime(values, threshold)
}

/** Seconds without the pauses. */
function speakingTime(values: Float64Array, threshold: number): number {
  let frames = 0
  let silent = Number.POSITIVE_INFINITY
  for (const value of values) {
    if (value < threshold) {
      silent++
      continue
    }
    frames += silent * STEP < SHORTEST_PAUSE ? silent + 1 : 1
    silent = 0
  }
  return frames * STEP
}
