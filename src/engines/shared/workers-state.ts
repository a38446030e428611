import type { Durations } from '../../telemetry/durations.ts'

/** The workers of an engine on this machine, for metrics. */
export interface WorkersState {
  /** How many there are when all are ready. */
  readonly size: number
  /** Those that can take a step, or are at one. */
  readonly ready: number
  /** Steps that wait for a worker now. */
  readonly waiting: number
  /** What each step took its worker, whether it was done or failed with an answer. */
  readonly steps: Durations
  /** Those that died or hung since the start. */
  readonly replaced: number
  /** From the moment a step was wanted until a worker took it. */
  readonly wait: Durations
}
