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
  /** The first audio of calls since the start: how many had some, and how long all of these took together. */
  readonly firstAudio: { readonly count: number; readonly seconds: number }
}
