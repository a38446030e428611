/** A small server that speaks as another project's does. It speaks a tone. */
export interface StandIn extends AsyncDisposable {
  /** With /v1. */
  readonly url: string
  /** The bodies of the requests, in order. */
  readonly requests: readonly Readonly<Record<string, unknown>>[]
  /** The headers of the last request. */
  readonly headers: Headers
  /** Connections that the client closed before the answer's end. */
  readonly abandoned: number
  /** Connections that were opened. */
  readonly connections: number
}

/** Hz. */
export const TONE = 440

export interface Voice {
  /** Seconds of the tone. Infinity: it does not find its end. */
  readonly seconds?: number
}

type Answer = (body: Readonly<Record<string, unknown>>, request: Request) => Response | Promise<Response>

/** Serves `POST /v1/audio/speech`. */
export function standIn(answer: Answer): StandIn {
  const requests: Record<string, unknown>[] = []
  const peers = new Set<string>()
  let headers = new Headers()
  let abandoned = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      if (request.method === 'GET') return new Response('not found', { status: 404 })
      const { address, port } = server.requestIP(request)!
      peers.add(`${address}:${port}`)
      headers = request.headers
      if (request.method !== 'POST' || new URL(request.url).pathname !== '/v1/audio/speech')
        return new Response('not found', { status: 404 })
      const body = (await request.json()) as Record<string, unknown>
      requests.push(body)
      request.signal.addEventListener('abort', () => abandoned++)
      return answer(body, request)
    },
  })
  return {
    url: `${server.url.href}v1`,
    requests,
    get headers() {
      return headers
    },
    get abandoned() {
      return abandoned
    },
    get connections() {
      return peers.size
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}

/** Samples of the tone, 16 bits. */
export function tone(rate: number, seconds: number): Uint8Array<ArrayBuffer> {
  const samples = new Int16Array(Math.round(rate * seconds))
  for (let i = 0; i < samples.length; i++) samples[i] = 16_000 * Math.sin((2 * Math.PI * TONE * i) / rate)
  return new Uint8Array(samples.buffer)
}

/** A body that comes in pieces. */
export function streamed(
  pieces: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>,
): () => AsyncGenerator<Uint8Array | string> {
  return async function* () {
    yield* pieces
  }
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/**
 * vLLM-Omni with the original Gepard 1.0: frames of 1,024 samples at 22050 Hz (vllm_omni/entrypoints/openai/serving_speech.py,
 * tts_adapters/gepard.py, docs/serving/speech_api.md; pull request 7499). Its stop head may never fire: then 2,048 frames.
 */
export function vllmOmni({ seconds = 1 }: Voice = {}): StandIn {
  return standIn((body) => {
    const fault = gepardFault(body)
    if (fault !== undefined) {
      const [message, type, code] = fault
      return Response.json({ error: { message, type, param: null, code } }, { status: code })
    }
    const most = Number(body.max_new_tokens ?? 2048)
    const frames = Math.min(most, Math.ceil((seconds * 22_050) / 1024))
    const audio = tone(22_050, (frames * 1024) / 22_050)
    const isEvents =
      body.stream_format === 'sse' || (body.stream === true && body.stream_format === undefined)
    if (!isEvents)
      return new Response(streamed(cut(audio, 2048)), { headers: { 'content-type': 'audio/pcm' } })
    const events = function* () {
      for (const frame of cut(audio, 2048)) {
        const data = { type: 'speech.audio.delta', audio: base64(frame), response_format: 'pcm' }
        yield `event: speech.audio.delta\ndata: ${JSON.stringify(data)}\n\n`
      }
      const usage = { input_tokens: 9, output_tokens: frames, total_tokens: 9 + frames }
      yield `event: speech.audio.done\ndata: ${JSON.stringify({ type: 'speech.audio.done', usage })}\n\n`
    }
    return new Response(streamed(events()), {
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    })
  })
}

const GEPARD = 'nineninesix/gepard-1.0'
const GEPARD_FIELDS = [
  'model',
  'input',
  'voice',
  'seed',
  'stream',
  'stream_format',
  'response_format',
  'max_new_tokens',
]

function gepardFault(body: Readonly<Record<string, unknown>>): [string, string, number] | undefined {
  if (body.model !== GEPARD) return [`The model \`${body.model}\` does not exist.`, 'NotFoundError', 404]
  if (body.voice !== 'default')
    return [`Invalid voice '${body.voice}'. Supported: default.`, 'BadRequestError', 400]
  if ((body.speed ?? 1) !== 1) return ["Gepard does not support 'speed' adjustments", 'BadRequestError', 400]
  const other = Object.keys(body).find((field) => !GEPARD_FIELDS.includes(field) && field !== 'speed')
  if (other !== undefined) return [`Gepard does not support '${other}'`, 'BadRequestError', 400]
  return undefined
}

/** Kokoro-FastAPI: 24000 Hz, a piece for each sentence (api/src/routers/openai_compatible.py, structures/schemas.py). */
export function kokoroFastApi({ seconds = 1 }: Voice = {}): StandIn {
  return standIn((body) => {
    if (!['kokoro', 'tts-1', 'tts-1-hd'].includes(String(body.model)))
      return kokoroError('invalid_model', `Unsupported model: ${body.model}`)
    if (body.voice !== 'af_heart')
      return kokoroError('validation_error', `Voice '${body.voice}' not found. Available voices: af_heart`)
    const audio = tone(24_000, seconds / Number(body.speed ?? 1))
    return new Response(streamed(cut(audio, 24_001)), {
      headers: { 'content-type': 'audio/pcm', 'x-accel-buffering': 'no' },
    })
  })
}

function kokoroError(error: string, message: string): Response {
  return Response.json({ detail: { error, message, type: 'invalid_request_error' } }, { status: 400 })
}

/** speaches: at the rate of the voice; events without names (src/speaches/routers/speech.py, api_types.py, text_utils.py). */
export function speaches({ seconds = 1 }: Voice = {}): StandIn {
  return standIn((body) => {
    if (body.model !== 'speaches-ai/piper-en_US-lessac-medium')
      return Response.json({ detail: `Model '${body.model}' is not installed locally.` }, { status: 404 })
    const audio = tone(Number(body.sample_rate ?? 22_050), seconds)
    if (body.stream_format !== 'sse')
      return new Response(streamed(cut(audio, 10_000)), { headers: { 'content-type': 'audio/pcm' } })
    const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 }
    const events = [
      ...Array.from(cut(audio, 10_000), (piece) => ({ type: 'speech.audio.delta', audio: base64(piece) })),
      { type: 'speech.audio.done', token_usage: usage },
    ].map((event) => `data: ${JSON.stringify(event)}\n\n`)
    return new Response(streamed(events), { headers: { 'content-type': 'text/event-stream' } })
  })
}

/** LocalAI: a streamed WAV, whatever is asked for (core/http/endpoints/localai/tts.go, core/backend/tts.go). */
export function localAi({ seconds = 1, rate = 22_050 }: Voice & { readonly rate?: number } = {}): StandIn {
  return standIn((body) => {
    if (body.stream !== true)
      return Response.json({ error: { code: 500, message: 'not streamed' } }, { status: 500 })
    const header = Buffer.alloc(44)
    header.write('RIFF', 0)
    header.writeUInt32LE(0xffffffff, 4)
    header.write('WAVEfmt ', 8)
    header.writeUInt32LE(16, 16)
    header.writeUInt16LE(1, 20)
    header.writeUInt16LE(1, 22)
    header.writeUInt32LE(rate, 24)
    header.writeUInt32LE(rate * 2, 28)
    header.writeUInt16LE(2, 32)
    header.writeUInt16LE(16, 34)
    header.write('data', 36)
    header.writeUInt32LE(0xffffffff, 40)
    const file = Buffer.concat([header, tone(rate, seconds)])
    return new Response(streamed(cut(file, 1001)), { headers: { 'content-type': 'audio/wav' } })
  })
}
