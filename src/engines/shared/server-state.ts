import type { Durations } from '../../telemetry/durations.ts'

/** A server of a remote engine, for metrics. */
export interface ServerState {
  /** Its address. It has no secrets. */
  readonly url: string
  /** Of its circuit: `open` while no calls go to it, `half-open` while one at a time tries whether it works again. */
  readonly state: 'closed' | 'open' | 'half-open'
  /** Calls that it works on now. */
  readonly outstanding: number
  /** Calls since the start. */
  readonly requests: number
  /** Those that failed through its fault. */
  readonly failures: number
  /** Those that were a second try. */
  readonly retries: number
  /** From calls to their first audio, since the start. */
  readonly firstAudio: Durations
}
