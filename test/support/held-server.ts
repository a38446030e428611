import { tone } from './faulty-server.ts'

/** A server that begins to speak at once and goes on when it is told to. */
export class HeldServer {
  #server: Bun.Server<undefined> | undefined
  #held = Promise.withResolvers<void>()
  readonly #port: number
  /** Answers that are in progress. */
  speaking = 0

  constructor() {
    this.#server = this.#serve(0)
    this.#port = this.#server.port!
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/v1`
  }

  goOn(): void {
    this.#held.resolve()
  }

  die(): void {
    this.stop()
    this.#held = Promise.withResolvers()
    this.speaking = 0
  }

  revive(): void {
    this.#server = this.#serve(this.#port)
  }

  stop(): void {
    this.#server?.stop(true)
    this.#server = undefined
  }

  #serve(port: number): Bun.Server<undefined> {
    return Bun.serve({
      port,
      hostname: '127.0.0.1',
      fetch: ({ method }) => {
        if (method === 'GET') return new Response('not found', { status: 404 })
        const speech = this.#speech()
        return new Response(
          async function* () {
            yield* speech
          },
          { headers: { 'content-type': 'audio/pcm' } },
        )
      },
    })
  }

  async *#speech(): AsyncGenerator<Uint8Array> {
    this.speaking++
    yield tone(0.3)
    await this.#held.promise
    yield tone(0.7)
  }
}
