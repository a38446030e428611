import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** An unreliable network between one client and a server: a TCP relay on its own port. */
export class Line {
  readonly url: string
  readonly #relay: Server
  readonly #far: Promise<Socket>

  private constructor(url: string, relay: Server, far: Promise<Socket>) {
    this.url = url
    this.#relay = relay
    this.#far = far
  }

  /**
   * Opens a relay to a server. The first client that connects to its `url` is relayed.
   *
   * @param patience milliseconds after which the relay closes a silent connection, as proxies do. 0: never
   */
  static async to(url: string, patience = 0): Promise<Line> {
    const { promise: far, resolve } = Promise.withResolvers<Socket>()
    const { hostname, port } = new URL(url)
    const relay = createServer((near) => {
      const socket = connect(Number(port), hostname)
      socket.on('data', (bytes) => near.write(bytes))
      near.on('data', (bytes) => socket.write(bytes))
      near.setTimeout(patience, () => near.destroy())
      for (const end of [near, socket]) end.on('error', () => {})
      near.on('close', () => socket.destroy())
      socket.on('close', () => near.end()) // after what waits for the client: destroyed now, it would lose that
      resolve(socket)
    })
    await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', () => listening()))
    const address = relay.address() as { port: number }
    return new Line(`http://127.0.0.1:${address.port}`, relay, far)
  }

  /** Stops reading from the server. Data to the server still passes. */
  async pause(): Promise<void> {
    ;(await this.#far).pause()
  }

  async resume(): Promise<void> {
    ;(await this.#far).resume()
  }

  /** Reads this many bytes from the server or a few more, which must come, and stops again. */
  async read(bytes: number): Promise<void> {
    const far = await this.#far
    const end = far.bytesRead + bytes
    far.resume()
    while (far.bytesRead < end) await once(far, 'data')
    far.pause()
  }

  /** Resets the connection to the server, as the system of a crashed client does. */
  async reset(): Promise<void> {
    ;(await this.#far).resetAndDestroy()
  }

  /** Ends the client's side of the connection (FIN) without a WebSocket close frame. */
  async finish(): Promise<void> {
    ;(await this.#far).end()
  }

  /** Resolves when everything that the client sent was passed to the operating system. */
  async sent(): Promise<void> {
    const far = await this.#far
    while (far.writableLength > 0 && !far.destroyed) await Bun.sleep(5)
  }

  async close(): Promise<void> {
    ;(await this.#far).destroy()
    this.#relay.close()
  }
}
