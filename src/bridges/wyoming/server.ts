import { createServer, type Server, type Socket } from 'node:net'
import type { TurnServices } from '../../tts/turn.ts'
import { type BridgeServices, Connection, TIMEOUTS } from './connection.ts'

/** Connections at a time; one that is too many is closed at once. A house has a handful. */
const MAX_CONNECTIONS = 256

/** Where a Wyoming server listens, and who pays. */
export interface WyomingOptions {
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  /** The protocol has no keys: all that is spoken is paid by the organization of this one. */
  readonly apiKey: string
}

/** Speaks to the clients of the Wyoming protocol, Home Assistant among them. */
export class WyomingServer {
  readonly #server: Server
  readonly #connections = new Set<Connection>()
  #isLeaving = false
  #closed = Promise.resolve()

  private constructor(services: BridgeServices) {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true, keepAlive: true }, (socket) =>
      this.#accept(services, socket),
    )
  }

  /** @throws Error of the system when it cannot listen there */
  static async listen(
    turns: TurnServices,
    { host, port, apiKey }: WyomingOptions,
    timeouts = TIMEOUTS,
  ): Promise<WyomingServer> {
    const wyoming = new WyomingServer({ turns, apiKey, timeouts })
    const server = wyoming.#server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
    return wyoming
  }

  /** The port that it listens on. */
  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  /** Takes no more connections, and has those that there are close as soon as nothing is being spoken on them. */
  leave(): void {
    if (this.#isLeaving) return
    this.#isLeaving = true
    this.#closed = new Promise((resolve) => this.#server.close(() => resolve()))
    for (const connection of this.#connections) connection.leave()
  }

  /** Resolves when it has left and all connections are closed. */
  closed(): Promise<void> {
    return this.#closed
  }

  #accept(services: BridgeServices, socket: Socket): void {
    if (this.#isLeaving || this.#connections.size >= MAX_CONNECTIONS) {
      socket.destroy()
      return
    }
    const connection = new Connection(services, socket)
    this.#connections.add(connection)
    socket.once('close', () => this.#connections.delete(connection))
  }
}
