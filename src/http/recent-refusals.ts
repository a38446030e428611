import type { ErrorCode, ServiceError } from './errors.ts'

/** Most refusals that are remembered. */
const MOST = 50

/** A request, a turn or a frame that was refused or has failed. What its client sent is not kept. */
export interface Refusal {
  /** The first since the start has number 1, the next one 2. */
  readonly number: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly code: ErrorCode
  /** An endpoint as documented, or the transport of a turn. */
  readonly where: string
  /** Undefined: it is not known who asked. */
  readonly organizationId: string | undefined
}

/** The last refusals of this process, for those who watch, and how many of each code there were since the start. */
export class RecentRefusals {
  readonly counts = new Map<ErrorCode, number>()
  /** A turn that fails is also the failure of its request: it counts once. */
  readonly #noted = new WeakSet<ServiceError>()
  readonly #last: Refusal[] = []
  #count = 0

  /**
   * Records an error that is reported to a client, once even if it is called again.
   *
   * @returns whether it was not noted before
   */
  note(error: ServiceError, where: string, organizationId?: string): boolean {
    if (this.#noted.has(error)) return false
    this.#noted.add(error)
    const { code } = error
    this.counts.set(code, (this.counts.get(code) ?? 0) + 1)
    this.#last.push({ number: ++this.#count, at: Date.now(), code, where, organizationId })
    if (this.#last.length > MOST) this.#last.shift()
    return true
  }

  /** The remembered refusals, the oldest first. */
  get last(): readonly Refusal[] {
    return this.#last
  }
}
