import { connect, type Socket } from 'node:net'
import { CLIP, FORM_TYPE, formWith } from './form.ts'

/** A form that is posted in two halves, over a connection of its own. */
export class Upload {
  /** What the server answers: all that it sends until the end of a JSON object. */
  readonly answer: Promise<string>
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>
  readonly #socket: Socket
  readonly #form: Buffer

  /**
   * Sends the first half.
   *
   * @param clip what the form has for one
   */
  constructor(url: string, path: string, key: string, clip: Uint8Array = CLIP) {
    this.#form = formWith({ clip })
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const headers = [
      `Host: ${hostname}`,
      `X-API-Key: ${key}`,
      `Content-Type: ${FORM_TYPE}`,
      `Content-Length: ${this.#form.length}`,
    ]
    socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    socket.write(this.#form.subarray(0, 100))
    this.#socket = socket
    this.closed = new Promise((resolve) => socket.on('close', () => resolve()))
    this.answer = new Promise((resolve, reject) => {
      let received = ''
      socket.on('data', (bytes) => {
        received += bytes
        if (received.endsWith('}')) resolve(received)
      })
      socket.on('close', () => reject(new Error(`the connection was closed after "${received}"`)))
    })
    this.answer.catch(() => {}) // not everybody waits for it
  }

  /** Sends the second half. */
  finish(): void {
    this.#socket.write(this.#form.subarray(100))
  }

  /** The client is gone, and its system tells the server so with a reset. */
  reset(): void {
    this.#socket.resetAndDestroy()
  }
}

/** The status and the body of an answer as it came. */
export function parsed(answer: string): { readonly status: number; readonly body: Record<string, unknown> } {
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
    body: JSON.parse(answer.slice(answer.indexOf('{'))),
  }
}
