import { connect, createServer, type Server, type Socket } from 'node:net'

/** A network between one client and a server, in which things go wrong: a TCP relay on a port of its own. */
export class Line {
  readonly url: string
  readonly #relay: Server
  readonly #far: Promise<Socket>

  private constructor(url: string, relay: Server, far: Promise<Socket>) {
    this.url = url
    this.#relay = relay
    this.#far = far
  }

  /** Lays a line to a server; its `url` stands for the server's, for the first client that connects. */
  static async to(url: string): Promise<Line> {
    const { promise: far, resolve } = Promise.withResolvers<Socket>()
    const { hostname, port } = new URL(url)
    const relay = createServer((near) => {
      const socket = connect(Number(port), hostname)
      socket.on('data', (bytes) => near.write(bytes))
      near.on('data', (bytes) => socket.write(bytes))
      for (const [one, other] of [
        [near, socket],
        [socket, near],
      ] as const) {
        one.on('error', () => {})
        one.on('close', () => other.destroy())
      }
      resolve(socket)
    })
    await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', () => listening()))
    const address = relay.address() as { port: number }
    return new Line(`http://127.0.0.1:${address.port}`, relay, far)
  }

  /** Nothing that the server sends is taken any more; what it can be sent still is. */
  async pause(): Promise<void> {
    ;(await this.#far).pause()
  }

  async resume(): Promise<void> {
    ;(await this.#far).resume()
  }

  /** The client is gone, and its system tells the server so with a reset. */
  async reset(): Promise<void> {
    ;(await this.#far).resetAndDestroy()
  }

  /** The client has said its last word (FIN), without a WebSocket's good-bye. */
  async finish(): Promise<void> {
    ;(await this.#far).end()
  }

  /** Resolves when all that the client sent has been handed to the server's system. */
  async sent(): Promise<void> {
    const far = await this.#far
    while (far.writableLength > 0 && !far.destroyed) await Bun.sleep(5)
  }

  async close(): Promise<void> {
    ;(await this.#far).destroy()
    this.#relay.close()
  }
}
