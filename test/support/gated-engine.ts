import type { Engine, Speech } from '../../src/speech/engine/engine.ts'
import { sharedEngine } from './service.ts'

/** The real engine behind a gate: while it is closed no speech comes, and a turn stays in the state it is in. */
export class GatedEngine implements Engine {
  #gate = Promise.withResolvers<void>()

  constructor() {
    this.open()
  }

  open(): void {
    this.#gate.resolve()
  }

  shut(): void {
    this.#gate = Promise.withResolvers()
  }

  async *speak(...speaking: Parameters<Engine['speak']>): AsyncGenerator<Speech> {
    await this.#gate.promise
    yield* (await sharedEngine()).speak(...speaking)
  }

  async close(): Promise<void> {}
}
