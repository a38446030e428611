import type { Durations } from '../../telemetry/durations.ts'

/** A server of a remote engine, for metrics. */
export interface ServerState {
  /** The server's URL, without secrets. */
  readonly url: string
  /** State of the server's circuit: `open` while it gets no requests, `half-open` while one request at a time probes it. */
  readonly state: 'closed' | 'open' | 'half-open'
  /** Requests that it works on now. */
  readonly outstanding: number
  /** Requests since the start. */
  readonly requests: number
  /** Requests that failed through the server's fault. */
  readonly failures: number
  /** Requests that it refused because it has as much to do as it can, or says that it is not available. */
  readonly refusals: number
  /** Requests that were a second try. */
  readonly retries: number
  /** Times from a request to its first audio, since the start. */
  readonly firstAudio: Durations
}
