/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Undefined for the first span of a trace. */
  readonly parentSpanId: string | undefined
  readonly name: string
  /** The service that it is of. */
  readonly service: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly events: readonly string[]
  readonly hasFailed: boolean
  /** Nanoseconds since 1970. */
  readonly start: bigint
  readonly end: bigint
}

/** What OpenTelemetry's exporter sends, as far as it is read. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[]
  }[]
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface WireSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly Attribute[]
  readonly events: readonly { readonly name: string }[]
  readonly status: { readonly code: number }
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}

/** A collector of spans that takes OTLP over HTTP as JSON. */
export class Collector {
  readonly spans: ReceivedSpan[] = []
  /** The bodies, as they came. */
  readonly bodies: string[] = []
  /** Headers of the last request. */
  headers: Headers = new Headers()
  /** What it answers with. */
  status = 200
  readonly #server: Bun.Server<undefined>

  constructor() {
    this.#server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      routes: { '/v1/traces': { POST: (request) => this.#take(request) } },
      fetch: () => new Response(null, { status: 404 }),
    })
  }

  /** Its address, without the path of traces. */
  get url(): string {
    return this.#server.url.href.replace(/\/$/, '')
  }

  /** The first spans of this process in their traces. */
  roots(): ReceivedSpan[] {
    const ids = new Set(this.spans.map(({ spanId }) => spanId))
    return this.spans.filter(({ parentSpanId }) => parentSpanId === undefined || !ids.has(parentSpanId))
  }

  childrenOf({ spanId }: ReceivedSpan): ReceivedSpan[] {
    return this.spans.filter(({ parentSpanId }) => parentSpanId === spanId)
  }

  clear(): void {
    this.spans.length = 0
    this.bodies.length = 0
  }

  async close(): Promise<void> {
    await this.#server.stop(true)
  }

  async #take(request: Request): Promise<Response> {
    const body = await request.text()
    if (this.status === 200) this.#note(body, request.headers)
    return Response.json({}, { status: this.status })
  }

  #note(body: string, headers: Headers): void {
    this.headers = headers
    this.bodies.push(body)
    for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name'])
      for (const each of scopeSpans.flatMap(({ spans }) => spans)) this.spans.push(spanOf(each, service))
    }
  }
}

function spanOf(span: WireSpan, service: string): ReceivedSpan {
  const { traceId, spanId, parentSpanId, name, attributes, events, status } = span
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    service,
    attributes: valuesOf(attributes),
    events: events.map((each) => each.name),
    hasFailed: status.code === 2,
    start: BigInt(span.startTimeUnixNano),
    end: BigInt(span.endTimeUnixNano),
  }
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
