import { closeConnection } from './closing.ts'
import { BACKLOG_LIMIT } from './limits.ts'
import type { Connection } from './socket.ts'

/** A client that reads nothing for this long is disconnected (milliseconds). */
const STALL_TIMEOUT = 60_000

/** Results of `send`: nothing was sent, or it waits in the buffer. */
const DROPPED = 0
const BACKPRESSURE = -1

/** Sends messages on a connection. It checks the result of every send, and knows when a slow client has caught up. */
export class Outbox {
  readonly #connection: Connection
  readonly #giveUp: (reason: string) => void
  #blocked: PromiseWithResolvers<void> | undefined
  #stalled: Timer | undefined

  /** @param giveUp is called when a message cannot be sent, or too little is read; it closes the socket */
  constructor(connection: Connection, giveUp: (reason: string) => void) {
    this.#connection = connection
    this.#giveUp = giveUp
  }

  /** Sends a text, or bytes as a binary message. */
  send(message: string | Uint8Array): void {
    const connection = this.#connection
    connection.data.frames.sent++
    const status = typeof message === 'string' ? connection.sendText(message) : connection.sendBinary(message)
    if (status === DROPPED && connection.readyState === WebSocket.OPEN) {
      this.#giveUp('A frame could not be sent.') // the audio after it would have a gap
    } else if (status === BACKPRESSURE && this.#blocked === undefined) {
      this.#blocked = Promise.withResolvers()
      this.#stalled = setTimeout(() => this.#giveUp('Nothing was read for too long.'), STALL_TIMEOUT)
    }
  }

  /**
   * Sends a message that cannot wait until the client has caught up: an answer, an event, audio in real time. A client that lets
   * too many of these wait is given up.
   */
  sendAtOnce(message: string | Uint8Array): void {
    if (this.#connection.getBufferedAmount() > BACKLOG_LIMIT) this.#giveUp('Too much waits to be read.')
    else this.send(message)
  }

  /** Resolves when the client has caught up, or a signal is aborted. */
  async writable(signal: AbortSignal): Promise<void> {
    if (this.#blocked === undefined || signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const abort = () => resolve()
    signal.addEventListener('abort', abort)
    this.#blocked.promise.then(abort)
    await promise
    signal.removeEventListener('abort', abort)
  }

  /** Call it when the client has caught up, or is gone. */
  drained(): void {
    clearTimeout(this.#stalled)
    this.#blocked?.resolve()
    this.#blocked = undefined
  }

  /** Closes the connection. A client that does not answer is cut off. */
  close(code: number, reason: string): void {
    closeConnection(this.#connection, code, reason)
  }
}
