import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { fieldsOf } from '../../src/engines/onnx/protobuf.ts'
import { createLog } from '../../src/telemetry/log.ts'
import type { TracingConfig } from '../../src/telemetry/tracing.ts'
import { ExportedTraces } from '../../src/telemetry/tracing-export.ts'
import { Collector, type ReceivedSpan } from '../support/collector.ts'
import { eventually } from '../support/eventually.ts'
import { GatedEngine } from '../support/gated-engine.ts'
import { startPurr } from '../support/process.ts'
import { seeded } from '../support/random.ts'
import { FAR_VOICE, remoteModel } from '../support/remote-model.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

const RAW = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 }
const TEXT = 'A sentence that nobody may read. Another one.'
const REQUEST = { ...goodRequest, output_format: RAW, transcript: TEXT }
const CREDITS = 10_000_000
const PARENT = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
/** Time between two batches (milliseconds). */
const PERIOD = 20
const OTHER = { trace: 'a'.repeat(32), span: 'b'.repeat(16) }
const TRACEPARENT = `00-${PARENT.trace}-${PARENT.span}-01`

const collector = new Collector()
const engine = new GatedEngine()
let tracing: ExportedTraces
let service: Service
let member: Member

/** Traces that go to the collector, unless its address is another. What the log says of them goes into the lines. */
function traces(fields: Partial<TracingConfig> = {}, lines: string[] = []): ExportedTraces {
  const url = `${collector.url}/v1/traces`
  const config = {
    url,
    protocol: 'http/json',
    headers: {},
    resource: { 'service.name': 'purr' },
    sampler: 'parentbased_always_on',
    ratio: 1,
  } as const
  const log = createLog({ write: (line: string) => lines.push(line) })
  return new ExportedTraces({ ...config, ...fields }, '0', log, PERIOD)
}

beforeAll(async () => {
  tracing = traces({ headers: { 'x-collector-key': 'sesame' } })
  service = await startService({ tracing, engine })
  member = await service.member(CREDITS)
})
afterAll(async () => {
  await service.close()
  await tracing.close()
  await collector.close()
})

/** What was recorded while something was done, as soon as it has come: at least some traces, and nothing after them. */
async function recorded(work: () => Promise<unknown>, traces = 1): Promise<readonly ReceivedSpan[]> {
  collector.clear()
  await work()
  await eventually(() => tracing.open === 0 && collector.roots().length >= traces && isWhole())
  return collector.spans
}

/** Whether the parents of all spans that came have come. Those that end last are sent last. */
function isWhole(): boolean {
  const ids = new Set([PARENT.span, OTHER.span, ...collector.spans.map(({ spanId }) => spanId)])
  return collector.spans.every(({ parentSpanId }) => parentSpanId === undefined || ids.has(parentSpanId))
}

function named(spans: readonly ReceivedSpan[], name: string): ReceivedSpan[] {
  return spans.filter((each) => each.name === name)
}

const speak = (
  path: string,
  body: object = REQUEST,
  headers: Record<string, string> = {},
  key = member.key,
) => post(`${service.url}${path}`, key, body, headers)

describe('the trace of a turn', () => {
  test.each(['/tts/bytes', '/tts/sse'])('of POST %s has its steps, and says whose it is', async (path) => {
    const spans = await recorded(async () => {
      const answer = await speak(path, REQUEST, { 'x-request-id': 'request-of-a-test' })
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000)
    })
    const [root, ...others] = collector.roots()
    expect(others).toEqual([])
    expect(root).toMatchObject({
      name: `POST ${path}`,
      parentSpanId: undefined,
      service: 'purr',
      hasFailed: false,
      events: ['first segment queued', 'first audio made', 'first audio sent'],
      attributes: {
        'http.request.method': 'POST',
        'http.route': path,
        'http.response.status_code': 200,
        'purr.request.id': 'request-of-a-test',
        'purr.organization.id': member.organizationId,
        'purr.model': REQUEST.model_id,
        'purr.voice.id': REQUEST.voice.id,
        'purr.language': 'en-US',
        'purr.transport': path.slice('/tts/'.length),
        'purr.characters': TEXT.length,
        'purr.outcome': 'captured',
      },
    })
    expect(root!.attributes['purr.turn.id']).toMatch(/^[0-9a-f-]{36}$/)
    const slots = await service.storage.db.query.slots.findMany()
    expect(slots.map(({ turnId }): unknown => turnId)).toContain(root!.attributes['purr.turn.id'])
    expect(root!.attributes['purr.audio.seconds']).toBeGreaterThan(1)
    const steps = collector.childrenOf(root!).map(({ name }) => name)
    expect(steps.toSorted()).toEqual(['admit', 'authorize', 'resolve voice', 'segment', 'segment', 'settle'])
    for (const each of named(spans, 'segment')) expect(each.events).toEqual(['first audio'])
    for (const { start, end } of spans) {
      expect(start >= root!.start).toBe(true)
      expect(end <= root!.end).toBe(true)
    }
    expect(collector.headers.get('x-collector-key')).toBe('sesame')
  })

  test('of a WebSocket is one for each turn, within that of the client', async () => {
    const turns = ['mine', 'of the handshake']
    await recorded(async () => {
      const address = `${service.url.replace('http', 'ws')}/tts/websocket?api_key=${member.key}`
      const handshake = { traceparent: `00-${OTHER.trace}-${OTHER.span}-01` }
      const socket = new WebSocket(address, { headers: handshake })
      const ended = new Set<unknown>()
      socket.onmessage = ({ data }) => {
        const { done, context_id } = JSON.parse(data)
        if (done) ended.add(context_id)
      }
      await new Promise((resolve) => {
        socket.onopen = resolve
      })
      for (const context_id of turns) {
        const own = context_id === 'mine' ? { traceparent: TRACEPARENT } : {}
        socket.send(JSON.stringify({ ...REQUEST, ...own, context_id }))
      }
      await eventually(() => ended.size === turns.length)
      socket.close()
    }, turns.length)
    const roots = collector.roots()
    expect(roots.map(({ traceId }) => traceId).toSorted()).toEqual([PARENT.trace, OTHER.trace])
    expect(roots.map(({ parentSpanId }) => parentSpanId).toSorted()).toEqual([PARENT.span, OTHER.span])
    for (const root of roots) {
      expect(root).toMatchObject({
        name: 'turn',
        attributes: { 'purr.transport': 'websocket', 'purr.outcome': 'captured' },
      })
      const steps = collector.childrenOf(root).map(({ name }) => name)
      expect(steps.toSorted()).toEqual(['admit', 'resolve voice', 'segment', 'segment', 'settle'])
    }
  })

  test('that is interrupted ends with what had begun', async () => {
    engine.shut()
    await recorded(async () => {
      const client = await SpeechClient.connect(service.url, member.key)
      client.send({ ...REQUEST, context_id: 'turn' })
      await eventually(() => tracing.open > 1) // its own, and that of a segment
      client.send({ context_id: 'turn', cancel: true })
      engine.open()
      await eventually(() => tracing.open === 0)
      client.close()
    })
    const [root] = collector.roots()
    expect(root).toMatchObject({
      events: expect.arrayContaining(['interrupted']),
      attributes: { 'purr.outcome': 'interrupted' },
      hasFailed: false,
    })
    expect(collector.childrenOf(root!).map(({ name }) => name)).toContain('settle')
  })

  test.each([
    { why: 'without credits', code: 'payment_required', status: 402, fields: {} },
    {
      why: 'without a voice',
      code: 'voice_not_found',
      status: 404,
      fields: { voice: { mode: 'id', id: 'none' } },
    },
    { why: 'with a wrong field', code: 'missing_transcript', status: 400, fields: { transcript: 1 } },
  ])('that is refused $why says so, and is no failure', async ({ code, status, fields }) => {
    const poor = await service.member(1)
    await recorded(async () => {
      expect((await speak('/tts/bytes', { ...REQUEST, ...fields }, {}, poor.key)).status).toBe(status)
    })
    expect(collector.roots()).toMatchObject([
      {
        name: 'POST /tts/bytes',
        events: ['refused'],
        hasFailed: false,
        attributes: { 'error.type': code, 'http.response.status_code': status },
      },
    ])
  })

  test('that is refused because there were too many requests says so', async () => {
    const hasty = await service.member(CREDITS, { requestsPerMinute: 1, concurrency: 1 })
    await recorded(async () => {
      for (const status of [200, 429]) {
        const answer = await speak('/tts/bytes', REQUEST, {}, hasty.key)
        expect(answer.status).toBe(status)
        await answer.arrayBuffer()
      }
    }, 2)
    const refused = collector.roots().find(({ attributes }) => attributes['error.type'] === 'rate_limited')
    expect(refused).toMatchObject({ attributes: { 'purr.organization.id': hasty.organizationId } })
    expect(collector.childrenOf(refused!).map(({ name }) => name)).toEqual(['authorize'])
  })

  test('has no more spans than a bound, however often its text is cut', async () => {
    const spans = await recorded(async () => {
      const client = await SpeechClient.connect(service.url, member.key)
      const frame = { ...REQUEST, context_id: 'turn', continue: true }
      for (let at = 0; at < 60; at++) client.send({ ...frame, transcript: 'Yes. ', flush: true })
      client.send({ ...frame, transcript: '', continue: false })
      await client.turn('turn')
      client.close()
    })
    const [root] = collector.roots()
    expect(named(spans, 'admit')).toHaveLength(32)
    expect(named(spans, 'segment')).toHaveLength(32)
    expect(root!.attributes['purr.spans.dropped']).toBe(56)
  })

  test('has nothing that a client wrote, and no key', async () => {
    await recorded(async () => {
      await (await speak('/tts/bytes')).arrayBuffer()
      await speak('/tts/bytes', { ...REQUEST, voice: { mode: 'id', id: 'a name of somebody' } })
    }, 2)
    const sent = collector.bodies.join('\n')
    expect(sent).toContain('POST /tts/bytes')
    for (const secret of ['sentence', 'somebody', member.key, 'sesame']) expect(sent).not.toContain(secret)
  })
})

describe('requests that are aborted at any moment', () => {
  test('leave no span open, and each turn has one root', async () => {
    const turnsSoFar = async () =>
      (await service.turns.metrics.turns.get()).values.reduce((sum, { value }) => sum + value, 0)
    const random = seeded(7)
    const before = await turnsSoFar()
    collector.clear()
    const abort = async (path: string) => {
      const left = new AbortController()
      const { url } = service
      const headers = { authorization: `Bearer ${member.key}` }
      const body = JSON.stringify({ ...REQUEST, transcript: TEXT.repeat(4) })
      const wait = random() * 60
      const answered = fetch(`${url}${path}`, { method: 'POST', headers, body, signal: left.signal })
        .then((answer) => answer.arrayBuffer())
        .catch(() => {}) // aborted
      await Bun.sleep(wait)
      left.abort()
      await answered
    }
    const hangUp = async () => {
      const client = await SpeechClient.connect(service.url, member.key)
      client.send({ ...REQUEST, context_id: 'turn', transcript: TEXT.repeat(4) })
      await Bun.sleep(random() * 60)
      if (random() < 0.5) client.send({ context_id: 'turn', cancel: true })
      else client.close()
      await Bun.sleep(5)
      client.close()
    }
    const ways = [() => abort('/tts/bytes'), () => abort('/tts/sse'), hangUp]
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 20 }, () => ways[Math.floor(random() * ways.length)]!()))
    await service.turns.running.ended()
    await eventually(() => tracing.open === 0)
    const turns = (await turnsSoFar()) - before
    const roots = () => collector.roots().filter(({ attributes }) => attributes['purr.turn.id'] !== undefined)
    await eventually(() => roots().length >= turns && isWhole())
    expect(roots()).toHaveLength(turns)
    expect(new Set(roots().map(({ attributes }) => attributes['purr.turn.id'])).size).toBe(turns)
    expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(collector.spans.length)
    const outcomes = new Set(roots().map(({ attributes }) => attributes['purr.outcome']))
    expect(outcomes).toContain('interrupted')
  })
})

describe('a gateway and the engine behind it', () => {
  test.each(['websocket', 'bytes'] as const)('make one trace over %s', async (transport) => {
    const farTracing = traces({ resource: { 'service.name': 'far' } })
    const far = await startService({ tracing: farTracing })
    const { key } = await far.member(CREDITS)
    const fields = { engine: 'cartesia', urls: [far.url], model: goodRequest.model_id, transport }
    const model = await remoteModel(fields, { voice: goodRequest.voice.id, key })
    const near = await startService({ tracing, models: [model] })
    const payer = await near.member(CREDITS)
    const request = { ...REQUEST, model_id: 'far', voice: { mode: 'id', id: FAR_VOICE } }
    collector.clear()
    const answer = await post(`${near.url}/tts/bytes`, payer.key, request, { traceparent: TRACEPARENT })
    await answer.arrayBuffer()
    await eventually(() => tracing.open === 0 && farTracing.open === 0)
    const asked = () => named(collector.spans, 'ask server')
    const isThere = () => asked().every((each) => collector.childrenOf(each).length > 0)
    await eventually(() => isWhole() && asked().length > 0 && isThere() && collector.roots().length === 1)
    const [root] = collector.roots()
    expect(root).toMatchObject({ service: 'purr', parentSpanId: PARENT.span, traceId: PARENT.trace })
    expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([PARENT.trace]))
    expect(asked().length).toBe(transport === 'bytes' ? 2 : 1)
    const { hostname, port } = new URL(far.url)
    for (const each of asked()) {
      expect(each.attributes).toMatchObject({ 'server.address': hostname, 'server.port': Number(port) })
      const there = collector.childrenOf(each)
      expect(there.map(({ service: name }) => name)).toEqual(['far'])
      expect(collector.childrenOf(there[0]!).map(({ name }) => name)).toContain('segment')
    }
    await near.close()
    await model.engine.close()
    await far.close()
    await farTracing.close()
  })

  test('say which server failed', async () => {
    // Its health is good: a server that is known to be away is not asked.
    await using failing = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ method }) => new Response('', { status: method === 'POST' ? 500 : 200 }),
    })
    const model = await remoteModel(
      { engine: 'cartesia', urls: [failing.url.origin], model: 'none', transport: 'bytes' },
      { voice: 'none', key: 'none' },
    )
    const near = await startService({ tracing, models: [model] })
    const payer = await near.member(CREDITS)
    const request = {
      ...REQUEST,
      transcript: 'Hello.',
      model_id: 'far',
      voice: { mode: 'id', id: FAR_VOICE },
    }
    const spans = await recorded(async () => {
      expect((await post(`${near.url}/tts/bytes`, payer.key, request)).status).toBe(502)
    })
    expect(collector.roots()).toMatchObject([
      { hasFailed: true, attributes: { 'error.type': 'upstream_unavailable', 'purr.outcome': 'voided' } },
    ])
    expect(new Set(named(spans, 'ask server').map(({ hasFailed }) => hasFailed))).toEqual(new Set([true]))
    await near.close()
    await model.engine.close()
  })
})

describe('traces', () => {
  test.each([
    { sampler: 'always_off', traceparent: TRACEPARENT, isRecorded: false },
    { sampler: 'always_on', traceparent: TRACEPARENT.replace(/1$/, '0'), isRecorded: true },
    { sampler: 'parentbased_always_off', traceparent: TRACEPARENT, isRecorded: true },
    { sampler: 'parentbased_always_on', traceparent: TRACEPARENT.replace(/1$/, '0'), isRecorded: false },
    { sampler: 'parentbased_always_on', traceparent: 'nonsense', isRecorded: true },
  ] as const)('are recorded as $sampler says after $traceparent', async (each) => {
    collector.clear()
    const own = traces({ sampler: each.sampler })
    const span = own.begin('turn', { traceparent: each.traceparent })
    const isKnown = each.traceparent !== 'nonsense'
    expect(span.context.traceparent!.includes(PARENT.trace)).toBe(isKnown)
    expect(span.context.traceparent!.endsWith('-01')).toBe(each.isRecorded)
    span.child('step').end()
    span.end()
    await own.close()
    expect(collector.spans).toHaveLength(each.isRecorded ? 2 : 0)
  })

  test('are a share of all with a ratio', async () => {
    collector.clear()
    const own = traces({ sampler: 'traceidratio', ratio: 0.5 })
    for (let at = 0; at < 1000; at++) own.begin('turn', {}).end()
    await own.close()
    expect(collector.spans.length).toBeGreaterThan(400)
    expect(collector.spans.length).toBeLessThan(600)
  })

  test('wait in a bounded queue while the collector is away, and the log has one line', async () => {
    const lines: string[] = []
    const own = traces({ url: 'http://127.0.0.1:9/v1/traces' }, lines)
    for (let at = 0; at < 20_000; at++) own.begin('turn', {}).end()
    expect(own.open).toBe(0)
    await own.close()
    await eventually(() => lines.length > 0)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 40 })
  })

  test('hold up no stop when the collector hangs', async () => {
    const asked = Promise.withResolvers<void>()
    const hung = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch() {
        asked.resolve()
        return new Promise<Response>(() => {})
      },
    })
    const lines: string[] = []
    const own = traces({ url: `${hung.url}v1/traces` }, lines)
    own.begin('turn', {}).end()
    await asked.promise
    await own.close()
    expect(lines).toEqual([]) // the exporter has not given up yet
    await hung.stop(true)
  })
})

test('spans are sent as protobuf, with what is told of the server', async () => {
  const received = Promise.withResolvers<{ type: string | null; body: Uint8Array }>()
  await using taking = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      received.resolve({ type: request.headers.get('content-type'), body: await request.bytes() })
      return new Response()
    },
  })
  const resource = { 'service.name': 'purr', 'service.instance.id': 'pod-7' }
  const own = traces({ url: `${taking.url}v1/traces`, protocol: 'http/protobuf', resource })
  own.begin('turn', { traceparent: TRACEPARENT }).end()
  await own.close()
  const { type, body } = await received.promise
  expect(type).toBe('application/x-protobuf')
  // The numbers are those of opentelemetry/proto/trace/v1/trace.proto and of what it includes.
  const [told] = within([body], 1)
  const attributes = within([told!], 1, 1).map((each) => within([each], 1)[0]!)
  const values = within([told!], 1, 1).map((each) => within([each], 2, 1)[0])
  const known = attributes.map((name, at) => [
    String(Buffer.from(name)),
    values[at] && String(Buffer.from(values[at])),
  ])
  expect(Object.fromEntries(known)).toMatchObject(resource)
  const spans = within([told!], 2, 2)
  expect(spans).toHaveLength(1)
  expect(within(spans, 1).map((id) => id.toHex())).toEqual([PARENT.trace])
  expect(within(spans, 4).map((id) => id.toHex())).toEqual([PARENT.span])
  expect(within(spans, 5).map((name) => String(Buffer.from(name)))).toEqual(['turn'])
})

/** The parts of messages of Protocol Buffers that a path of field numbers leads to. */
function within(messages: readonly Uint8Array[], ...path: number[]): Uint8Array[] {
  const [number, ...rest] = path
  if (number === undefined) return [...messages]
  const parts = messages.flatMap((each) => [...fieldsOf(each)].filter((field) => field.number === number))
  return within(
    parts.map(({ value }) => value as Uint8Array),
    ...rest,
  )
}

test('a server without tracing loads no package for it', async () => {
  const program = Bun.spawn(['bun', join(import.meta.dir, 'loaded-packages.ts')], { stdout: 'pipe' })
  const told = await new Response(program.stdout).json()
  const { before, after } = told as { before: number; after: number }
  expect(before).toBe(0)
  expect(after).toBeGreaterThan(10)
})

test('a server that stops sends what it has', async () => {
  collector.clear()
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'whole',
  }
  const purr = await startPurr(env)
  await (await post(`${purr.url}/tts/bytes`, purr.key, REQUEST)).arrayBuffer()
  expect(await purr.stop()).toBe(0)
  await purr.remove()
  expect(collector.roots()).toMatchObject([{ service: 'whole', name: 'POST /tts/bytes' }])
})
