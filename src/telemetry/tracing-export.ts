import {
  type Context,
  type HrTime,
  type Span as OpenTelemetrySpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from './log.ts'
import type { Attributes, Span, SpanOptions, TraceContext, Tracing, TracingConfig } from './tracing.ts'

/** Spans that wait to be sent. What comes beyond is dropped: a collector that is away costs no more than this. */
const QUEUE = 4096
/** Spans that are sent at once: few enough that writing them holds up no audio. */
const BATCH = 128
/** Time between two batches (milliseconds). */
const PERIOD = 1000
/** The longest that the collector is tried for one batch (milliseconds). */
const EXPORT_TIMEOUT = 5000
/** The longest that a stopping server waits for the collector (milliseconds). */
const CLOSE_TIMEOUT = 2000
/** Most children of one name that a span has. */
const MOST_CHILDREN = 32

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const
const EXPORTERS = { 'http/protobuf': ProtobufExporter, 'http/json': JsonExporter } as const
const PROPAGATOR = new W3CTraceContextPropagator()
const GETTER = {
  keys: (carrier: TraceContext) => Object.keys(carrier),
  get: (carrier: TraceContext, key: string) => carrier[key as keyof TraceContext],
}
const SETTER = {
  set: (carrier: Record<string, string>, key: string, value: string) => {
    carrier[key] = value
  },
}

/** Traces that are sent to a collector in batches, by OpenTelemetry's own packages. */
export class ExportedTraces implements Tracing {
  readonly #provider: TracerProvider
  readonly #recorder: Recorder

  /** @param period time between two batches (milliseconds) */
  constructor(
    { url, protocol, headers, resource, sampler, ratio }: TracingConfig,
    version: string,
    log: Log,
    period = PERIOD,
  ) {
    const exporter = new EXPORTERS[protocol]({
      url,
      headers: { ...headers },
      timeoutMillis: EXPORT_TIMEOUT,
    })
    const processor = new BatchSpanProcessor({
      exporter: new ReportingExporter(exporter, log),
      maxQueueSize: QUEUE,
      maxExportBatchSize: BATCH,
      scheduledDelayMillis: period,
      exportTimeoutMillis: EXPORT_TIMEOUT * 2,
    })
    const names = { 'service.version': version, ...resource }
    this.#provider = new TracerProvider({
      resource: defaultResource().merge(resourceFromAttributes(names)),
      sampler: samplerOf(sampler, ratio),
      spanProcessors: [processor],
    })
    this.#recorder = { tracer: this.#provider.getTracer('purr', version), open: 0 }
  }

  get open(): number {
    return this.#recorder.open
  }

  begin(name: string, parent: TraceContext, options: SpanOptions = {}): Span {
    const context = PROPAGATOR.extract(ROOT_CONTEXT, parent, GETTER)
    // The wall clock is read once a trace: the times of its spans can be compared to the microsecond.
    return started(name, options, {
      recorder: this.#recorder,
      context,
      epoch: Date.now() - performance.now(),
    })
  }

  async close(): Promise<void> {
    const flushed = this.#provider.shutdown().catch(() => {}) // the exporter has notified the log
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, CLOSE_TIMEOUT)
    await Promise.race([flushed, timeout.promise])
    clearTimeout(timer)
  }
}

interface Recorder {
  readonly tracer: Tracer
  open: number
}

/** What a span has from the one around it. */
interface Surroundings {
  readonly recorder: Recorder
  /** OpenTelemetry's context, which names the surrounding span. */
  readonly context: Context
  /** The wall clock when `performance.now` was 0 (milliseconds). */
  readonly epoch: number
}

function started(name: string, { attributes = {}, kind, at }: SpanOptions, around: Surroundings): Span {
  const span = around.recorder.tracer.startSpan(
    name,
    {
      kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
      startTime: timeOf(at ?? performance.now(), around.epoch),
      attributes,
    },
    around.context,
  )
  const context = trace.setSpan(around.context, span)
  return span.isRecording() ? new RecordedSpan(span, { ...around, context }) : new PassedSpan(context)
}

/** A span of a trace that is not recorded, or one beyond the bound. It only says where it belongs. */
class PassedSpan implements Span {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  get context(): TraceContext {
    return headersOf(this.#context)
  }

  child(): Span {
    return this
  }

  event(): void {}

  set(): void {}

  end(): void {}
}

class RecordedSpan implements Span {
  readonly #span: OpenTelemetrySpan
  readonly #around: Surroundings
  /** How many have begun, by their names. */
  readonly #begun = new Map<string, number>()
  readonly #open = new Set<Span>()
  #dropped = 0
  #hasEnded = false
  #left: (() => void) | undefined

  constructor(span: OpenTelemetrySpan, around: Surroundings) {
    this.#span = span
    this.#around = around
    around.recorder.open++
  }

  get context(): TraceContext {
    return headersOf(this.#around.context)
  }

  child(name: string, options: SpanOptions = {}): Span {
    const begun = this.#begun.get(name) ?? 0
    if (this.#hasEnded) return new PassedSpan(this.#around.context)
    if (begun >= MOST_CHILDREN) {
      this.#dropped++
      return new PassedSpan(this.#around.context)
    }
    this.#begun.set(name, begun + 1)
    const child = started(name, options, this.#around)
    if (child instanceof RecordedSpan) {
      this.#open.add(child)
      child.#left = () => this.#open.delete(child)
    }
    return child
  }

  event(name: string, attributes: Attributes = {}): void {
    this.#span.addEvent(name, attributes, timeOf(performance.now(), this.#around.epoch))
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes)
  }

  end(error?: string, at = performance.now()): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    for (const child of this.#open) child.end()
    if (this.#dropped > 0) this.#span.setAttribute('purr.spans.dropped', this.#dropped)
    if (error !== undefined) {
      this.#span.setAttribute('error.type', error)
      this.#span.setStatus({ code: SpanStatusCode.ERROR })
    }
    this.#span.end(timeOf(at, this.#around.epoch))
    this.#around.recorder.open--
    this.#left?.()
  }
}

function headersOf(context: Context): TraceContext {
  const headers: Record<string, string> = {}
  PROPAGATOR.inject(context, headers, SETTER)
  return headers
}

/** A time of `performance.now` on the wall clock, in seconds and nanoseconds. */
function timeOf(at: number, epoch: number): HrTime {
  const seconds = Math.floor((at + epoch) / 1000)
  return [seconds, Math.round((at + epoch - seconds * 1000) * 1e6)]
}

function samplerOf(name: TracingConfig['sampler'], ratio: number): Sampler {
  const own = name.replace(/^parentbased_/, '')
  const root =
    own === 'always_on'
      ? new AlwaysOnSampler()
      : own === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return own === name ? root : new ParentBasedSampler({ root })
}

/** Notifies the log when spans cannot be sent, once, and when they can be again. */
class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter
  readonly #log: Log
  #fails = false

  constructor(exporter: SpanExporter, log: Log) {
    this.#exporter = exporter
    this.#log = log
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#report(result)
      // The processor has nothing to add to a failure.
      done({ code: ExportResultCode.SUCCESS })
    })
  }

  #report({ code, error }: ExportResult): void {
    const fails = code === ExportResultCode.FAILED
    if (fails === this.#fails) return
    this.#fails = fails
    // What the collector answers is not logged: it may quote what it was sent.
    const reason = error === undefined ? undefined : { name: error.name, code: codeOf(error) }
    if (fails) this.#log.warn({ reason }, 'spans cannot be sent to the collector; turns go on without them')
    else this.#log.info('spans are sent to the collector again')
  }

  async shutdown(): Promise<void> {
    await this.#exporter.shutdown()
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.()
  }
}

/** The status of HTTP or the code of the system. */
function codeOf(error: Error): string | number | undefined {
  const { code, cause } = error as { code?: string | number; cause?: { code?: string } }
  return code ?? cause?.code
}
