import { Budgets } from './inbox.ts'
import type { Socket } from './socket.ts'

/** The connections of a server, which are told when it stops, and the budgets that they share. */
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

  /** Notes a connection whose handshake has been accepted, also while the server is stopping already. */
  add(socket: Socket): void {
    this.#sockets.add(socket)
    if (this.#isLeaving) socket.leave()
  }

  delete(socket: Socket): void {
    this.#sockets.delete(socket)
  }

  /** Has every connection close as soon as no turn is running on it. */
  leave(): void {
    this.#isLeaving = true
    for (const socket of this.#sockets) socket.leave()
  }
}
