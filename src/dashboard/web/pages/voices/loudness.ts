/** How loud somebody speaks into the microphone. */
export type Loudness = 'quiet' | 'good' | 'loud'

/** The peak from which on a recording counts as clipped. */
const LOUD = 0.98
/** Below this peak, noise comes near to the voice: 26 dB below full scale. */
const QUIET = 0.05
/** How long a peak counts (milliseconds): pauses between words are no silence. */
const MEMORY = 1500

/** What is heard of a microphone, judged over the last moments. */
export class LoudnessJudge {
  #peaks: { at: number; peak: number }[] = []

  /** @param at milliseconds */
  judge(peak: number, at: number): Loudness {
    this.#peaks = [...this.#peaks.filter((each) => each.at > at - MEMORY), { at, peak }]
    const most = Math.max(...this.#peaks.map((each) => each.peak))
    if (most >= LOUD) return 'loud'
    return most < QUIET ? 'quiet' : 'good'
  }
}

/** A peak as a part of the meter, which shows 60 decibels. */
export function meterOf(peak: number): number {
  return Math.max(0, Math.min(1, 1 + (20 * Math.log10(Math.max(peak, 1e-6))) / 60))
}
