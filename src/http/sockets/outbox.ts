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
  /** Runs while something waits to be read. */
  #stalled: Timer | undefined
  /** Send the messages that wait, in their order. */
  readonly #waiting = new Set<() => void>()

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
    } else if (status === BACKPRESSURE) {
      this.#stalled ??= this.#stallTimer()
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

  /**
   * Sends a message once everything that was sent has been read. Those who wait send in the order in which they came, one message
   * at a time: what waits to be read does not grow with their number.
   *
   * @returns a promise that resolves when the message is sent, or without that when the signal is aborted
   */
  async sendWhenRead(message: string | Uint8Array, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    if (this.#stalled === undefined) {
      this.send(message)
      return
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const leave = () => {
      this.#waiting.delete(send)
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const send = () => {
      leave()
      this.send(message)
    }
    this.#waiting.add(send)
    signal.addEventListener('abort', leave)
    await promise
  }

  /** Call it when the client has read something. */
  drained(): void {
    clearTimeout(this.#stalled)
    this.#stalled = this.#connection.getBufferedAmount() > 0 ? this.#stallTimer() : undefined
    for (const send of this.#waiting) {
      if (this.#stalled !== undefined) break
      send()
    }
  }

  /** Call it when the connection is gone, and abort the signals of those who wait. */
  closed(): void {
    clearTimeout(this.#stalled)
  }

  /** Closes the connection. A client that does not answer is cut off. */
  close(code: number, reason: string): void {
    closeConnection(this.#connection, code, reason)
  }

  #stallTimer(): Timer {
    return setTimeout(() => this.#giveUp('Nothing was read for too long.'), STALL_TIMEOUT)
  }
}
