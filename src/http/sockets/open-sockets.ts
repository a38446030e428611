import { Budgets } from './inbox.ts'
import type { Socket } from './socket.ts'

/** The connections of a server and the budgets that they share. They are told when the server stops. */
export class OpenSockets {
  readonly budgets: Budgets
  readonly #sockets = new Set<Socket>()
  #isLeaving = false

  constructor(budgets = new Budgets()) {
    this.budgets = budgets
  }

  get size(): number {
    return this.#sockets.size
  }

  /** Adds a connection whose handshake was accepted, even if the server is already stopping. */
  add(socket: Socket): void {
    this.#sockets.add(socket)
    if (this.#isLeaving) socket.leave()
  }

  delete(socket: Socket): void {
    this.#sockets.delete(socket)
  }

  /** The server is stopping: every connection closes as soon as no turn is running on it. */
  leave(): void {
    this.#isLeaving = true
    for (const socket of this.#sockets) socket.leave()
  }
}
