import { mean, standardDeviation } from '../statistics.ts'
import { syllableNuclei } from '../syllables.ts'
import { FRAME_STEP } from './frames.ts'
import type { Speech, Utterance } from './utterance.ts'

/** The greatest distance of nuclei without a pause between them, in seconds. */
const MAX_SYLLABLE = 0.5
/** The shortest pause, in seconds. Shorter silences are closures. */
const MIN_PAUSE = 0.15

export interface Rhythm {
  /** Normalised pairwise variability index of the times from one syllable's nucleus to the next: 0 for a metronome. */
  readonly variability: number
  /** Standard deviation of the nuclei's levels within an utterance, in dB. */
  readonly levels: number
  /** Share of the time in pauses. */
  readonly pauses: number
}

/** How even syllables are in time and level. */
export function rhythmOf(utterances: readonly Utterance[]): Rhythm {
  const nuclei = utterances.map(({ pitch, intensity }) => syllableNuclei(pitch, intensity))
  const differences = nuclei.flatMap((all) => {
    const steps = all.slice(1).map(({ time }, index) => time - all[index]!.time)
    return steps
      .slice(1)
      .map((step, index) => [step, steps[index]!] as const)
      .filter((pair) => Math.max(...pair) < MAX_SYLLABLE)
      .map(([a, b]) => Math.abs(a - b) / ((a + b) / 2))
  })
  const levels = nuclei.map((all) => all.map(({ level }) => level)).filter((all) => all.length > 2)
  const seconds = utterances.reduce((sum, utterance) => sum + utterance.seconds, 0)
  return {
    // Grabe and Low, "Durational variability in speech and the rhythm class hypothesis", 2002.
    variability: 100 * mean(differences),
    levels: mean(levels.map(standardDeviation)),
    pauses: utterances.reduce((sum, utterance) => sum + pausing(utterance), 0) / seconds,
  }
}

/** The time in pauses, in seconds. */
function pausing({ frames, silence }: Speech): number {
  let seconds = 0
  let silent = 0
  for (const { level } of frames) {
    if (level < silence) silent += FRAME_STEP
    else {
      if (silent >= MIN_PAUSE) seconds += silent
      silent = 0
    }
  }
  return seconds
}
