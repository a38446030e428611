import type { Time, WordTime } from './engine.ts'

/** A word moved later by some seconds; by a negative number it is moved earlier, but not before 0. */
export function shifted(word: WordTime, seconds: number): WordTime {
  return retimed(word, (time) => Math.max(0, time + seconds))
}

/** A word whose times are others: its own, and those of what is said for it. */
export function retimed(word: WordTime, timeOf: (time: number) => number): WordTime {
  const moved = <Timed extends Time>(timed: Timed): Timed => ({
    ...timed,
    start: timeOf(timed.start),
    end: timeOf(timed.end),
  })
  const said = word.said.map((spoken) => ({ ...moved(spoken), phones: spoken.phones.map(moved) }))
  return { ...moved(word), said }
}
