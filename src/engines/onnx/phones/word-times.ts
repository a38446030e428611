import type { PhoneInventory } from '../../../languages/shared/pronunciation/phone-inventory.ts'
import type { Encoding } from '../../pronunciation/encoding.ts'
import type { SpokenTime, Time, WordTime } from '../../shared/engine.ts'

/** The end in seconds of each id of a graph's input, in audio of a given length; the ids' durations are in any unit. */
export function endsOf(durations: readonly number[], seconds: number): number[] {
  const total = durations.reduce((sum, each) => sum + each, 0)
  let passed = 0
  return durations.map((each) => {
    passed += each
    return (passed / total) * seconds
  })
}

/** When the words of written phones are heard. A word stands between two spaces and is more than a mark. */
export class PhoneWordClock {
  readonly times: Time[] = []

  /**
   * Adds a chunk of phones.
   *
   * @param ends when each symbol of the chunk ends, in seconds from the start of the segment
   * @param start when the first one begins
   */
  add(chunk: string, ends: readonly number[], start: number): void {
    for (const { 0: word, index } of chunk.matchAll(/[^ ,;:.?!]+/g)) {
      const begin = index === 0 ? start : ends[index - 1]!
      this.times.push({ start: begin, end: ends[index + word.length - 1]! })
    }
  }
}

/**
 * When the written words of a segment are heard, up to the first one that is not spoken yet.
 *
 * @param times of the words of its phones: what has no separator within it is one
 */
export function wordTimesOf(
  { ids, words }: Encoding,
  inventory: PhoneInventory,
  times: readonly Time[],
): WordTime[] {
  const wordAt: number[] = []
  let count = -1
  for (const [at, id] of ids.entries()) {
    const isPhone = inventory.ipa(id) !== undefined
    if (isPhone && inventory.ipa(ids[at - 1] ?? 0) === undefined) count++
    wordAt.push(count)
  }
  const timed: WordTime[] = []
  let end = 0
  for (const { written, said } of words) {
    const spoken: SpokenTime[] = []
    for (const { spoken: word, from, to } of said) {
      const [first, last] = [times[wordAt[from]!], times[wordAt[to - 1]!]]
      if (first === undefined || last === undefined) return timed
      end = last.end
      spoken.push({ word, start: first.start, end, phones: [] })
    }
    timed.push({ word: written, start: spoken[0]?.start ?? end, end, said: spoken })
  }
  return timed
}
