import { mean, standardDeviation } from '../statistics.ts'
import { times, valueAt } from '../track.ts'
import type { Utterance } from './utterance.ts'

export interface Melody {
  /** Mean pitch in Hz, of semitones. */
  readonly f0: number
  /** Standard deviation within an utterance, in semitones. */
  readonly within: number
  /** Standard deviation between the means of the utterances, in semitones. */
  readonly between: number
}

/** How the pitch moves in some utterances of one voice. Octave errors are kept out by Praat's search (`tracks.praat`). */
export function melodyOf(utterances: readonly Utterance[]): Melody {
  const semitones = utterances.map(({ pitch }) =>
    times(pitch).map((time) => 12 * Math.log2(valueAt(pitch, time)!)),
  )
  const means = semitones.map(mean)
  return {
    f0: 2 ** (mean(means) / 12),
    within: mean(semitones.map(standardDeviation)),
    between: standardDeviation(means),
  }
}
