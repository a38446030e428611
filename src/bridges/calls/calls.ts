import type { Caller } from '../../accounts/authorize.ts'
import { type Call, callNotFound } from './call.ts'
import { Metronome } from './metronome.ts'

/** The calls of a server, each of which only its own organization can reach. */
export class Calls {
  readonly metronome: Metronome
  readonly #calls = new Map<string, Call>()

  constructor(metronome = new Metronome()) {
    this.metronome = metronome
  }

  /** Notes a call that has begun. One that had its id is over: its telephone system has begun another stream for it. */
  add(call: Call): void {
    const key = keyOf(call.settings.caller, call.settings.id)
    const before = this.#calls.get(key)
    this.#calls.set(key, call)
    before?.hangUp()
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
}

function keyOf({ organizationId }: Caller, id: string): string {
  return `${organizationId}/${id}`
}
