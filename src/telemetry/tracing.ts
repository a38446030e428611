/** Which traces are recorded, in the words of OpenTelemetry. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type SamplerName = (typeof SAMPLERS)[number]

/** How spans are written for the collector, in the words of OpenTelemetry. */
export const PROTOCOLS = ['http/protobuf', 'http/json'] as const

export type ProtocolName = (typeof PROTOCOLS)[number]

/** Where spans are sent, and which. */
export interface TracingConfig {
  /** The full URL of the collector, which takes OTLP over HTTP. */
  readonly url: string
  readonly protocol: ProtocolName
  /** Sent with all spans, such as a key of the collector. */
  readonly headers: Readonly<Record<string, string>>
  /** What all spans say of this server. `service.name` names it among others. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: SamplerName
  /** The share of traces that the samplers with a ratio record, from 0 to 1. */
  readonly ratio: number
}

/** Attributes of a span. Never a text, a key or anything else that a client wrote. What is undefined is left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** The headers `traceparent` and `tracestate` of W3C's Trace Context: the span that another one belongs to. */
export interface TraceContext {
  readonly traceparent?: string
  readonly tracestate?: string
}

/** A step that takes some time. It costs nothing to speak of if its trace is not recorded. */
export interface Span {
  /** What is sent to another server, so that its spans belong to this one. */
  readonly context: TraceContext
  /** Begins a step within this one. A span has a limited number of children of a name; those beyond are not recorded. */
  child(name: string, options?: SpanOptions): Span
  /** Notes something that happened now. */
  event(name: string, attributes?: Attributes): void
  set(attributes: Attributes): void
  /**
   * Ends it and all steps within it that are still open, once even if called again.
   *
   * @param error what failed, as a code or the name of a class
   * @param at when it ended (milliseconds of `performance.now`); by default now
   */
  end(error?: string, at?: number): void
}

/** How a span begins. */
export interface SpanOptions {
  readonly attributes?: Attributes
  /** What kind of work the span covers; by default a step within this process. */
  readonly kind?: 'server' | 'client'
  /** When the span began (milliseconds of `performance.now`); by default now. */
  readonly at?: number
}

/** What is known of a request when it comes, for the span that begins only with its turn. */
export interface Arrival {
  /** When the request came, and when its key had been checked (milliseconds of `performance.now`). */
  readonly at: number
  authorized: number | undefined
  readonly method: string
  /** As documented. */
  readonly route: string
  /** Whether it opens a WebSocket: then its turns have spans of their own. */
  readonly isHandshake: boolean
  /** As it was received. */
  readonly context: TraceContext
  /** Whether its span has begun, with its turn. */
  hasTurn: boolean
}

/** Records what takes time, as traces of spans. */
export interface Tracing {
  /**
   * Begins the first span of this process in a trace.
   *
   * @param parent as it was received. If it is missing or malformed, a new trace begins
   */
  begin(name: string, parent: TraceContext, options?: SpanOptions): Span
  /** Spans that have begun and not ended. */
  readonly open: number
  /** Sends what is not sent yet. Resolves when that is done, or after two seconds at the latest. */
  close(): Promise<void>
}
