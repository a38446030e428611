/** A frame from the server, as far as a listener looks at it. */
export interface Frame {
  readonly type: string
  readonly context_id: string | null
  readonly data?: string
  readonly error_code?: string
}

/** A WebSocket on which one turn is spoken at a time, and which keeps nothing of those before. */
export class SpeechSocket {
  readonly #socket: WebSocket
  /** Told every frame, and nothing when the connection is closed. */
  #listen: (frame?: Frame) => void = () => {}
  isOpen = true

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#listen(JSON.parse(data))
    socket.onclose = () => {
      this.isOpen = false
      this.#listen()
    }
  }

  /** Rejects if the handshake is refused. */
  static async open(url: string, key: string): Promise<SpeechSocket> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/tts/websocket?api_key=${key}`)
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve()
      socket.onerror = () => reject(new Error('the handshake was refused'))
    })
    return new SpeechSocket(socket)
  }

  /** Hears what comes from now on. */
  listen(listener: (frame?: Frame) => void): void {
    this.#listen = listener
  }

  send(frame: object): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(frame))
  }

  close(): void {
    this.#socket.close()
  }
}
