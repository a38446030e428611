import type { Durations } from '../../telemetry/durations.ts'

/** A server of a remote engine, for metrics. */
export interface ServerState {
  /** The server's URL, without secrets. */
  readonly url: string
  /** State of the server's circuit: `open` while it gets no calls, `half-open` while one at a time probes whether it works. */
  readonly state: 'closed' | 'open' | 'half-open'
  /** Calls that it works on now. */
  readonly outstanding: number
  /** Calls since the start. */
  readonly requests: number
  /** Calls that failed through the server's fault. */
  readonly failures: number
  /** Calls that were a second try. */
  readonly retries: number
  /** Times from a call to its first audio, since the start. */
  readonly firstAudio: Durations
}
