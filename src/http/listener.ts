import type { AnyElysia } from 'elysia'
import { drain } from './drain.ts'

/** Seconds for which an idle connection is kept, and a reader that takes nothing is waited for. */
const IDLE_TIMEOUT = 60
/** Bodies are limited where they are read, and refused there in the service's own words. */
const UNLIMITED = Number.MAX_SAFE_INTEGER

/** Where the service listens, and what its WebSockets do. */
export interface ListenOptions {
  readonly port: number
  readonly host: string
  readonly websocket: Bun.WebSocketHandler<unknown>
}

/** A certificate and its key, in PEM. */
export interface TlsPair {
  readonly cert: string
  readonly key: string
}

/** Lets clients in at an address, with a certificate that can be replaced while they are being served. */
export class Listener {
  readonly #app: AnyElysia
  readonly #options: ListenOptions
  #tls: TlsPair | undefined
  #server: Bun.Server<unknown>
  /** Those that accept no more connections, and still have some with another certificate. */
  readonly #earlier = new Set<Bun.Server<unknown>>()
  #hasLeft = false

  /** @throws Error of the system when it cannot listen there */
  constructor(app: AnyElysia, options: ListenOptions, tls: TlsPair | undefined) {
    this.#app = app
    this.#options = options
    this.#tls = tls
    this.#server = this.#listen(options.port, tls)
  }

  /** The address. */
  get url(): URL {
    return this.#server.url
  }

  /**
   * Serves new connections with another certificate. Bun cannot change that of a server, so another one takes its place at
   * the same port. Open WebSockets and running requests go on to their end. Idle connections are closed.
   *
   * @throws Error of the system when the certificate cannot be used; then the one before stays
   */
  replace(tls: TlsPair): void {
    if (this.#hasLeft) return
    const earlier = this.#server
    const port = earlier.port!
    this.#earlier.add(earlier)
    void earlier.stop().then(() => this.#earlier.delete(earlier))
    try {
      this.#server = this.#listen(port, tls)
      this.#tls = tls
    } catch (error) {
      this.#server = this.#listen(port, this.#tls)
      throw error
    }
  }

  /** Accepts no more connections. Resolves when all are closed. */
  async drain(): Promise<void> {
    this.#hasLeft = true
    await Promise.all([this.#server, ...this.#earlier].map((each) => drain(each)))
  }

  #listen(port: number, tls: TlsPair | undefined): Bun.Server<unknown> {
    const { host, websocket } = this.#options
    return this.#app.listen({
      port,
      hostname: host,
      tls,
      reusePort: false, // else a second server would take half of the first one's requests
      idleTimeout: IDLE_TIMEOUT,
      maxRequestBodySize: UNLIMITED,
      websocket,
    }).server!
  }
}
