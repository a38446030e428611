import { ServiceError } from '../errors.ts'
import { Budgets } from './inbox.ts'
import type { FrameCounts, Socket, SocketData } from './socket.ts'

/** What WebSockets are for. */
const PROTOCOLS = ['websocket', 'jambonz', 'call', 'call_events'] as const
export type SocketProtocol = (typeof PROTOCOLS)[number]

/** A request that asks for a WebSocket. */
interface Handshake {
  readonly request: Request
  readonly server: Bun.Server<unknown> | null
  readonly protocol: SocketProtocol
  /** Of the response. */
  readonly headers: Readonly<Record<string, string | number>>
  /** What to do, for a client that does not speak WebSocket. */
  readonly advice: string
}

/** The connections of a server and the budgets that they share. They are told when the server stops. */
export class OpenSockets {
  readonly budgets: Budgets
  readonly #frames = Object.fromEntries(
    PROTOCOLS.map((each) => [each, { received: 0, sent: 0 }]),
  ) as Readonly<Record<SocketProtocol, FrameCounts>>
  /** Those that are open, with their protocols. */
  readonly #sockets = new Map<Socket, SocketProtocol>()
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
  accept(socket: Socket, { request, server, protocol, headers, advice }: Handshake): void {
    const data: SocketData = { socket, frames: this.#frames[protocol] }
    if (!server?.upgrade(request, { data, headers: headers as Record<string, string> })) {
      throw new ServiceError('upgrade_required', 'This address speaks WebSocket only.', { detail: advice })
    }
    this.#sockets.set(socket, protocol)
    if (this.#isLeaving) socket.leave()
  }

  /** How many of each protocol are open, and what was counted of their frames, for metrics. */
  state() {
    const open = [...this.#sockets.values()]
    return PROTOCOLS.map((protocol) => ({
      labels: { protocol },
      report: { open: open.filter((each) => each === protocol).length, frames: this.#frames[protocol] },
    }))
  }

  delete(socket: Socket): void {
    this.#sockets.delete(socket)
  }

  /** The server is stopping: every connection closes as soon as no turn is running on it. */
  leave(): void {
    this.#isLeaving = true
    for (const socket of this.#sockets.keys()) socket.leave()
  }
}
