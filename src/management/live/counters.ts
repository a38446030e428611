import type { Registry } from 'prom-client'
import type { Models } from '../../engines/models.ts'
import type { ErrorCode } from '../../http/errors.ts'
import { statements } from '../../storage/statement-counts.ts'
import type { DurationCounts } from '../../telemetry/durations.ts'
import { durationsOf, totalOf } from '../../telemetry/metric-values.ts'
import type { TurnServices } from '../../tts/turn.ts'

/** What had been counted at a moment since the start of the process. */
export interface Counters {
  /** Milliseconds of `performance.now`. */
  readonly at: number
  readonly turns: number
  readonly failedTurns: number
  readonly lateChunks: number
  readonly firstAudio: DurationCounts
  readonly lag: DurationCounts
  readonly statements: DurationCounts
  /** Seconds that the workers of each model were busy. */
  readonly busy: ReadonlyMap<string, number>
  readonly refusals: ReadonlyMap<ErrorCode, number>
}

/** Reads what is counted for Prometheus, and by the parts that count by themselves. */
export async function readCounters(
  registry: Registry,
  { models, refusals }: Pick<TurnServices, 'models' | 'refusals'>,
): Promise<Counters> {
  return {
    at: performance.now(),
    turns: await totalOf(registry, 'purr_turns_total'),
    failedTurns: await totalOf(registry, 'purr_turn_errors_total'),
    lateChunks: await totalOf(registry, 'purr_late_chunks_total'),
    firstAudio: await durationsOf(registry, 'purr_turn_first_audio_seconds'),
    lag: await durationsOf(registry, 'purr_event_loop_lag_seconds'),
    statements: allStatements(),
    busy: busySeconds(models),
    refusals: new Map(refusals.counts),
  }
}

function allStatements(): DurationCounts {
  const { organization, service } = statements
  return {
    counts: organization.counts.map((count, bucket) => count + service.counts[bucket]!),
    sum: organization.sum + service.sum,
  }
}

function busySeconds(models: Models): ReadonlyMap<string, number> {
  return new Map(models.all.map((model) => [model.id, model.workers?.().steps.sum ?? 0]))
}
