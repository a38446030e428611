import { connect, type Socket } from 'node:net'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/** A TCP connection to a server, for requests that no HTTP client would send. */
export class Connection {
  /** Everything that the server has sent, except `100 Continue`. */
  received = ''
  /** Resolves when the server has read the {@link head} of a request and asks for the body. */
  readonly begun: Promise<void>
  /** The response, up to the end of its JSON object. Rejects if the server closes the connection before. */
  readonly answer: Promise<string>
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>
  readonly #socket: Socket

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    this.#socket = socket
    socket.on('error', () => {}) // `closed` covers a reset
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
    this.answer.catch(() => {}) // some tests do not wait for it
  }

  send(bytes: string | Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** Stops reading. */
  pause(): void {
    this.#socket.pause()
  }

  /** Closes the connection with a TCP reset, as the system of a crashed client does. */
  reset(): void {
    this.#socket.resetAndDestroy()
  }
}

/** The head of a request with a key. It expects `100 Continue`, so the server reports that it has read the head. */
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

/** Parses the status and the body of a raw response. */
export function parsed(answer: string): { readonly status: number; readonly body: Record<string, unknown> } {
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
    body: JSON.parse(answer.slice(answer.indexOf('{'))),
  }
}
