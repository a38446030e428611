import type { Durations } from '../../telemetry/durations.ts'

/**
 * Workers of an engine that may hang for good. Their threads cannot be ended, and each keeps its memory and perhaps a core,
 * until the process ends. None beyond these is replaced.
 */
export const MOST_HUNG = 4

/** The workers of an engine on this machine, for metrics. */
export interface WorkersState {
  /** Workers when all are ready. */
  readonly size: number
  /** Workers that can take a step or are doing one. */
  readonly ready: number
  /** Steps that wait for a worker now. */
  readonly waiting: number
  /** When the first waiting step is due (milliseconds of `performance.now`); infinite when none waits or none is urgent. */
  readonly deadline: number
  /** How long each step took its worker, whether it succeeded or failed with an answer. */
  readonly steps: Durations
  /** Workers that died or hung since the start. */
  readonly replaced: number
  /** Workers whose threads still hang. From {@link MOST_HUNG} on, the process should end. */
  readonly hung: number
  /** How long each step waited for a worker. */
  readonly wait: Durations
}
