/** A message of the server that is no audio. */
type ServerMessage = Readonly<Record<string, unknown>>

/** What jambonz sends to a custom vendor that streams. */
export type JambonzMessage =
  | { readonly type: 'stream'; readonly text: string }
  | { readonly type: 'flush' | 'stop' | 'clear' }

/** A client of jambonz's streaming protocol for custom speech vendors, made from its documentation. */
export class JambonzStream {
  /** The messages of the server so far, `connect` first. */
  readonly messages: ServerMessage[] = []
  readonly #samples: Uint8Array[] = []
  #length = 0
  readonly #socket: WebSocket
  readonly #changed: (() => void)[] = []
  /** Set when the connection is closed. */
  closed: { readonly code: number; readonly reason: string } | undefined

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.binaryType = 'arraybuffer'
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.messages.push(JSON.parse(data))
      else {
        this.#samples.push(new Uint8Array(data))
        this.#length += data.byteLength
      }
      this.#notify()
    }
    socket.onclose = ({ code, reason }) => {
      this.closed = { code, reason }
      this.#notify()
    }
  }

  /** Opens a stream as jambonz does, and waits until it knows the sample rate. */
  static async open(url: string, key: string, query: Record<string, string>): Promise<JambonzStream> {
    const address = `${url.replace(/^http/, 'ws')}/jambonz/stream?${new URLSearchParams(query)}`
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${key}` } })
    const stream = new JambonzStream(socket)
    await stream.until(() => stream.messages.length > 0 || stream.closed !== undefined)
    return stream
  }

  /** Sends a message, or what is none. */
  send(message: JambonzMessage | string | Uint8Array): void {
    const isReady = typeof message === 'string' || message instanceof Uint8Array
    this.#socket.send(isReady ? (message as string) : JSON.stringify(message))
  }

  /** Streams some texts, then flushes. */
  say(...texts: readonly string[]): void {
    for (const text of texts) this.send({ type: 'stream', text })
    this.send({ type: 'flush' })
  }

  /** All samples so far, in bytes. */
  get audio(): Buffer {
    return Buffer.concat(this.#samples)
  }

  /** The errors so far, by their codes. */
  get errors(): unknown[] {
    return this.messages.filter(({ type }) => type === 'error').map(({ error_code }) => error_code)
  }

  /** Waits until this many bytes of audio are there, and returns them. */
  async heard(bytes: number): Promise<Buffer> {
    await this.until(() => this.#length >= bytes)
    return this.audio
  }

  /** Resolves when the server has read all that was sent, and sent what it had to say at once. */
  async read(): Promise<void> {
    const before = this.errors.length
    this.send('no JSON')
    await this.until(() => this.errors.length > before)
  }

  /** Waits until something is so. It fails late, as `eventually` does. */
  async until(isSo: () => boolean): Promise<void> {
    const giveUp = Date.now() + 90_000
    while (!isSo()) {
      if (Date.now() > giveUp)
        throw new Error(`it never came about: ${JSON.stringify(this.messages)}, ${this.#length} bytes`)
      const changed = Promise.withResolvers<void>()
      this.#changed.push(changed.resolve)
      await Promise.race([changed.promise, Bun.sleep(1000)])
    }
  }

  close(): void {
    this.#socket.close()
  }

  #notify(): void {
    for (const resolve of this.#changed.splice(0)) resolve()
  }
}
