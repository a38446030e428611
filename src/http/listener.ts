import type { AnyElysia } from 'elysia'
import { drain } from './drain.ts'

/**
 * Seconds for which an idle connection, or one whose client reads nothing, is kept; Bun closes it up to 4 s sooner. Many proxies keep
 * one for a minute, and must not send a request into one that is just being closed.
 */
const IDLE_TIMEOUT = 75
/** Bodies are limited where they are read, and refused there in the service's own words. */
const UNLIMITED = Number.MAX_SAFE_INTEGER

/** Where the service listens, and what its WebSockets do. */
export interface ListenOptions {
  readonly port: number
  readonly host: string
  readonly websocket: Bun.WebSocketHandler<unknown>
  /** Is called when nothing can listen after a certificate was replaced. Open connections go on. */
  readonly onLost: (error: unknown) => void
}

/** A certificate and its key, in PEM. */
export interface TlsPair {
  readonly cert: string
  readonly key: string
}

type Upgrade = Bun.Server<unknown>['upgrade']

/** Lets clients in at an address, with a certificate that can be replaced while they are being served. */
export class Listener {
  readonly #app: AnyElysia
  readonly #options: ListenOptions
  #tls: TlsPair | undefined
  #server: Bun.Server<unknown>
  /** How each server accepts WebSockets: the newest one, and those that accept no more connections and still have some. */
  readonly #upgrades = new Map<Bun.Server<unknown>, Upgrade>()
  #hasLeft = false

  /** @throws Error of the system when it cannot listen there */
  constructor(app: AnyElysia, options: ListenOptions, tls: TlsPair | undefined) {
    this.#app = app
    this.#options = options
    this.#tls = tls
    this.#server = this.#listen(options.port, tls)
  }

  /** The server's URL. */
  get url(): URL {
    return this.#server.url
  }

  /**
   * Serves new connections with another certificate. Bun cannot change that of a server, so another one takes its place at
   * the same port. Open WebSockets and running requests go on to their end. Idle connections are closed.
   *
   * @throws Error of the system when the certificate cannot be used; then the one before stays, unless even that is lost
   */
  replace(tls: TlsPair): void {
    if (this.#hasLeft) return
    const earlier = this.#server
    const port = earlier.port!
    void earlier.stop().then(() => this.#upgrades.delete(earlier))
    try {
      this.#server = this.#listen(port, tls)
      this.#tls = tls
    } catch (error) {
      try {
        this.#server = this.#listen(port, this.#tls)
      } catch (cause) {
        this.#options.onLost(cause)
      }
      throw error
    }
  }

  /** Accepts no more connections. Resolves when all are closed. */
  async drain(): Promise<void> {
    this.#hasLeft = true
    await Promise.all([...this.#upgrades.keys()].map((each) => drain(each)))
  }

  #listen(port: number, tls: TlsPair | undefined): Bun.Server<unknown> {
    const { host, websocket } = this.#options
    const server = this.#app.listen({
      port,
      hostname: host,
      tls,
      reusePort: false, // else a second server would take half of the first one's requests
      idleTimeout: IDLE_TIMEOUT,
      development: false, // else Bun writes each stream that breaks off between the lines of the log
      maxRequestBodySize: UNLIMITED,
      websocket,
    }).server!
    this.#upgrades.set(server, server.upgrade.bind(server))
    server.upgrade = (request, options) => this.#upgrade(request, options as Parameters<Upgrade>[1])
    return server
  }

  /** Elysia asks the newest server for every WebSocket, and Bun wants the one that has the request. */
  #upgrade(...handshake: Parameters<Upgrade>): boolean {
    let refusal: unknown
    for (const upgrade of [...this.#upgrades.values()].toReversed()) {
      try {
        return upgrade(...handshake)
      } catch (error) {
        refusal ??= error
      }
    }
    throw refusal
  }
}
