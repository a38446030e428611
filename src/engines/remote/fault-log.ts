import type { Log } from '../../telemetry/log.ts'
import type { ServersFailed } from '../shared/engine.ts'

/** Of the lines about one server, one is written in so many milliseconds. */
const INTERVAL = 1000

interface Written {
  at: number
  leftOut: number
}

/**
 * Tells what the servers of a model did not do. A server that is away fails every turn: one line a second tells of it, and how many
 * were left out before.
 */
export class FaultLog {
  readonly #log: Log
  readonly #now: () => number
  readonly #written = new Map<string, Written>()

  /**
   * @param model its id
   * @param now a clock in milliseconds
   */
  constructor(log: Log, model: string, now: () => number = () => performance.now()) {
    this.#log = log.child({ model })
    this.#now = now
  }

  /** A server failed before its first audio, and a second try is made. */
  retried(fault: ServersFailed): void {
    this.#write(fault, 'it is tried again')
  }

  /** A turn has no speech, or none from here on. */
  failed(fault: ServersFailed): void {
    this.#write(fault, 'the turn ends')
  }

  #write({ server, message: fault }: ServersFailed, next: string): void {
    const now = this.#now()
    const before = this.#written.get(server)
    if (before !== undefined && now - before.at < INTERVAL) {
      before.leftOut++
      return
    }
    const leftOut = before?.leftOut ?? 0
    this.#written.set(server, { at: now, leftOut: 0 })
    const left = leftOut > 0 && { leftOut }
    this.#log.warn({ server, fault, next, ...left }, 'a server of a remote engine failed')
  }
}
