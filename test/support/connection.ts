import { connect, type Socket } from 'node:net'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/** A TCP connection to a server, for requests that no HTTP client would send. */
export class Connection {
  /** All that the server has sent, but for its asking for a body. */
  received = ''
  /** Resolves when the server has read the {@link head} of a request, and asks for its body. */
  readonly begun: Promise<void>
  /** What the server answers: all that it sends until the end of a JSON object. Rejects when it closes before. */
  readonly answer: Promise<string>
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>
  readonly #socket: Socket

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    this.#socket = socket
    socket.on('error', () => {}) // a reset: `closed` tells
    this.closed = new Promise((resolve) => socket.on('close', () => resolve()))
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    this.begun = begun
    this.answer = new Promise((resolve, reject) => {
      socket.on('data', (bytes) => {
        this.received += bytes
        if (this.received.startsWith(CONTINUE)) {
          this.received = this.received.slice(CONTINUE.length)
          begin()
        }
        if (this.received.endsWith('}')) resolve(this.received)
      })
      socket.on('close', () => reject(new Error(`the connection was closed after "${this.received}"`)))
    })
    this.answer.catch(() => {}) // not everybody waits for it
  }

  send(bytes: string | Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** Takes nothing more of what the server sends. */
  pause(): void {
    this.#socket.pause()
  }

  /** The client is gone, and its system tells the server so with a reset. */
  reset(): void {
    this.#socket.resetAndDestroy()
  }
}

/** The head of a request with a key, up to its body; the server is to say when it has read it. */
export function head(path: string, key: string, length: number, type = 'application/json'): string {
  const headers = [
    `POST ${path} HTTP/1.1`,
    'Host: purr',
    'Expect: 100-continue',
    `X-API-Key: ${key}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
  ]
  return `${headers.join('\r\n')}\r\n\r\n`
}

/** The status and the body of an answer as it came. */
export function parsed(answer: string): { readonly status: number; readonly body: Record<string, unknown> } {
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
    body: JSON.parse(answer.slice(answer.indexOf('{'))),
  }
}
