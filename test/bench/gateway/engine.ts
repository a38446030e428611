/**
 * A program: an engine that speaks at once, in canned speech of 16 bits at 24000 Hz, with OpenAI's protocol
 * (`POST /v1/audio/speech`) and with Cartesia's (WebSocket `/tts/websocket`). Both models send their first piece at once.
 * `at-once` sends the rest after it, `real-time` is five times faster than speech until it is a second ahead. It tells its
 * parent process its port. The argument is the port; without it, any that is free.
 */

const RATE = 24_000
const BYTES_PER_SECOND = RATE * 2
/** How far a model that is faster than speech gets ahead of it (seconds), and how many times faster it is. */
const HEAD_START = 1
const SPEED = 5
/** Seconds of audio that are sent at a time: a frame of the common codecs. */
const PIECE = 0.08
const CHARACTERS_PER_SECOND = 15
const LONGEST = 60

const speech = cannedSpeech()

process.on('disconnect', () => process.exit(0)) // the parent is gone
const server = Bun.serve({
  port: Number(process.argv[2] ?? 0),
  hostname: '127.0.0.1',
  idleTimeout: 60,
  routes: {
    '/v1/audio/speech': {
      async POST(request) {
        const { input, model } = (await request.json()) as { input: string; model: string }
        const headers = { 'content-type': 'audio/pcm' }
        return new Response(streamed(lengthOf(input), model === 'at-once'), { headers })
      },
    },
    '/tts/websocket': (request, server) =>
      server.upgrade(request, { data: new Map() })
        ? undefined
        : new Response('a WebSocket is expected', { status: 426 }),
  },
  websocket: {
    data: new Map() as Contexts,
    message(socket, message) {
      const { context_id: id, model_id, transcript = '', ...frame } = JSON.parse(String(message))
      const contexts = socket.data
      let stream = contexts.get(id)
      if (frame.cancel === true) {
        if (stream !== undefined) sending.delete(stream)
        contexts.delete(id)
        return
      }
      const tell = (fields: object) => socket.send(JSON.stringify({ context_id: id, ...fields }))
      stream ??= new Sending(
        model_id === 'at-once',
        (audio) => tell({ type: 'chunk', data: audio.toString('base64'), done: false, status_code: 206 }),
        () => {
          contexts.delete(id)
          tell({ type: 'done', done: true, status_code: 200 })
        },
      )
      contexts.set(id, stream)
      stream.add(lengthOf(transcript), frame.continue !== true)
    },
    close(socket) {
      for (const stream of socket.data.values()) sending.delete(stream)
    },
  },
})
process.send!(server.port)

type Contexts = Map<string, Sending>

/** A stream of the canned speech that is being sent. */
class Sending {
  readonly #isAtOnce: boolean
  readonly #write: (audio: Buffer<ArrayBuffer>) => void
  readonly #close: () => void
  readonly #begun = performance.now()
  #length = 0
  #sent = 0
  #isWhole = false

  constructor(isAtOnce: boolean, write: (audio: Buffer<ArrayBuffer>) => void, close: () => void) {
    this.#isAtOnce = isAtOnce
    this.#write = write
    this.#close = close
    sending.add(this)
  }

  /** There is more to say. */
  add(length: number, isLast: boolean): void {
    this.#length = Math.min(speech.length, this.#length + length)
    this.#isWhole = isLast
    this.send()
  }

  /** Seconds that are due. */
  get #due(): number {
    const passed = (performance.now() - this.#begun) / 1000
    if (this.#sent === 0) return PIECE
    return this.#isAtOnce ? LONGEST : Math.min(HEAD_START + passed, PIECE + SPEED * passed)
  }

  /** Sends the whole pieces that are due. */
  send(): void {
    const upTo = Math.floor(this.#due / PIECE) * PIECE * BYTES_PER_SECOND
    const end = Math.min(this.#length, Math.round(upTo / 2) * 2)
    if (end > this.#sent) this.#write(speech.subarray(this.#sent, end))
    this.#sent = Math.max(this.#sent, end)
    if (!this.#isWhole || this.#sent < this.#length) return
    sending.delete(this)
    this.#close()
  }
}

const sending = new Set<Sending>()
setInterval(() => {
  for (const stream of sending) stream.send()
}, 10)

function streamed(length: number, isAtOnce: boolean): ReadableStream<Uint8Array> {
  let stream: Sending | undefined
  return new ReadableStream({
    start(controller) {
      stream = new Sending(
        isAtOnce,
        (audio) => controller.enqueue(audio),
        () => controller.close(),
      )
      stream.add(length, true)
    },
    cancel() {
      if (stream !== undefined) sending.delete(stream)
    },
  })
}

/** Bytes of what is said for a text. */
function lengthOf(text: string): number {
  return Math.round(Math.min(LONGEST, text.length / CHARACTERS_PER_SECOND) * RATE) * 2
}

/** A voice-like sound without a pause: harmonics of 120 Hz, four syllables a second. */
function cannedSpeech(): Buffer<ArrayBuffer> {
  const samples = new Int16Array(LONGEST * RATE)
  for (let i = 0; i < samples.length; i++) {
    const time = i / RATE
    const loudness = 0.15 * (1.3 + Math.sin(2 * Math.PI * 4 * time))
    let sound = 0
    for (let harmonic = 1; harmonic <= 5; harmonic++)
      sound += Math.sin(2 * Math.PI * 120 * harmonic * time) / harmonic
    samples[i] = loudness * sound * 0.5 * 32_767
  }
  return Buffer.from(samples.buffer)
}
