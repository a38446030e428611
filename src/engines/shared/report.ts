import type { Durations } from '../../telemetry/durations.ts'

/** What a remote engine tells of one of its servers. Counts begin with the start of Purr. */
export interface ServerReport {
  /** Host and port. */
  readonly address: string
  /** Of its circuit breaker: requests go to it, one request tries it, none does. */
  readonly state: 'closed' | 'half-open' | 'open'
  /** Requests that are in progress. */
  readonly outstanding: number
  readonly requests: number
  readonly failures: number
  /** Requests that were sent to it because another one had failed. */
  readonly retries: number
  /** From a request to the first byte of audio. */
  readonly firstByte: Durations
}

/** What an engine on this machine tells of its workers. Counts begin with the start of Purr. */
export interface WorkersReport {
  /** Workers that can take a step, or are at one. */
  readonly ready: number
  /** Steps that wait for a worker. */
  readonly waiting: number
  /** What all workers together have spent on steps. */
  readonly busySeconds: number
  /** Workers that died or hung. */
  readonly replaced: number
  /** From the moment when a step was wanted until a worker took it. */
  readonly wait: Durations
}
