import type { KeyWatch } from '../../accounts/key-watch.ts'
import { ServiceError } from '../errors.ts'
import { networkOf } from '../network.ts'
import { Budgets } from './budgets.ts'
import { type ConnectionLimits, Places } from './places.ts'
import type { FrameCounts, Socket, SocketData } from './socket.ts'

/** What WebSockets are for. */
const PROTOCOLS = ['websocket', 'jambonz', 'call', 'call_events'] as const
type SocketProtocol = (typeof PROTOCOLS)[number]

/** A request that asks for a WebSocket. */
interface Handshake {
  readonly request: Request
  readonly server: Bun.Server<unknown> | null
  readonly protocol: SocketProtocol
  /** Headers of the handshake's response. */
  readonly headers: Readonly<Record<string, string | number>>
  /** What to do, for a client that does not speak WebSocket. */
  readonly advice: string
  /** The id of the client's key. Undefined: the key is still to come, over the socket. */
  readonly keyId: string | undefined
}

/** What is known of a socket. */
interface OpenSocket {
  readonly protocol: SocketProtocol
  readonly address: string
  /** Ends the watch of its key. */
  unwatch: () => void
}

/** Most WebSockets of a server at a time. Behind a reverse proxy, all have the same IP address. */
export interface SocketLimits {
  readonly open: ConnectionLimits
  /** WebSockets that have not brought their key yet: anybody can open these. */
  readonly withoutKey: ConnectionLimits
}

const LIMITS: SocketLimits = {
  open: { all: 20_000, ofAddress: 10_000 },
  withoutKey: { all: 1000, ofAddress: 500 },
}

/** Time after which another handshake may be accepted (milliseconds). */
const RETRY_AFTER = 5000

/**
 * The connections of a server and the budgets that they share. They are notified when the server stops or their key is revoked.
 */
export class OpenSockets {
  readonly budgets: Budgets
  readonly #frames = Object.fromEntries(
    PROTOCOLS.map((each) => [each, { received: 0, sent: 0 }]),
  ) as Readonly<Record<SocketProtocol, FrameCounts>>
  readonly #keys: KeyWatch
  readonly #sockets = new Map<Socket, OpenSocket>()
  readonly #withoutKey = new Set<Socket>()
  readonly #places: Readonly<Record<keyof SocketLimits, Places>>
  #isLeaving = false

  constructor(keys: KeyWatch, budgets = new Budgets(), limits = LIMITS) {
    this.#keys = keys
    this.budgets = budgets
    this.#places = { open: new Places(limits.open), withoutKey: new Places(limits.withoutKey) }
  }

  get size(): number {
    return this.#sockets.size
  }

  /**
   * Accepts a handshake, even if the server is already stopping. The socket is notified of the connection.
   *
   * @throws ServiceError rate_limited if too many are open, upgrade_required if the request is not a handshake
   */
  accept(socket: Socket, { request, server, protocol, headers, advice, keyId }: Handshake): void {
    const address = networkOf(request, server)
    this.#refuseIfFull(this.#places.open.full(address), 'are open')
    if (keyId === undefined)
      this.#refuseIfFull(this.#places.withoutKey.full(address), 'have not sent a key yet')
    const data: SocketData = { socket, frames: this.#frames[protocol] }
    // Before the handshake is answered: the connection can be gone by then.
    this.#sockets.set(socket, { protocol, address, unwatch: () => {} })
    this.#places.open.take(address)
    if (keyId === undefined) {
      this.#withoutKey.add(socket)
      this.#places.withoutKey.take(address)
    } else this.#watch(socket, keyId)
    let isAccepted = false
    try {
      isAccepted = server?.upgrade(request, { data, headers: headers as Record<string, string> }) === true
    } finally {
      if (!isAccepted) this.delete(socket)
    }
    if (!isAccepted) {
      throw new ServiceError('upgrade_required', 'This URL speaks WebSocket only.', { detail: advice })
    }
    if (this.#isLeaving) socket.leave()
  }

  /** A socket has brought its key. */
  hasKey(socket: Socket, keyId: string): void {
    if (this.#sockets.has(socket)) this.#watch(socket, keyId)
    this.#leaveWithoutKey(socket)
  }

  /** How many of each protocol are open, and what was counted of their frames, for metrics. */
  state() {
    const open = [...this.#sockets.values()]
    return PROTOCOLS.map((protocol) => ({
      labels: { protocol },
      report: {
        open: open.filter((each) => each.protocol === protocol).length,
        frames: this.#frames[protocol],
      },
    }))
  }

  delete(socket: Socket): void {
    const open = this.#sockets.get(socket)
    if (open === undefined) return
    open.unwatch()
    this.#leaveWithoutKey(socket)
    this.#sockets.delete(socket)
    this.#places.open.giveBack(open.address)
  }

  /** The server is stopping: every connection closes as soon as no turn is running on it. */
  leave(): void {
    this.#isLeaving = true
    for (const socket of this.#sockets.keys()) socket.leave()
  }

  #watch(socket: Socket, keyId: string): void {
    const open = this.#sockets.get(socket)!
    open.unwatch()
    open.unwatch = this.#keys.watch(keyId, () => socket.revoked())
  }

  #leaveWithoutKey(socket: Socket): void {
    if (this.#withoutKey.delete(socket)) this.#places.withoutKey.giveBack(this.#sockets.get(socket)!.address)
  }

  #refuseIfFull(full: 'address' | 'server' | undefined, what: string): void {
    if (full === undefined) return
    const whose = full === 'address' ? 'of this IP address' : 'of this server'
    throw new ServiceError('rate_limited', `Too many WebSockets ${whose} ${what}.`, {
      detail: 'Close those that you do not need. One WebSocket can carry many turns.',
      retryAfter: RETRY_AFTER,
    })
  }
}
