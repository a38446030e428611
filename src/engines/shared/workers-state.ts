import type { Durations } from '../../telemetry/durations.ts'

/**
 * Workers of an engine that may hang for good. Their threads cannot be ended, and each keeps its memory and perhaps a core,
 * until the process ends. None beyond these is replaced.
 */
export const MOST_HUNG = 4

/** The workers of an engine on this machine, for metrics. */
export interface WorkersState {
  /** How many there are when all are ready. */
  readonly size: number
  /** Those that can take a step, or are at one. */
  readonly ready: number
  /** Steps that wait for a worker now. */
  readonly waiting: number
  /** When the first of those is due (milliseconds of `performance.now`); infinite when none waits, or none is urgent. */
  readonly deadline: number
  /** What each step took its worker, whether it was done or failed with an answer. */
  readonly steps: Durations
  /** Those that died or hung since the start. */
  readonly replaced: number
  /** Those of them whose threads still hang. From {@link MOST_HUNG} on, the process should end. */
  readonly hung: number
  /** From the moment a step was wanted until a worker took it. */
  readonly wait: Durations
}
