import { mean, standardDeviation } from '../statistics.ts'
import type { Acoustics } from './acoustics.ts'

/**
 * The features that identify speakers. Each group has the same weight. Each feature is scaled by its spread over the
 * clips.
 */
const GROUPS: readonly ((acoustics: Acoustics) => readonly number[])[] = [
  ({ f0 }) => [Math.log(f0)],
  ({ range }) => [range],
  ({ scale }) => [Math.log(scale)],
  // Independent of the level.
  ({ spectrum }) => spectrum.map((level) => level - mean(spectrum)),
]

/**
 * Makes a recogniser of the clips' speakers. It returns the index of the clip that is nearest to other speech. The
 * distance is the root of the mean over the groups of the mean squared difference in standard deviations.
 */
export function identifier(clips: readonly Acoustics[]): (speech: Acoustics) => number {
  const known = clips.map(features)
  const deviations = GROUPS.map((_, group) =>
    known[0]![group]!.map((_, index) => standardDeviation(known.map((speaker) => speaker[group]![index]!))),
  )
  return (speech) => {
    const heard = features(speech)
    const distances = known.map((speaker) =>
      mean(
        speaker.map((numbers, group) =>
          mean(numbers.map((x, index) => ((x - heard[group]![index]!) / deviations[group]![index]!) ** 2)),
        ),
      ),
    )
    return distances.indexOf(Math.min(...distances))
  }
}

function features(acoustics: Acoustics): (readonly number[])[] {
  return GROUPS.map((group) => group(acoustics))
}
