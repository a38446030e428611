import type { Caller } from '../../accounts/authorize.ts'
import { within } from '../../system/within.ts'
import { type Call, callNotFound } from './call.ts'
import { Metronome } from './metronome.ts'

/** How long to wait for a call that is about to begin (milliseconds). */
const TIMEOUT = 5000

/** The calls of a server. An organization can reach only its own. */
export class Calls {
  readonly metronome = new Metronome()
  readonly #calls = new Map<string, Call>()
  /** What to call when a call begins, by its key. */
  readonly #awaited = new Map<string, Set<() => void>>()

  /** Adds a call that has begun. A call that had its id before ends, because its telephone system has opened another stream. */
  add(call: Call): void {
    const key = keyOf(call.settings.caller, call.settings.id)
    const before = this.#calls.get(key)
    this.#calls.set(key, call)
    before?.hangUp()
    for (const notify of this.#awaited.get(key) ?? []) notify()
  }

  delete(call: Call): void {
    const key = keyOf(call.settings.caller, call.settings.id)
    if (this.#calls.get(key) === call) this.#calls.delete(key)
  }

  /**
   * A call of an organization.
   *
   * @throws ServiceError not_found
   */
  get(caller: Caller, id: string): Call {
    const call = this.#calls.get(keyOf(caller, id))
    if (call === undefined) throw callNotFound()
    return call
  }

  /**
   * A call of a caller. Waits a while for one that has not begun: programs often know of a call before its media stream
   * begins.
   *
   * @throws ServiceError not_found
   */
  async soon(caller: Caller, id: string): Promise<Call> {
    const key = keyOf(caller, id)
    if (!this.#calls.has(key)) await this.#beginning(key)
    return this.get(caller, id)
  }

  /** Resolves when a call begins, or has not begun for too long. */
  async #beginning(key: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = this.#awaited.get(key) ?? new Set()
    this.#awaited.set(key, waiting.add(resolve))
    await within(TIMEOUT, promise, undefined)
    waiting.delete(resolve)
    if (waiting.size === 0) this.#awaited.delete(key)
  }
}

function keyOf({ organizationId }: Caller, id: string): string {
  return `${organizationId}/${id}`
}
