/** A frame from the server. */
export type AnyFrame = Readonly<Record<string, unknown>> & {
  readonly type: string
  readonly context_id: string | null
}

/** A WebSocket client that records all frames it receives. */
export class SpeechClient {
  readonly frames: AnyFrame[] = []
  readonly #socket: WebSocket
  readonly #changed: (() => void)[] = []
  /** Set when the connection is closed. */
  closed: { readonly code: number; readonly reason: string } | undefined

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      this.frames.push(JSON.parse(data))
      this.#tell()
    }
    socket.onclose = ({ code, reason }) => {
      this.closed = { code, reason }
      this.#tell()
    }
  }

  /**
   * Connects to a server, with the API key in the URL. Rejects if the handshake is refused.
   *
   * @param ca the certificate that it must have
   */
  static async connect(url: string, key: string, ca?: string): Promise<SpeechClient> {
    const address = `${url.replace(/^http/, 'ws')}/tts/websocket?api_key=${key}`
    const socket = new WebSocket(address, ca === undefined ? {} : { tls: { ca } })
    const client = new SpeechClient(socket)
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve()
      socket.onerror = () => reject(new Error('the handshake was refused'))
    })
    return client
  }

  /** Sends a frame: an object as JSON, anything else as it is. */
  send(frame: object | string): void {
    const isReady = typeof frame === 'string' || frame instanceof Uint8Array
    this.#socket.send(isReady ? (frame as string) : JSON.stringify(frame))
  }

  close(): void {
    this.#socket.close()
  }

  /** The frames of a context so far. */
  of(contextId: string | null): AnyFrame[] {
    return this.frames.filter(({ context_id }) => context_id === contextId)
  }

  /**
   * Waits until a function of what was received gives a value, and returns it. Its timeout is long, as in `eventually`.
   */
  async until<Value>(what: () => Value | undefined | false): Promise<Value> {
    const giveUp = Date.now() + 90_000
    while (true) {
      const value = what()
      if (value !== undefined && value !== false) return value
      if (Date.now() > giveUp) throw new Error(`the condition never held: ${JSON.stringify(this.summary())}`)
      const changed = Promise.withResolvers<void>()
      this.#changed.push(changed.resolve)
      await Promise.race([changed.promise, Bun.sleep(1000)])
    }
  }

  /** The frames of a context, after the given number of its turns have ended. */
  async turn(contextId: string | null, ends = 1): Promise<AnyFrame[]> {
    await this.until(() => this.of(contextId).filter(({ done }) => done === true).length >= ends)
    return this.of(contextId)
  }

  /** A summary of the frames, for messages. */
  summary(): string[] {
    return this.frames.map(({ type, context_id, error_code }) =>
      [context_id, type, error_code].join(' ').trim(),
    )
  }

  #tell(): void {
    for (const resolve of this.#changed.splice(0)) resolve()
  }
}

/** The audio in some frames. */
export function audioOf(frames: readonly AnyFrame[]): Buffer {
  return Buffer.concat(
    frames.filter(({ type }) => type === 'chunk').map(({ data }) => Buffer.from(data as string, 'base64')),
  )
}
