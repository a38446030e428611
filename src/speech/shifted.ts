import type { Time, WordTime } from '../engines/shared/engine.ts'

/** A word that sounds so much later. */
export function shifted(word: WordTime, seconds: number): WordTime {
  const later = <Timed extends Time>(timed: Timed): Timed => ({
    ...timed,
    start: timed.start + seconds,
    end: timed.end + seconds,
  })
  const said = word.said.map((spoken) => ({ ...later(spoken), phones: spoken.phones.map(later) }))
  return { ...later(word), said }
}
