import { fromFailure, type Opening, type ThreadAnswer, type ThreadRequest } from './thread-messages.ts'

/** A request without its number. */
type Asked = ThreadRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, 'id'>
    : never
  : never

/** Postgres, compiled once a process: all threads run the same code. */
let compiled: Promise<WebAssembly.Module> | undefined

/** A thread that has an embedded database open. */
export class DatabaseThread {
  readonly #worker = new Worker(new URL('database-program.ts', import.meta.url).href)
  readonly #waiting = new Map<number, Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>>()
  /** Id of the next message. The first, the opening, has 0. */
  #nextId = 0
  #failure: Error | undefined
  /** Resolves with the reason when the thread has ended. */
  readonly ended: Promise<Error>

  private constructor() {
    const { promise, resolve } = Promise.withResolvers<Error>()
    this.ended = promise
    let reason = 'its thread has ended'
    // Outside of the message's own turn of the event loop, in which no other message would come: a test that waits within
    // it, as Bun's `expect(…).rejects` does, would wait for ever.
    this.#worker.onmessage = ({ data }: MessageEvent<ThreadAnswer>) => setImmediate(() => this.#answer(data))
    this.#worker.onerror = (event) => {
      event.preventDefault()
      reason = event.message
    }
    this.#worker.addEventListener('close', () => {
      const failure = new Error(`the embedded database has failed: ${reason}`)
      this.#failure = failure
      setImmediate(() => {
        for (const { reject } of this.#waiting.values()) reject(failure)
        resolve(failure)
      })
    })
  }

  /**
   * Starts a thread and opens the database.
   *
   * @throws Error as `openCluster` does
   */
  static async open(folder: string): Promise<DatabaseThread> {
    const thread = new DatabaseThread()
    try {
      compiled ??= compilePostgres()
      const opening: Opening = { folder, postgres: await compiled }
      await thread.#send(() => opening)
    } catch (error) {
      thread.#worker.terminate()
      throw error
    }
    return thread
  }

  /** @throws Error of Postgres, or when the thread ends before it answers */
  ask<Answer>(request: Asked): Promise<Answer> {
    return this.#send((id) => ({ id, ...request }))
  }

  /** Closes the database after all that was asked before, and ends the thread. */
  async close(): Promise<void> {
    await this.ask({ is: 'close' })
    this.#worker.terminate()
    await this.ended
  }

  async #send<Answer>(message: (id: number) => unknown): Promise<Answer> {
    if (this.#failure !== undefined) throw this.#failure
    const id = this.#nextId++
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(id, { resolve, reject })
    this.#worker.postMessage(message(id))
    return promise as Promise<Answer>
  }

  #answer(answer: ThreadAnswer): void {
    const { resolve, reject } = this.#waiting.get(answer.id)!
    this.#waiting.delete(answer.id)
    if ('failed' in answer) reject(fromFailure(answer.failed))
    else resolve(answer.done)
  }
}

async function compilePostgres(): Promise<WebAssembly.Module> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  try {
    return await WebAssembly.compile(await Bun.file(file).bytes())
  } catch (error) {
    compiled = undefined // the next opening tries again
    throw error
  }
}
