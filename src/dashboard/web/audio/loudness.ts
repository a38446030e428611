/** Seconds of a stretch of which the power is taken. */
const STRETCH = 0.1
/** Stretches that are this much softer than the mean of all (as a share of its power) are pauses and do not count: -10 dB. */
const GATE = 0.1

/**
 * How loud speech is, without its pauses: its level in amplitude, 0 if it is silent. After the gates of ITU-R BS.1770,
 * without its filter, as what is compared is speech.
 */
export function loudnessOf(samples: Float32Array, sampleRate: number): number {
  const step = Math.round(STRETCH * sampleRate)
  const powers: number[] = []
  for (let from = 0; from + step <= samples.length; from += step) {
    let sum = 0
    for (let i = from; i < from + step; i++) sum += samples[i]! ** 2
    powers.push(sum / step)
  }
  const audible = powers.filter((power) => power > 1e-7)
  const gate = mean(audible) * GATE
  return Math.sqrt(mean(audible.filter((power) => power >= gate)))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
