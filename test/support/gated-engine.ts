import type { Engine, Speech } from '../../src/engines/shared/engine.ts'
import { Gate } from './gate.ts'
import { sharedEngine } from './service.ts'

/** The real engine behind a gate: while the gate is shut, there is no speech, and turns make no progress. */
export class GatedEngine extends Gate implements Engine {
  async *speak(...speaking: Parameters<Engine['speak']>): AsyncGenerator<Speech> {
    await this.pass()
    yield* (await sharedEngine()).speak(...speaking)
  }

  async close(): Promise<void> {}
}
