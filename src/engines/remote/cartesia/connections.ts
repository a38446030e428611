import { EngineFailure } from '../../shared/engine.ts'
import { Connection, ConnectionLost, type Context } from './connection.ts'

/** Contexts that share a connection. A server that takes turns on connections is fair to as many. */
const CONTEXTS_PER_CONNECTION = 32

/** A place on a connection, for one context. */
export interface Place {
  readonly connection: Connection
  readonly context: Context
  /** When the connection was opened (milliseconds of `performance.now`). */
  readonly opened: number
  /** Frees the place, once even if called again. A context that is not done is cancelled at the upstream server. */
  leave(isDone: boolean): void
}

interface Shared {
  readonly connection: Promise<Connection>
  readonly opened: number
  contexts: number
}

/** The connections to one server. They stay open, and another one is opened when all are full. */
export class Connections {
  readonly #url: URL
  readonly #headers: Readonly<Record<string, string>>
  #open: Shared[] = []
  #isClosed = false

  /** @param url of the WebSocket */
  constructor(url: URL, headers: Readonly<Record<string, string>>) {
    this.#url = url
    this.#headers = headers
  }

  /**
   * Begins a context.
   *
   * @param since milliseconds of `performance.now`: connections that were opened before may be dead
   * @throws ServerFault when no connection can be opened; EngineFailure after {@link close}
   */
  async begin(since = 0): Promise<Place> {
    if (this.#isClosed) throw new EngineFailure('the engine was closed')
    const begun = performance.now()
    const shared = this.#withRoom(since) ?? this.#another()
    shared.contexts++
    let connection: Connection
    try {
      connection = await shared.connection
    } catch (error) {
      this.#forget(shared)
      throw error
    }
    if (!connection.isOpen) {
      this.#forget(shared)
      if (shared.opened >= begun) throw new ConnectionLost('closes connections at once')
      return this.begin(since)
    }
    const context = connection.begin()
    let isLeft = false
    const leave = (isDone: boolean) => {
      if (isLeft) return
      isLeft = true
      shared.contexts--
      connection.end(context, isDone)
    }
    return { connection, context, opened: shared.opened, leave }
  }

  /** Closes all connections. No other one is opened. */
  async close(): Promise<void> {
    this.#isClosed = true
    const open = this.#open.splice(0)
    const connections = await Promise.allSettled(open.map(({ connection }) => connection))
    for (const opened of connections) if (opened.status === 'fulfilled') opened.value.close()
  }

  #withRoom(since: number): Shared | undefined {
    return this.#open.find(({ contexts, opened }) => contexts < CONTEXTS_PER_CONNECTION && opened >= since)
  }

  #another(): Shared {
    const opened = performance.now()
    const shared = { connection: Connection.open(this.#url, this.#headers), opened, contexts: 0 }
    this.#open.push(shared)
    return shared
  }

  #forget(shared: Shared): void {
    this.#open = this.#open.filter((each) => each !== shared)
  }
}
