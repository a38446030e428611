import { describe, expect, test } from 'bun:test'
import { type AddressInfo, createServer } from 'node:net'
import {
  EngineFailure,
  EngineFull,
  ServersFailed,
  ServersFull,
} from '../../../../src/engines/shared/engine.ts'
import { ModelError } from '../../../../src/engines/shared/engine-kind.ts'
import { eventually } from '../../../support/eventually.ts'
import { seeded } from '../../../support/random.ts'
import { failureOf, opened, pitchOf, SENTENCE, speak, spoken } from './spoken.ts'
import { type StandIn, standIn, streamed, TONE, tone } from './stand-ins.ts'

const PCM = { 'content-type': 'audio/pcm' }
const EVENTS = { 'content-type': 'text/event-stream' }
const SECOND = tone(24_000, 1)
/** What a server answers with. */
type Body = string | Uint8Array<ArrayBuffer> | (() => AsyncGenerator<Uint8Array | string>)

const never = new Promise<never>(() => {})

const open = (servers: readonly { readonly url: string }[], fields = {}) =>
  opened({ urls: servers.map(({ url }) => url), model: 'kokoro', ...fields })
const answering = (body: Body, headers: Record<string, string> = PCM) =>
  standIn(() => new Response(body, { headers }))

/** An address at which nobody listens. */
function deadAddress(): { readonly url: string } {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const url = `${server.url.href}v1`
  server.stop(true)
  return { url }
}

const events = (...data: unknown[]) => data.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')
const DELTA = { type: 'speech.audio.delta', audio: Buffer.from(SECOND).toString('base64') }
const DONE = { type: 'speech.audio.done' }

describe('a server', () => {
  test('that is dead at the start is tried twice; then no requests go to it for a while', async () => {
    const { engine, health, servers } = await open([deadAddress()])
    expect(health()).toBe('ready')
    expect(await failureOf(speak(engine))).toBeInstanceOf(EngineFailure)
    expect(servers!()[0]).toMatchObject({ requests: 2, failures: 2, retries: 1, outstanding: 0 })
    expect(await failureOf(speak(engine))).toBeInstanceOf(EngineFailure)
    expect(servers!()[0]).toMatchObject({ requests: 3, state: 'open' })
    expect(String(await failureOf(speak(engine)))).toContain('no server answers')
    expect(servers!()[0]!.requests).toBe(3)
    expect(health()).toBe('unavailable')
  })

  test('that comes to life is found', async () => {
    const { url } = deadAddress()
    const { engine, health } = await open([{ url }])
    for (let i = 0; i < 3; i++) await failureOf(speak(engine))
    const { port } = new URL(url)
    await using _ = {
      server: Bun.serve({
        port: Number(port),
        hostname: '127.0.0.1',
        fetch: () => new Response(SECOND, { headers: PCM }),
      }),
      async [Symbol.asyncDispose]() {
        await this.server.stop(true)
      },
    }
    await eventually(async () => {
      const failure = await failureOf(speak(engine)).catch(() => undefined)
      return failure === undefined
    })
    expect(health()).toBe('ready')
  })

  test('that is away for a while is waited for in the middle of a turn', async () => {
    let isAway = true
    await using server = standIn(() =>
      isAway ? new Response('', { status: 500 }) : new Response(SECOND, { headers: PCM }),
    )
    const { engine, servers } = await open([server])
    while (servers!()[0]!.state === 'closed') await failureOf(speak(engine))
    isAway = false
    expect(String(await failureOf(speak(engine)))).toContain('no server answers')
    expect((await spoken(engine, undefined, { isOpening: false })).pcm.length).toBeGreaterThan(0)
  })

  test('that never answers its probe keeps its listener waiting no longer than needed where another one works', async () => {
    let isMute = false
    await using mute = standIn(() => (isMute ? never : new Response('', { status: 500 })))
    await using good = answering(SECOND)
    const { engine, servers } = await open([mute, good], { first_audio_timeout_ms: 600_000 })
    while (servers!()[0]!.state === 'closed') await spoken(engine)
    isMute = true
    await eventually(async () => servers!()[0]!.state === 'half-open')
    const { failures } = servers!()[0]!
    while (servers!()[0]!.failures === failures) await spoken(engine)
  })

  test('that is dead has another one speak in its place', async () => {
    await using good = answering(SECOND)
    const { engine, health } = await open([deadAddress(), good])
    for (let i = 0; i < 8; i++) expect((await spoken(engine)).pcm.length).toBeGreaterThan(21_000)
    expect(health()).toBe('degraded')
  })

  test.each([
    ['chunked', 'Transfer-Encoding: chunked', `${SECOND.length.toString(16)}\r\n`, '\r\n'],
    ['of a known length', `Content-Length: ${2 * SECOND.length}`, '', ''],
  ])('that breaks off an answer %s has failed, and is not asked again', async (_, header, before, after) => {
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>()
    const server = createServer((socket) => {
      socket.once('data', async () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: audio/pcm\r\n${header}\r\n\r\n${before}`)
        socket.write(SECOND)
        socket.write(after)
        await heard
        socket.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const { engine, servers } = await open([{ url: `http://127.0.0.1:${port}/v1` }])
    const hearing = async function* () {
      for await (const speech of speak(engine)) {
        hear()
        yield speech
      }
    }
    expect(await failureOf(hearing())).toBeInstanceOf(EngineFailure)
    expect(servers!()[0]).toMatchObject({ requests: 1, failures: 1, outstanding: 0 })
    server.close()
  })

  test.each([
    ['before it answers', () => never],
    ['before its first audio', () => new Response(streamed(hanging([])), { headers: PCM })],
  ])('that hangs %s has another one speak in its place', async (_, answer) => {
    await using slow = standIn(answer as () => Response)
    await using good = answering(SECOND)
    const { engine, servers } = await open([slow, good], { first_audio_timeout_ms: 500 })
    expect(pitchOf((await spoken(engine)).pcm)).toBeCloseTo(TONE, 0)
    expect(servers!()).toMatchObject([{ failures: 1 }, { failures: 0, retries: 1 }])
    await eventually(() => slow.abandoned === 1)
  })

  test('that stalls has failed', async () => {
    await using server = answering(streamed(hanging([SECOND])))
    const { engine, servers } = await open([server], { idle_timeout_ms: 100 })
    expect(String(await failureOf(speak(engine)))).toContain('sent nothing for 100 ms')
    expect(servers!()[0]).toMatchObject({ requests: 1, failures: 1, outstanding: 0 })
    await eventually(() => server.abandoned === 1)
  })

  test('is given all the time that its reader takes', async () => {
    await using server = answering(streamed([SECOND, SECOND, SECOND]))
    const { engine } = await open([server], { idle_timeout_ms: 400 })
    let count = 0
    for await (const _ of speak(engine)) {
      if (count++ === 0) await Bun.sleep(800)
    }
    expect(count).toBeGreaterThan(0)
  })

  test('that never ends is left, and the speech has an end', async () => {
    await using server = answering(streamed(forever(SECOND)))
    const { engine } = await open([server])
    const { pcm } = await spoken(engine)
    expect(pcm.length / 22_050).toBeLessThan(4 * SENTENCE.seconds + 6)
    await eventually(() => server.abandoned === 1)
  })
})

describe('a server that refuses', () => {
  test.each([
    [400, 1, EngineFailure],
    [401, 1, EngineFailure],
    [402, 1, EngineFailure],
    [404, 1, EngineFailure],
    [422, 1, EngineFailure],
    [429, 1, EngineFull],
    [503, 1, EngineFull],
    [500, 2, EngineFailure],
    [502, 2, EngineFailure],
    [302, 2, EngineFailure],
  ])('with %i is asked %i times', async (status, times, kind) => {
    const headers = { location: 'http://127.0.0.1:1/' }
    await using server = standIn(() => Response.json({ error: { message: 'no' } }, { status, headers }))
    const { engine } = await open([server])
    const failure = await failureOf(speak(engine))
    expect(failure).toBeInstanceOf(kind)
    expect(failure instanceof EngineFull).toBe(kind === EngineFull)
    expect(server.requests).toHaveLength(times)
  })

  test.each([
    [400, false],
    [401, true],
    [402, true],
    [429, true],
    [503, true],
    [500, true],
  ])('with %i has another one speak in its place: %p', async (status, isSpoken) => {
    await using bad = standIn(() => new Response('no', { status }))
    await using good = answering(SECOND)
    const { engine } = await open([bad, good])
    const failure = await failureOf(speak(engine)).catch(() => undefined)
    expect(failure === undefined).toBe(isSpoken)
    expect(good.requests).toHaveLength(isSpoken ? 1 : 0)
  })

  test.each([
    [429, 5],
    [503, 2],
    [503, 5],
  ])('with %i, %i times, is asked again for a segment in the middle of a turn', async (status, times) => {
    let asked = 0
    await using server = standIn(() =>
      asked++ < times ? new Response('later', { status }) : new Response(SECOND, { headers: PCM }),
    )
    const { engine } = await open([server])
    expect((await spoken(engine, undefined, { isOpening: false })).pcm.length).toBeGreaterThan(0)
    expect(asked).toBe(times + 1)
  })

  test.each([
    [429, 600],
    [503, 600],
    [503, 1200],
  ])('with %i is not waited for beyond a deadline of %i ms', async (status, first_audio_timeout_ms) => {
    await using server = standIn(() => new Response('later', { status }))
    const { engine } = await open([server], { first_audio_timeout_ms })
    const failure = await failureOf(speak(engine, undefined, { isOpening: false }))
    expect(failure).not.toBeInstanceOf(EngineFull) // the turn was heard: it cannot come again
    expect(failure).toBeInstanceOf(EngineFailure)
    expect(String(failure)).toContain(`answered ${status}`)
    expect(server.requests.length).toBeGreaterThan(1)
  })

  test.each([401, 402, 403])('with %i whatever it is asked gets no requests for a while', async (status) => {
    await using server = standIn(() => new Response('no', { status }))
    const { engine, health } = await open([server])
    for (let i = 0; i < 3; i++) expect(await failureOf(speak(engine))).toBeInstanceOf(EngineFailure)
    expect(health()).toBe('unavailable')
    expect(String(await failureOf(speak(engine)))).toContain('no server answers')
    expect(server.requests).toHaveLength(3)
  })

  test('because it is full keeps its circuit closed', async () => {
    await using server = standIn(() => new Response('later', { status: 429 }))
    const { engine, health } = await open([server])
    for (let i = 0; i < 5; i++) expect(await failureOf(speak(engine))).toBeInstanceOf(EngineFull)
    expect(health()).toBe('ready')
  })

  test('because it is full does so although what it says does not end', async () => {
    let requests = 0
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        requests++
        socket.write('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: 100\r\n\r\nlater')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { engine, health, servers } = await open([{ url: `http://127.0.0.1:${port}/v1` }])
    await eventually(() => requests === 1) // the first look
    expect(await failureOf(speak(engine))).toMatchObject({
      constructor: ServersFull,
      retryAfter: 7000,
      message: expect.stringContaining('answered 429: later'),
    })
    expect([health(), requests, servers!()[0]!.failures]).toEqual(['ready', 2, 0])
    await engine.close()
    server.close()
  })

  test('is quoted without the key and the text', async () => {
    const key = 'sk-very-secret'
    await using server = standIn((body) =>
      Response.json(
        { error: `${key} may not say ${JSON.stringify(body)} ${'!'.repeat(100_000)}` },
        { status: 400 },
      ),
    )
    const config = { urls: [server.url], api_key_env: 'KEY', model: 'kokoro' }
    const { engine } = await opened(config, { KEY: key })
    const failure = await failureOf(speak(engine))
    expect(server.headers.get('authorization')).toBe(`Bearer ${key}`)
    expect(String(failure)).toContain('may not say')
    const told = Bun.inspect(failure)
    expect(told).not.toContain(key)
    expect(told).not.toContain(SENTENCE.text)
    expect(String(failure).length).toBeLessThan(500)
  })

  test.each([
    ['as JSON', JSON.stringify],
    [
      'as JSON in ASCII',
      (body: unknown) =>
        JSON.stringify(body).replace(/[^\0-~]/g, (unit) => {
          return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
        }),
    ],
    ['with other white space', (body: { input?: unknown }) => String(body.input).replace(/\s+/g, '\n ')],
  ])('is quoted without text of any letters, %s', async (_, quoted) => {
    await using server = standIn((body) => new Response(quoted(body), { status: 422 }))
    const { engine } = await open([server])
    const segment = { ...SENTENCE, text: 'Käthe\n\nsagt  "Ja"/😀.' }
    const told = String(await failureOf(speak(engine, segment)))
    expect(told).toContain('answered 422')
    expect(told).toContain('…')
    for (const part of ['the', 'sagt', 'Ja']) expect(told).not.toContain(part)
  })
})

describe('an answer that is no speech has failed:', () => {
  const html = '<!doctype html><html><body>Welcome</body></html>'
  test.each<[string, Body, Record<string, string>]>([
    ['nothing', '', PCM],
    ['JSON', JSON.stringify({ error: 'out of memory' }), { 'content-type': 'application/json' }],
    ['JSON as audio', JSON.stringify({ error: 'out of memory' }), PCM],
    ['JSON in Chinese as audio', JSON.stringify({ 错误: '内存不足' }), PCM],
    ['a page', html, { 'content-type': 'text/html; charset=utf-8' }],
    ['a page as audio', html, PCM],
    ['an MP3', SECOND, { 'content-type': 'audio/mpeg' }],
    ['an MP3 as audio', Buffer.concat([Buffer.from('ID3\x03'), SECOND]), PCM],
    ['a relative of WAV', Buffer.concat([Buffer.from('RF64'), SECOND]), { 'content-type': 'audio/wav' }],
    ['samples of another rate', SECOND, { 'content-type': 'audio/pcm;rate=16000' }],
    ['samples of two channels', SECOND, { 'content-type': 'audio/L16; rate="24000"; channels=2' }],
    ['the start of a WAV', 'RIFF', { 'content-type': 'audio/wav' }],
    ['no event', 'Bad Gateway', EVENTS],
    ['events without an end', events(DELTA), EVENTS],
    ['only an end', events(DONE), EVENTS],
    ['an event that is no JSON', 'data: {"type":\n\n', EVENTS],
    ['audio that is no base64', events({ ...DELTA, audio: '%%%' }), EVENTS],
    ['audio that is a number', events({ ...DELTA, audio: 7 }), EVENTS],
    ['an error of vLLM-Omni', events({ type: 'speech.audio.error', error: { message: 'no' } }), EVENTS],
    ['an error of Purr', events({ type: 'error', message: 'no' }), EVENTS],
    ['an error without a type', events({ error: { message: 'no' } }), EVENTS],
    ['an error after audio', events(DELTA, { error: { message: 'no' } }), EVENTS],
    ['an endless event', `data: ${'x'.repeat(9_000_000)}`, EVENTS],
  ])('%s', async (_, body, headers) => {
    await using server = answering(body, headers)
    const { engine, servers } = await open([server])
    expect(await failureOf(speak(engine))).toBeInstanceOf(EngineFailure)
    expect(servers!()[0]!.failures).toBeGreaterThan(0)
    expect(servers!()[0]!.outstanding).toBe(0)
  })
})

test.each(['audio/L16;rate=24000', 'audio/pcm; rate=24000; channels=1', 'audio/wav'])(
  'samples that are called %s are heard as they are',
  async (type) => {
    await using server = answering(SECOND, { 'content-type': type })
    await using plain = answering(SECOND)
    const { pcm } = await spoken((await open([server])).engine)
    expect(pcm).toEqual((await spoken((await open([plain])).engine)).pcm)
  },
)

describe('an answer in pieces of any size', () => {
  const comments = ': keep-alive\n\nevent: other\ndata: {"type":"other"}\n\n'
  const stream = `\ufeff${comments}${events(DELTA).replaceAll('\n', '\r\n')}${comments}${events(DELTA, DONE)}data: [DONE]\n\n`
  const random = seeded(5)

  test.each([1, 2, 3, 7, 1000, 4097])('of %i bytes is the same speech', async (size) => {
    const cut = (bytes: Uint8Array) =>
      function* () {
        for (let at = 0; at < bytes.length; ) {
          const length = size < 10 && at > 2000 ? 50_001 : size
          yield bytes.subarray(at, at + length)
          at += length
        }
      }
    await using bytes = answering(streamed(cut(Buffer.concat([SECOND, SECOND, Buffer.of(random() * 255)]))()))
    await using inEvents = answering(streamed(cut(Buffer.from(stream))()), EVENTS)
    const first = await spoken((await open([bytes])).engine)
    const second = await spoken((await open([inEvents])).engine)
    expect(second.pcm).toEqual(first.pcm)
    expect(pitchOf(first.pcm)).toBeCloseTo(TONE, 0)
  })
})

describe('a WAV', () => {
  /** With a chunk of text of an odd length before its samples. */
  function wav(
    format: { tag?: number; channels?: number; rate?: number; bits?: number; length?: number } = {},
  ): Buffer {
    const { tag = 1, channels = 1, rate = 24_000, bits = 16, length = 0 } = format
    const fmt = Buffer.alloc(24)
    fmt.write('fmt ')
    fmt.writeUInt32LE(16, 4)
    fmt.writeUInt16LE(tag, 8)
    fmt.writeUInt16LE(channels, 10)
    fmt.writeUInt32LE(rate, 12)
    fmt.writeUInt16LE(bits, 22)
    const list = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1')
    const data = Buffer.from('data\0\0\0\0')
    data.writeUInt32LE(length, 4)
    return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), list, fmt, data, SECOND])
  }

  test.each([
    [1, 'audio/x-wav'],
    [7, 'audio/x-wav'],
    [50_000, 'audio/x-wav'],
    [7, 'audio/pcm'],
    [50_000, 'application/octet-stream'],
  ])('in pieces of %i bytes is heard from its first sample, as %s', async (size, type) => {
    const file = wav({ tag: 0xfffe })
    const pieces = function* () {
      for (let at = 0; at < file.length; ) {
        const length = at < 100 ? size : 50_000
        yield file.subarray(at, at + length)
        at += length
      }
    }
    await using server = answering(streamed(pieces()), { 'content-type': type })
    await using raw = answering(SECOND)
    const { pcm } = await spoken((await open([server])).engine)
    expect(pcm).toEqual((await spoken((await open([raw])).engine)).pcm)
  })

  /** What is heard of a file that comes in some pieces. */
  async function heardOf(file: Buffer): Promise<Float32Array> {
    const pieces = function* () {
      for (let at = 0; at < file.length; at += 9001) yield file.subarray(at, at + 9001)
    }
    await using server = answering(streamed(pieces()), { 'content-type': 'audio/wav' })
    return (await spoken((await open([server])).engine)).pcm
  }

  test('is not heard beyond its samples', async () => {
    const after = Buffer.from(`LIST\x80\0\0\0INFOISFT\x74\0\0\0${'Lavf58.76.100 '.repeat(9)}`, 'latin1')
    const whole = wav({ length: SECOND.length })
    expect(await heardOf(Buffer.concat([whole, after]))).toEqual(await heardOf(whole))
  })

  test.each([0xffff_ffff, 0xffff_ffff - 36, 0x7fff_ffff, 0x7fff_f000])(
    'is heard to its end where its length is not known: %i',
    async (length) => {
      expect(await heardOf(wav({ length }))).toEqual(await heardOf(wav({ length: 0 })))
    },
  )

  test('that ends before the length that it states has broken off, although its response ends well', async () => {
    await using server = answering(new Uint8Array(wav({ length: 2 * SECOND.length })), {
      'content-type': 'audio/wav',
    })
    const failure = await failureOf(speak((await open([server])).engine))
    expect(failure).toBeInstanceOf(ServersFailed)
    expect(String(failure)).toContain(`ended a WAV ${SECOND.length} bytes before the length that it states`)
  })

  test('whose length counts its header, too, is whole', async () => {
    const whole = await heardOf(wav({ length: SECOND.length }))
    expect(await heardOf(wav({ length: SECOND.length + 44 }))).toEqual(whole)
  })

  test.each([{ tag: 3 }, { channels: 2 }, { bits: 24 }, { rate: 16_000 }])(
    'of %p is refused',
    async (format) => {
      await using server = answering(new Uint8Array(wav(format)), { 'content-type': 'audio/wav' })
      expect(await failureOf(speak((await open([server])).engine))).toBeInstanceOf(EngineFailure)
    },
  )
})

describe('a request that nobody waits for', () => {
  async function cancelled(server: StandIn, end: (stop: AbortController) => void) {
    const { engine, servers, health } = await open([server])
    const stop = new AbortController()
    const failure = await failureOf(
      (async function* () {
        for await (const speech of speak(engine, SENTENCE, { signal: stop.signal })) {
          yield speech
          end(stop)
        }
      })(),
    )
    await eventually(() => server.abandoned === 1)
    expect(servers!()[0]).toMatchObject({ requests: 1, failures: 0, outstanding: 0 })
    expect(health()).toBe('ready')
    return failure
  }

  test('closes its connection', async () => {
    await using server = answering(streamed(hanging([SECOND])))
    const reason = new Error('the listener is gone')
    expect(await cancelled(server, (stop) => stop.abort(reason))).toBe(reason)
  })

  test('closes it before it is answered', async () => {
    await using server = standIn(() => never)
    const { engine, servers } = await open([server])
    const stop = new AbortController()
    const failure = failureOf(speak(engine, SENTENCE, { signal: stop.signal }))
    await eventually(() => server.requests.length === 1)
    stop.abort(new Error('gone'))
    expect(String(await failure)).toBe('Error: gone')
    await eventually(() => server.abandoned === 1)
    expect(servers!()[0]).toMatchObject({ requests: 1, failures: 0, outstanding: 0 })
  })

  test('closes it when the speech is returned early', async () => {
    await using server = answering(streamed(forever(SECOND)))
    const { engine, servers } = await open([server])
    for await (const _ of speak(engine)) break
    await eventually(() => server.abandoned === 1)
    expect(servers!()[0]).toMatchObject({ requests: 1, failures: 0, outstanding: 0 })
  })

  test('is not made when it is cancelled before', async () => {
    await using server = answering(SECOND)
    const { engine } = await open([server])
    expect(
      await failureOf(speak(engine, SENTENCE, { signal: AbortSignal.abort(new Error('gone')) })),
    ).toEqual(new Error('gone'))
    expect(server.requests).toHaveLength(0)
  })

  test('ends with its engine', async () => {
    await using server = answering(streamed(hanging([SECOND])))
    const { engine } = await open([server])
    const failure = failureOf(speak(engine))
    await eventually(() => server.requests.length === 1)
    await engine.close()
    expect(await failure).toBeInstanceOf(EngineFailure)
    await eventually(() => server.abandoned === 1)
  })
})

test('the first stretch comes before the answer has ended', async () => {
  const { promise: heard, resolve: hear } = Promise.withResolvers<void>()
  const body = async function* () {
    yield SECOND
    await heard
    yield SECOND
  }
  await using server = answering(streamed(body()))
  const { engine } = await open([server])
  let samples = 0
  for await (const { pcm } of speak(engine)) {
    samples += pcm.length
    hear()
  }
  expect(samples / 22_050).toBeCloseTo(2, 1)
})

test('of two servers, one of which is killed and comes back again and again, every segment ends once', async () => {
  const serve = (port: number) => {
    let answered = 0
    const slow = async function* () {
      for (let i = 0; i < 5; i++) {
        yield SECOND
        await Bun.sleep(2)
      }
      answered++
    }
    const fetch = () => new Response(slow, { headers: PCM })
    const server = Bun.serve({ port, hostname: '127.0.0.1', fetch })
    return Object.assign(server, { isBusy: () => answered > 5 && server.pendingRequests > 1 })
  }
  const [steady, first] = [serve(0), serve(0)]
  const port = first.port!
  const { engine, servers, health } = await open(
    [steady, first].map(({ url }) => ({ url: `${url.href}v1` })),
    { idle_timeout_ms: 2000 },
  )
  let isOver = false
  const killing = (async () => {
    for (let server = first, kills = 1; ; server = serve(port), kills++) {
      await eventually(server.isBusy)
      await server.stop(true)
      if (kills === 5) break
    }
    isOver = true
  })()
  let [begun, whole, failed] = [0, 0, 0]
  const turns = Array.from({ length: 10 }, async () => {
    while (!isOver) {
      begun++
      try {
        const { pcm } = await spoken(engine)
        expect(pcm.length / 22_050).toBeCloseTo(5, 1)
        whole++
      } catch (error) {
        expect(error).toBeInstanceOf(EngineFailure)
        failed++
      }
    }
  })
  await killing
  await Promise.all(turns)
  expect(whole + failed).toBe(begun)
  expect(failed).toBeGreaterThan(0)
  expect(whole).toBeGreaterThan(failed)
  expect(servers!().map(({ outstanding }) => outstanding)).toEqual([0, 0])
  const again = serve(port)
  await eventually(async () => {
    await spoken(engine)
    return health() === 'ready'
  })
  await Promise.all([steady.stop(true), again.stop(true)])
}, 120_000)

describe('a model cannot be opened', () => {
  test('without the key that it names', async () => {
    const config = { urls: ['http://127.0.0.1:1/v1'], api_key_env: 'FAR_KEY', model: 'kokoro' }
    const refusal = await opened(config).catch((error) => error)
    expect(refusal).toBeInstanceOf(ModelError)
    expect(String(refusal)).toContain('FAR_KEY')
  })

  test.each(['http://me:secret@far/v1', 'https://far/v1?key=secret', 'http://'])(
    'with the address %s, of which no secret is told',
    async (url) => {
      const refusal = await opened({ urls: [url], model: 'kokoro' }).catch((error) => error)
      expect(refusal).toBeInstanceOf(ModelError)
      expect(String(refusal)).not.toContain('secret')
    },
  )

  test('with a rate that cannot be resampled', async () => {
    const config = { urls: ['http://127.0.0.1:1/v1'], model: 'kokoro', sample_rate: 22_051 }
    expect(await opened(config).catch((error) => error)).toBeInstanceOf(ModelError)
  })
})

test('a model has as many turns as its servers and this process can carry', async () => {
  const config = { urls: ['http://127.0.0.1:1/v1', 'http://127.0.0.1:2/v1'], model: 'kokoro' }
  expect((await opened(config)).streams).toBe(128)
  expect((await opened({ ...config, max_streams: 8 })).streams).toBe(16)
  expect((await opened(config, { BUN_CONFIG_MAX_HTTP_REQUESTS: '2000' })).streams).toBe(1000)
  expect((await opened(config, { BUN_CONFIG_MAX_HTTP_REQUESTS: '65535' })).streams).toBe(Infinity)
})

/** Some pieces, and then nothing more, without an end. */
async function* hanging(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
  await never
}

function* forever(piece: Uint8Array): Generator<Uint8Array> {
  while (true) yield piece
}
