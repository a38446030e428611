import { join } from 'node:path'

/** An engine that speaks canned speech at once (`engine.ts`), in a process of its own. */
export class CannedEngine {
  readonly name: string
  #process: Bun.Subprocess | undefined
  #port = 0

  constructor(name: string) {
    this.name = name
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    const port = Promise.withResolvers<number>()
    const program = join(import.meta.dir, 'engine.ts')
    this.#process = Bun.spawn(['bun', program, String(this.#port)], { stderr: 'inherit', ipc: port.resolve })
    this.#port = await port.promise
  }

  async kill(): Promise<void> {
    this.#process?.kill('SIGKILL')
    await this.#process?.exited
  }

  async stop(): Promise<void> {
    await this.kill()
  }
}
