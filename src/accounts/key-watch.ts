import { sql } from 'drizzle-orm'
import { type Database, rows } from '../storage/database.ts'
import { interval } from '../storage/interval.ts'
import { keys } from '../storage/schema.ts'
import type { Log } from '../telemetry/log.ts'

/** Time between two polls for keys that were revoked elsewhere (milliseconds). */
const PERIOD = 1000
/** How late a revocation can be committed after the time that it records, which is when its statement began (seconds). */
const DELAY = 60

/** What names a key that was revoked. */
export interface RevokedKey {
  readonly id: string
  readonly prefix: string
}

/**
 * Notifies the users of a key when it is revoked: at once if this process revokes it, within about a second if another process
 * or the command line does. One statement a second covers all keys that are in use; there is none while no key is.
 */
export class KeyWatch {
  readonly #db: Database
  readonly #log: Log
  readonly #forget: (prefix: string) => void
  readonly #period: number
  /** The callbacks to notify, by key. */
  readonly #watching = new Map<string, Set<() => void>>()
  #timer: Timer | undefined
  /** When the database was last polled, on its clock. */
  #polledAt: string | null = null
  #isFailing = false

  /**
   * @param forget is called with the prefix of each key that was revoked, watched or not, and for a minute with each poll
   * @param period milliseconds between two polls
   */
  constructor(db: Database, log: Log, forget: (prefix: string) => void, period = PERIOD) {
    this.#db = db
    this.#log = log
    this.#forget = forget
    this.#period = period
  }

  /**
   * Watches a key that was found valid a moment ago.
   *
   * @param notify is called once, when the key is revoked
   * @returns a function that ends the watch
   */
  watch(keyId: string, notify: () => void): () => void {
    const watcher = () => notify() // the same function may watch twice
    const watching = this.#watching.get(keyId) ?? new Set()
    this.#watching.set(keyId, watching.add(watcher))
    this.#timer ??= setTimeout(() => this.#goOn(), this.#period)
    return () => {
      watching.delete(watcher)
      if (watching.size === 0 && this.#watching.get(keyId) === watching) this.#watching.delete(keyId)
    }
  }

  /** How many keys are watched. */
  get size(): number {
    return this.#watching.size
  }

  /** This process has revoked a key, or has seen that it is revoked. */
  revoked({ id, prefix }: RevokedKey): void {
    this.#forget(prefix)
    const watching = this.#watching.get(id)
    this.#watching.delete(id)
    for (const notify of watching ?? []) notify()
  }

  async #goOn(): Promise<void> {
    const nextAt = performance.now() + this.#period
    if (this.#watching.size > 0) await this.#poll()
    if (this.#watching.size > 0) {
      this.#timer = setTimeout(() => this.#goOn(), Math.max(0, nextAt - performance.now()))
    } else {
      this.#timer = undefined
    }
  }

  /** Polls for keys that were revoked since the last successful poll, also after an outage. */
  async #poll(): Promise<void> {
    try {
      const [row] = await rows<{ revoked: readonly RevokedKey[]; now: string }>(
        this.#db,
        sql`
          SELECT now()::text AS now, (
            SELECT coalesce(json_agg(json_build_object('id', k.id, 'prefix', k.prefix)), '[]') FROM ${keys} k
            WHERE k.revoked_at > coalesce(${this.#polledAt}::timestamptz, now()) - ${interval(DELAY)}
          ) AS revoked`,
      )
      this.#polledAt = row!.now
      if (this.#isFailing) this.#log.info('the keys that were revoked can be read again')
      this.#isFailing = false
      for (const key of row!.revoked) this.revoked(key)
    } catch (cause) {
      if (!this.#isFailing)
        this.#log.warn({ err: cause }, 'the keys that were revoked could not be read; it is tried again')
      this.#isFailing = true
    }
  }
}
