import { FRAME, percentile } from './frames.ts'

/** RMS of the shared voices' speech: -20.4 dBFS. */
const LEVEL = 0.0955
/** The highest peak of the speech that is measured; the rest is left for other texts. */
const PEAK = 0.85
/** Speech is less than 12 dB below its loud frames. */
const RANGE = 1 / 16

/** The gain, in natural log amplitude, that makes speech as loud as the shared voices, unless its peaks forbid it. */
export function gainToCommonLevel(samples: Float32Array): number {
  let peak = 0
  const power = new Float64Array(Math.floor(samples.length / FRAME))
  for (const frame of power.keys()) {
    for (const sample of samples.subarray(frame * FRAME, (frame + 1) * FRAME)) {
      power[frame]! += sample * sample
      peak = Math.max(peak, Math.abs(sample))
    }
  }
  const loud = percentile(power, 0.95)!
  const spoken = power.filter((each) => each > loud * RANGE)
  const level = Math.sqrt(spoken.reduce((sum, each) => sum + each, 0) / spoken.length / FRAME)
  return Math.min(Math.log(LEVEL / level), Math.log(PEAK / peak))
}
