import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A relay in front of a Postgres server. */
export interface PostgresProxy {
  /** The database's address through the relay. */
  readonly url: string
  /**
   * Resolves when Postgres has answered a statement whose words or values contain a text. The statement has taken
   * effect, but its client does not know: the relay withholds the answer and all later answers of that connection.
   */
  answered(text: string): Promise<void>
  /**
   * Resolves when a client sends a statement whose words or values contain a text. Its connection, and no other, is dead from
   * then on: nothing that either side sends arrives.
   */
  frozen(text: string): Promise<FrozenStatement>
  /** Holds everything back that either side sends, like a network that has stalled. */
  stall(): void
  /** Delivers what was held back, and all that follows. */
  resume(): void
  /** Closes the relay when the next connection sends its first statement. */
  closeAtNextStatement(): void
  close(): void
}

/** A statement that has not arrived. */
export interface FrozenStatement {
  /** Delivers it, although its client may have gone. Resolves when Postgres has answered. */
  deliver(): Promise<void>
}

/** The first byte of a message with a statement to prepare. */
const PARSE = 'P'.charCodeAt(0)

/** Starts a relay to the database at an address, on a free port of the loopback interface. */
export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let watch: { readonly text: string; readonly resolve: () => void } | undefined
  let freeze: { readonly text: string; readonly resolve: (statement: FrozenStatement) => void } | undefined
  let isStalled = false
  let isLastStatement = false
  const listener = createServer((client) => {
    const server = connect(Number(port), hostname)
    if (isStalled) for (const socket of [client, server]) socket.pause()
    let isWatched = false
    let frozen: PromiseWithResolvers<void> | undefined
    client.on('data', (statement) => {
      if (isLastStatement && statement[0] === PARSE) close()
      isWatched ||= watch !== undefined && statement.includes(watch.text)
      if (freeze !== undefined && statement.includes(freeze.text)) {
        const answer = Promise.withResolvers<void>()
        frozen = answer
        freeze.resolve({
          deliver() {
            server.write(statement)
            return answer.promise
          },
        })
        freeze = undefined
      } else if (frozen === undefined) server.write(statement)
    })
    server.on('data', (answer) => {
      if (frozen !== undefined) frozen.resolve()
      else if (isWatched) watch!.resolve()
      else client.write(answer)
    })
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {}) // a server that was killed
      socket.on('close', () => {
        sockets.delete(socket)
        if (frozen === undefined) other.end() // what was sent before is still delivered
      })
    }
  })
  const close = () => {
    listener.close()
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = new URL(url)
  address.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  return {
    url: address.href,
    answered: (text) =>
      new Promise((resolve) => {
        watch = { text, resolve }
      }),
    frozen: (text) =>
      new Promise((resolve) => {
        freeze = { text, resolve }
      }),
    stall() {
      isStalled = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      isStalled = false
      for (const socket of sockets) socket.resume()
    },
    closeAtNextStatement() {
      isLastStatement = true
    },
    close,
  }
}
