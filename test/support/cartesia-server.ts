import type { Server, ServerWebSocket } from 'bun'

/** What a client sends. */
export interface ClientFrame {
  readonly context_id: string
  readonly transcript?: string
  readonly continue?: boolean
  readonly flush?: boolean
  readonly cancel?: boolean
  readonly max_buffer_delay_ms?: number
  readonly [field: string]: unknown
}

/** What goes wrong with a turn, from its first text on. */
export type Fault =
  /** Nothing is ever answered. */
  | 'mute'
  /** The connection is closed before the first audio, or after it. */
  | 'closes'
  | 'breaks off'
  /** What comes is no frame: no JSON, or JSON with wrong fields, before the first audio or after it. */
  | 'noise'
  | 'wrong fields'
  | 'wrong times'
  /** Audio that is not base64. */
  | 'no base64'
  /** Audio without end, or words. */
  | 'endless'
  | 'endless words'
  /** The turn is done before any audio. */
  | 'empty'
  /** An error frame with this status, before the first audio, or after it. */
  | { readonly status: number; readonly isLate?: boolean; readonly message?: string }

interface ContextState {
  text: string
  spoken: number
  words: number
  seconds: number
}

/** Milliseconds of tone for a character. */
const CHARACTER = 50

/**
 * A stand-in for a server of Cartesia's protocol (https://docs.cartesia.ai/api-reference/tts/websocket): speaks each word as
 * a tone, 50 ms a character, as soon as white space or a flush ends it.
 */
export class CartesiaServer {
  readonly sampleRate: number
  readonly frames: ClientFrame[] = []
  /** The headers of each handshake. */
  readonly handshakes: Headers[] = []
  readonly #server: Server<undefined>
  readonly #sockets = new Set<ServerWebSocket<undefined>>()
  /** What is being spoken of each context. */
  readonly #turns = new Map<string, Promise<void>>()
  readonly #contexts = new Map<string, ContextState>()
  #changed: (() => void)[] = []
  /** The faults of the turns to come, each of one turn; undefined: none. */
  faults: (Fault | undefined)[] = []
  readonly #faulty = new Map<string, Fault | undefined>()
  /** The status with which handshakes and requests are refused. */
  refusal: number | undefined
  /** What the requests to come are answered with in place of speech. */
  answers: (() => Response)[] = []
  /** Whether each connection is closed as soon as it is open. */
  closesAtOnce = false
  /** Milliseconds between words. */
  gap = 0
  /** Samples of silence before the first sound of a turn. */
  silence = 0

  constructor({ sampleRate = 22_050, port = 0 }: { sampleRate?: number; port?: number } = {}) {
    this.sampleRate = sampleRate
    this.#server = Bun.serve({
      port,
      hostname: '127.0.0.1',
      fetch: (request, server) => this.#answer(request, server),
      websocket: {
        backpressureLimit: 2 ** 28, // beyond it Bun drops what is sent
        open: (socket) => {
          this.#sockets.add(socket)
          if (this.closesAtOnce) socket.close(1013)
        },
        close: (socket) => void this.#sockets.delete(socket),
        message: (socket, message) => this.#take(socket, JSON.parse(String(message))),
      },
    })
  }

  get url(): string {
    return this.#server.url.href.replace(/\/$/, '')
  }

  get port(): number {
    return this.#server.port!
  }

  /** Connections that are open. */
  get connections(): number {
    return this.#sockets.size
  }

  /** The frames of a context that came, in order. */
  of(contextId: string): ClientFrame[] {
    return this.frames.filter(({ context_id }) => context_id === contextId)
  }

  /** The contexts in which text came, in order. */
  get contexts(): string[] {
    return [...new Set(this.frames.filter(({ cancel }) => !cancel).map(({ context_id }) => context_id))]
  }

  /** Waits until a condition holds after a frame has come. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#changed.push(resolve))
  }

  /** Closes all connections, as an idle one is closed. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.close(1000)
  }

  /** Forgets the contexts that are open, as Cartesia does a second after their last audio. What comes for them is lost. */
  expire(): () => void {
    const expired = [...this.#contexts.keys()]
    this.#contexts.clear()
    return () => {
      for (const socket of this.#sockets)
        for (const context_id of expired)
          socket.send(JSON.stringify({ type: 'done', done: true, context_id }))
    }
  }

  async close(): Promise<void> {
    await this.#server.stop(true)
  }

  async #answer(request: Request, server: Server<undefined>): Promise<Response | undefined> {
    if (new URL(request.url).pathname === '/') return new Response('here')
    this.handshakes.push(request.headers)
    if (this.refusal !== undefined) return new Response('refused', { status: this.refusal })
    if (new URL(request.url).pathname === '/tts/bytes') {
      const frame = (await request.json()) as ClientFrame
      this.frames.push(frame)
      return this.answers.shift()?.() ?? new Response(this.#tone(frame.transcript!.length))
    }
    return server.upgrade(request, { data: undefined }) ? undefined : new Response('?', { status: 400 })
  }

  #take(socket: ServerWebSocket<undefined>, frame: ClientFrame): void {
    this.frames.push(frame)
    const { context_id } = frame
    const before = this.#turns.get(context_id) ?? Promise.resolve()
    this.#turns.set(
      context_id,
      before.then(() => this.#speak(socket, frame)),
    )
    for (const resolve of this.#changed.splice(0)) resolve()
  }

  async #speak(socket: ServerWebSocket<undefined>, frame: ClientFrame): Promise<void> {
    const { context_id, transcript = '', cancel } = frame
    if (cancel) return void this.#contexts.delete(context_id)
    let state = this.#contexts.get(context_id)
    if (state === undefined) {
      if (this.#faulty.has(context_id)) return
      this.#faulty.set(context_id, this.faults.shift())
      state = { text: '', spoken: 0, words: 0, seconds: 0 }
      this.#contexts.set(context_id, state)
    }
    state.text += transcript
    if (this.#fails(socket, context_id, state)) return
    const isWhole = frame.flush === true || frame.continue !== true
    const words = state.text.slice(state.spoken).match(isWhole ? /\S+\s*/g : /\S+\s+/g) ?? []
    for (const word of words) {
      if (this.gap > 0) await Bun.sleep(this.gap)
      state.spoken += word.length
      this.#sayWord(socket, context_id, state, word.trim())
    }
    if (this.#fails(socket, context_id, state)) return
    if (frame.flush) socket.send(JSON.stringify({ type: 'flush_done', context_id, flush_done: true }))
    if (frame.continue === true) return
    this.#contexts.delete(context_id)
    socket.send(JSON.stringify({ type: 'done', done: true, status_code: 200, context_id }))
  }

  #sayWord(socket: ServerWebSocket<undefined>, context_id: string, state: ContextState, word: string): void {
    const silence = state.words === 0 ? this.silence : 0
    const start = state.seconds + silence / this.sampleRate
    const data = this.#tone(word.length, silence)
    state.seconds += data.length / 2 / this.sampleRate
    state.words++
    socket.send(JSON.stringify({ type: 'chunk', data: data.toString('base64'), done: false, context_id }))
    const word_timestamps = { words: [word], start: [start], end: [state.seconds] }
    socket.send(JSON.stringify({ type: 'timestamps', word_timestamps, done: false, context_id }))
  }

  /** Does what is to go wrong. Returns whether the turn goes no further. */
  #fails(socket: ServerWebSocket<undefined>, context_id: string, { words }: ContextState): boolean {
    const fault = this.#faulty.get(context_id)
    const send = (frame: object) => socket.send(JSON.stringify({ ...frame, context_id }))
    if (fault === undefined) return false
    if (typeof fault === 'object') {
      if (fault.isLate && words === 0) return false
      const { status, message = 'No.' } = fault
      send({ type: 'error', status_code: status, error_code: 'some_error', message, done: true })
      return true
    }
    switch (fault) {
      case 'mute':
        return true
      case 'closes':
        socket.close(1011)
        return true
      case 'breaks off':
        if (words > 0) socket.terminate()
        return words > 0
      case 'noise':
        socket.send('<html>')
        return true
      case 'wrong fields':
        send({ type: 'chunk', data: 7 })
        return true
      case 'wrong times':
        if (words > 0)
          send({ type: 'timestamps', word_timestamps: { words: ['a'], start: [0], end: [null] } })
        return words > 0
      case 'no base64':
        send({ type: 'chunk', data: '!!!not base64' })
        return true
      case 'empty':
        send({ type: 'done', done: true })
        return true
      case 'endless': {
        const frame = { type: 'chunk', data: this.#tone(200).toString('base64') }
        for (let i = 0; i < 60 && words > 0; i++) send(frame)
        return words > 0
      }
      case 'endless words': {
        const word_timestamps = { words: ['a'.repeat(2 ** 20)], start: [0], end: [1] }
        for (let i = 0; i < 30 && words > 0; i++) send({ type: 'timestamps', word_timestamps })
        return words > 0
      }
    }
  }

  /** @param characters for which it sounds */
  #tone(characters: number, silence = 0): Buffer {
    const sounding = Math.round((characters * CHARACTER * this.sampleRate) / 1000)
    const samples = new Int16Array(silence + sounding)
    for (let i = 0; i < sounding; i++)
      samples[silence + i] = 8000 * Math.cos((2 * Math.PI * 220 * i) / this.sampleRate)
    return Buffer.from(samples.buffer)
  }
}
