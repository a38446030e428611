import type { SpeechSocket } from './socket.ts'

/** The connections of a server, which are told when it stops. */
export class OpenSockets {
  readonly #sockets = new Set<SpeechSocket>()
  #isLeaving = false

  get size(): number {
    return this.#sockets.size
  }

  /** Notes a connection whose handshake has been accepted, also while the server is stopping already. */
  add(socket: SpeechSocket): void {
    this.#sockets.add(socket)
    if (this.#isLeaving) socket.leave()
  }

  delete(socket: SpeechSocket): void {
    this.#sockets.delete(socket)
  }

  /** Has every connection close as soon as no turn is running on it. */
  leave(): void {
    this.#isLeaving = true
    for (const socket of this.#sockets) socket.leave()
  }
}
