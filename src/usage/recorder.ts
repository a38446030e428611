import type { Caller } from '../accounts/authorize.ts'
import type { LimitOrBalance, RefusalWatch, RefusedCaller } from '../accounts/refusal-watch.ts'
import type { Database } from '../storage/database.ts'
import { Rounds } from '../storage/rounds.ts'
import type { Log } from '../telemetry/log.ts'
import { addUsage, type UsageBatch } from './add-usage.ts'
import { Counts, type EndedTurn, type UsageKey } from './counts.ts'

/** Time between two flushes (milliseconds): this much is lost if the process dies. */
const PERIOD = 5000
/** Most rows of minutes in one statement. The embedded database answers nobody else meanwhile. */
const BATCH = 100

/** What the recorder needs. */
export interface RecorderOptions {
  readonly db: Database
  /** This process, as it is registered. */
  readonly processId: string
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Milliseconds on a clock that is never set. */
  readonly elapsed?: () => number
  /** Most rows that are kept in memory. */
  readonly maxRows?: number
}

/**
 * Counts what is spoken, in memory, and adds it to the database every few seconds. Nothing waits for it. While the database is
 * away, counts are kept and added later, up to a bound.
 */
export class UsageRecorder implements RefusalWatch {
  readonly #options: RecorderOptions
  readonly #now: () => number
  readonly #elapsed: () => number
  readonly #counts: Counts
  readonly #rounds = new Rounds(() => this.flush(), PERIOD)
  /** Turns that are being spoken, by organization. */
  readonly #concurrent = new Map<string, number>()
  /** Rows on their way to the database. They are sent unchanged until the answer has come. */
  #sent: UsageBatch | undefined
  #batches = 0
  #failures = 0
  #isFailing = false
  #reportedDropped = 0

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#elapsed = options.elapsed ?? (() => performance.now())
    this.#counts = new Counts(options.maxRows)
  }

  /** Rows that are not in the database yet. */
  get waiting(): number {
    const { usage = [], peaks = [] } = this.#sent ?? {}
    return this.#counts.size + usage.length + peaks.length
  }

  /** Entries that were dropped since the start, because the database was away for too long. */
  get dropped(): number {
    return this.#counts.dropped
  }

  /** Flushes that have failed since the start. */
  get failures(): number {
    return this.#failures
  }

  /** A turn is being spoken. Returns the time on the clock that is never set. */
  slotTaken({ organizationId }: Caller): number {
    const turns = (this.#concurrent.get(organizationId) ?? 0) + 1
    this.#concurrent.set(organizationId, turns)
    this.#counts.concurrent(organizationId, turns, this.#now())
    return this.#elapsed()
  }

  /** A turn is no longer being spoken. The other clock may have been set meanwhile. */
  slotReleased(key: UsageKey, since: number): void {
    const at = this.#now()
    const { organizationId } = key.caller
    const turns = this.#concurrent.get(organizationId)!
    this.#counts.concurrent(organizationId, turns, at) // it may be the first of a minute
    if (turns === 1) this.#concurrent.delete(organizationId)
    else this.#concurrent.set(organizationId, turns - 1)
    this.#counts.spoke(key, at - (this.#elapsed() - since), at)
  }

  /** A turn has ended, and its credits are captured or voided. */
  ended(key: UsageKey, turn: EndedTurn): void {
    this.#counts.ended(key, turn, this.#now())
  }

  refused({ organizationId, keyId }: RefusedCaller, bound: LimitOrBalance): void {
    const at = this.#now()
    this.#counts.refused(organizationId, bound, at)
    if (bound === 'requestsPerMinute' && keyId !== undefined)
      this.#counts.failed({ organizationId, keyId }, 'rate_limited', at) // no turn reports it
  }

  failed(caller: Caller, code: string): void {
    this.#counts.failed(caller, code, this.#now())
  }

  /** Begins to flush every few seconds. */
  start(): void {
    this.#rounds.start()
  }

  /** The server is stopping, and no turn runs. Resolves when all is in the database, or the last attempt has failed. */
  async leave(): Promise<void> {
    await this.#rounds.leave()
    if (!(await this.flush())) this.#options.log.error({ rows: this.waiting }, 'the last usage is lost')
  }

  /**
   * Adds all that was counted to the database, one call at a time. What cannot be added is kept.
   *
   * @returns whether nothing is left
   */
  async flush(): Promise<boolean> {
    const at = this.#now()
    for (const [organizationId, turns] of this.#concurrent) this.#counts.concurrent(organizationId, turns, at)
    this.#reportDropped()
    while (this.#sent !== undefined || this.#counts.size > 0) {
      this.#sent ??= { number: ++this.#batches, ...this.#counts.take(BATCH) }
      if (!(await this.#send(this.#sent))) return false
      this.#sent = undefined
    }
    return true
  }

  async #send(batch: UsageBatch): Promise<boolean> {
    const { db, processId, log } = this.#options
    try {
      if (!(await addUsage(db, processId, batch))) return false
      if (this.#isFailing) log.info('usage is recorded again')
      this.#isFailing = false
      return true
    } catch (cause) {
      this.#failures++
      if (!this.#isFailing)
        log.warn({ err: cause, rows: this.waiting }, 'usage could not be recorded yet; it is tried again')
      this.#isFailing = true
      return false
    }
  }

  #reportDropped(): void {
    const { dropped } = this.#counts
    if (dropped === this.#reportedDropped) return
    this.#options.log.error(
      { dropped: dropped - this.#reportedDropped },
      'usage was not counted, because too much waits for the database',
    )
    this.#reportedDropped = dropped
  }
}
