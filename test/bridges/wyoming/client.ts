import { connect, type Socket } from 'node:net'

/** An event as the Wyoming protocol has it. */
export interface AnyEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly payload: Buffer
}

/** A client of the Wyoming protocol, written from its description, that notes all that it is sent. */
export class WyomingClient {
  readonly events: AnyEvent[] = []
  readonly socket: Socket
  isClosed = false
  #bytes = Buffer.alloc(0)
  #changed: (() => void)[] = []

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (bytes: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes])
      this.#parse()
      this.#tell()
    })
    socket.on('error', () => {}) // `close` follows
    socket.on('close', () => {
      this.isClosed = true
      this.#tell()
    })
  }

  static async connect(port: number): Promise<WyomingClient> {
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    return new WyomingClient(socket)
  }

  /** Sends an event, with its data after the header, as the protocol's own library does. */
  send(type: string, data?: object): void {
    this.socket.write(written(type, data))
  }

  /** Waits until something holds of what was received, and gives it. It fails late: a busy machine is slow. */
  async until<Value>(what: () => Value | undefined | false): Promise<Value> {
    const giveUp = Date.now() + 90_000
    while (true) {
      const value = what()
      if (value !== undefined && value !== false) return value
      if (Date.now() > giveUp) throw new Error(`it never came about: ${this.types().join(' ')}`)
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#changed.push(resolve)
      await Promise.race([promise, Bun.sleep(1000)])
    }
  }

  /** The first event of a type, once it is there. */
  first(type: string): Promise<AnyEvent> {
    return this.until(() => this.events.find((event) => event.type === type))
  }

  /** All events, once the connection is closed. */
  async whole(): Promise<readonly AnyEvent[]> {
    await this.until(() => this.isClosed)
    return this.events
  }

  /** The audio that has come. */
  audio(): Buffer {
    return audioOf(this.events)
  }

  /** The types of the events that have come, with chunks that follow each other as one. */
  types(): string[] {
    const types = this.events.map(({ type }) => type)
    return types.filter((type, index) => type !== 'audio-chunk' || types[index - 1] !== type)
  }

  close(): void {
    this.socket.destroy()
  }

  #parse(): void {
    while (true) {
      const end = this.#bytes.indexOf('\n')
      if (end === -1) return
      const header = JSON.parse(this.#bytes.toString('utf8', 0, end))
      const { type, data_length = 0, payload_length = 0 } = header
      const data = end + 1
      const payload = data + data_length
      if (this.#bytes.length < payload + payload_length) return
      const more = data_length > 0 ? JSON.parse(this.#bytes.toString('utf8', data, payload)) : {}
      this.events.push({
        type,
        data: { ...header.data, ...more },
        payload: this.#bytes.subarray(payload, payload + payload_length),
      })
      this.#bytes = this.#bytes.subarray(payload + payload_length)
    }
  }

  #tell(): void {
    for (const resolve of this.#changed.splice(0)) resolve()
  }
}

/** An event as it goes on the wire. */
export function written(type: string, data?: object, payload = ''): string {
  const text = data === undefined ? '' : JSON.stringify(data)
  const header = { type, version: '1.9.0', data_length: Buffer.byteLength(text) || undefined }
  return `${JSON.stringify({ ...header, payload_length: payload.length || undefined })}\n${text}${payload}`
}

/** The audio in some events. */
export function audioOf(events: readonly AnyEvent[]): Buffer {
  return Buffer.concat(events.filter(({ type }) => type === 'audio-chunk').map(({ payload }) => payload))
}
