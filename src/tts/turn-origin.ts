import type { Caller } from '../accounts/authorize.ts'

/** How the text of a turn comes, and how its audio leaves. */
export const TRANSPORTS = [
  'bytes',
  'sse',
  'websocket',
  'openai',
  'jambonz',
  'call',
  'wyoming',
  'prompt',
] as const
export type Transport = (typeof TRANSPORTS)[number]

/** Who asked for a turn, and how. */
export interface TurnOrigin {
  readonly caller: Caller
  readonly transport: Transport
  /** The span of the client that this turn belongs to, of many on a connection. Undefined: that of the request. */
  readonly traceparent?: string
}
