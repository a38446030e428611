import type { Time, WordTime } from './engine.ts'

/** A word moved later by some seconds; by a negative number it is moved earlier, but not before 0. */
export function shifted(word: WordTime, seconds: number): WordTime {
  const moved = <Timed extends Time>(timed: Timed): Timed => ({
    ...timed,
    start: Math.max(0, timed.start + seconds),
    end: Math.max(0, timed.end + seconds),
  })
  const said = word.said.map((spoken) => ({ ...moved(spoken), phones: spoken.phones.map(moved) }))
  return { ...moved(word), said }
}
