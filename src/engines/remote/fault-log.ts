import type { Log } from '../../telemetry/log.ts'
import type { ServersFailed } from '../shared/engine.ts'
import { type FaultKind, ServerFault } from './server-fault.ts'
import type { FaultSequel } from './servers.ts'

/** Least time between two lines about the same server (milliseconds). Lines in between are left out. */
const INTERVAL = 1000

/** What an operator can do where a server does not want what it was asked. */
const ADVICE: Partial<Record<FaultKind, string>> = {
  unauthorized: 'set the variable that api_key_env names to a key that the server takes',
  unpaid: 'the account of the key has no credits at the server: add some there',
  refused:
    "compare urls, model and voices of its config.json with what the server has; a URL of OpenAI's protocol mostly ends with /v1",
}

interface Written {
  at: number
  leftOut: number
}

/**
 * Logs what the servers of a model did not do. A server that is away fails every turn: there is one line a second, which says
 * how many were left out before.
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

  /** @param next what comes of it */
  write(failure: ServersFailed, next: FaultSequel): void {
    const { server, message: fault } = failure
    const now = this.#now()
    const before = this.#written.get(server)
    if (before !== undefined && now - before.at < INTERVAL) {
      before.leftOut++
      return
    }
    const leftOut = before?.leftOut ?? 0
    this.#written.set(server, { at: now, leftOut: 0 })
    const left = leftOut > 0 && { leftOut }
    const advice = failure instanceof ServerFault ? ADVICE[failure.kind] : undefined
    this.#log.warn({ server, fault, advice, next, ...left }, 'a server of a remote engine failed')
  }
}
