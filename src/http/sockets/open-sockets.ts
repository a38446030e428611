import { ServiceError } from '../errors.ts'
import { Budgets } from './inbox.ts'
import type { Socket } from './socket.ts'

/** A request that asks for a WebSocket. */
interface Handshake {
  readonly request: Request
  readonly server: Bun.Server<unknown> | null
  /** Of the response. */
  readonly headers: Readonly<Record<string, string | number>>
  /** What to do, for a client that does not speak WebSocket. */
  readonly advice: string
}

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

  /**
   * Accepts a handshake, even if the server is already stopping. The socket is told of the connection.
   *
   * @throws ServiceError upgrade_required if the request is not a handshake
   */
  accept(socket: Socket, { request, server, headers, advice }: Handshake): void {
    if (!server?.upgrade(request, { data: socket, headers: headers as Record<string, string> })) {
      throw new ServiceError('upgrade_required', 'This address speaks WebSocket only.', { detail: advice })
    }
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
