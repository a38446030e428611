import type { Caller } from '../accounts/authorize.ts'
import type { Transport } from './turn-metrics.ts'

/** Who asked for a turn, and how. */
export interface TurnOrigin {
  readonly caller: Caller
  readonly transport: Transport
  /** The span of the client that this turn belongs to, of many on a connection. Undefined: that of the request. */
  readonly traceparent?: string
}
