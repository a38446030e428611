import { trackPitch } from '../../src/speech/cloning/pitch.ts'
import { mean, percentile } from './statistics.ts'

/** Voiced frames of 11.6 ms at the end. */
const LAST = 6

/**
 * How far the last 70 ms of the voice lie above the middle of what is said, in semitones.
 *
 * @param samples at 22050 Hz
 */
export function finalPitch(samples: Float32Array): number {
  const voiced = Array.from(trackPitch(samples)).filter((f0) => f0 > 0)
  return 12 * Math.log2(mean(voiced.slice(-LAST)) / percentile(voiced, 50))
}
