import type { Snapshot } from '../../../../management/live/snapshot.ts'

/** How far back it goes (seconds). */
export const HISTORY = 300

/** What is drawn, of one moment. Null: nothing was measured. */
export interface Moment {
  /** Seconds since 1970. */
  readonly at: number
  readonly firstAudio: number | null
  readonly lag: number
  readonly busy: number
  readonly memory: number
}

/** The moments of the last minutes with that of a new snapshot. */
export function withMoment(moments: readonly Moment[], snapshot: Snapshot): readonly Moment[] {
  const at = Date.parse(snapshot.at) / 1000
  const kept = moments.filter((moment) => moment.at > at - HISTORY && moment.at < at)
  return [...kept, momentOf(snapshot, at)]
}

function momentOf({ first_audio, event_loop, models, memory }: Snapshot, at: number): Moment {
  return {
    at,
    firstAudio: first_audio.p95_ms,
    lag: event_loop.lag_ms,
    busy: models.reduce((sum, { workers }) => sum + (workers?.busy ?? 0), 0),
    memory: memory.rss_bytes,
  }
}
