import type { Parts } from './compose.ts'
import type { Ports } from './ports.ts'

/** How long a stop may take (milliseconds). Requests end before; only a database that is away can hold it up this long. */
const SHUTDOWN_TIMEOUT = 28_000
/**
 * A signal so soon after the first is the same one (milliseconds): Ctrl+C reaches the server and "bun start", which passes it
 * on.
 */
const SAME_SIGNAL = 1000

/** Stops a server process in order, and ends it. */
export class Shutdown {
  readonly #parts: Parts
  readonly #ports: Ports
  /** When it began, by the clock of performance.now(). */
  #since: number | undefined

  constructor(parts: Parts, ports: Ports) {
    this.#parts = parts
    this.#ports = ports
  }

  /** Whether the process is stopping. */
  get hasBegun(): boolean {
    return this.#since !== undefined
  }

  /** Begins, and exits with this code at the end. When it has begun already, exits at once. */
  begin(exitCode: 0 | 1): void {
    if (this.#since === undefined) {
      this.#since = performance.now()
      void this.#stop(exitCode)
    } else if (performance.now() - this.#since > SAME_SIGNAL) process.exit(1)
  }

  async #stop(exitCode: 0 | 1): Promise<void> {
    let isSettled = false
    setTimeout(() => process.exit(isSettled ? exitCode : 1), SHUTDOWN_TIMEOUT).unref()
    await this.#finishTurns()
    isSettled = true
    await this.#close()
    process.exit(exitCode)
  }

  /** Takes no more requests, and lets those that are running end and settle. */
  async #finishTurns(): Promise<void> {
    const { turns, routes, refitting } = this.#parts
    const { listener, wyoming } = this.#ports
    const { readiness, bodies, sockets, live, cloning } = routes
    for (const each of [readiness, bodies, sockets, live, turns.running, cloning, refitting, wyoming])
      each?.leave()
    await Promise.all([listener.drain(), wyoming?.closed()])
    await turns.running.ended()
    await Promise.all([turns.settlements.drained(), turns.tracing?.close()])
  }

  /** Ends what works in the background, and closes the database last. */
  async #close(): Promise<void> {
    const { storage, heartbeat, turns, cloner, refitting, retention } = this.#parts
    const { metrics, control } = this.#ports
    await turns.usage.leave()
    await refitting.ended()
    await retention.leave()
    await heartbeat.stop()
    await metrics?.stop(true)
    await control?.stop(true)
    cloner.close()
    await turns.models.close()
    await storage.close()
  }
}
