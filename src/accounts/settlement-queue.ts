import type { Database } from '../storage/database.ts'
import { ConnectionsBusy, isOfDatabase, withoutStatement } from '../storage/unavailable.ts'
import { within } from '../system/within.ts'
import type { Log } from '../telemetry/log.ts'
import type { Charge } from './admission.ts'
import { type Outcome, settle, voidCharges } from './settlement.ts'

/** Delays between attempts to record what could not be recorded at once (milliseconds). The last one is repeated. */
const RETRY_DELAYS = [100, 500, 2000, 10_000]
/** The longest that a client waits for a settlement (milliseconds). */
const TIMEOUT = 1000

/** How some charges of one organization ended. */
type Ending =
  | { readonly outcome: Outcome; readonly chargeIds: readonly string[] }
  | { readonly outcome: 'voided'; readonly charge: Charge }

/** An ending that is not recorded yet. */
interface Waiting {
  readonly ending: Ending
  readonly recorded: () => void
}

/**
 * Records how charges are settled. It goes on trying while the database cannot be reached: nobody pays for an outage. What
 * could not be recorded at once is tried again together, in a few statements for each organization.
 */
export class SettlementQueue {
  readonly #db: Database
  readonly #log: Log
  /** What is to be tried again, by organization. */
  readonly #backlog = new Map<string, Waiting[]>()
  readonly #open = new Set<Promise<void>>()
  /** Whether the database did not answer the last time. Then nothing new is tried before the backlog. */
  #isAway = false
  #isRetrying = false
  #retries = 0

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** Endings that are not recorded yet, those included that are being recorded. */
  get length(): number {
    return this.#open.size
  }

  /** Attempts to record something again, since the start. */
  get retries(): number {
    return this.#retries
  }

  /** Settles charges. Resolves when this is recorded, or after a second at the latest. It is tried until it is recorded. */
  settle(organizationId: string, chargeIds: readonly string[], outcome: Outcome): Promise<void> {
    return this.#record(organizationId, { chargeIds, outcome })
  }

  /** Voids a charge whose answer never came: it is refunded, or never taken. Resolves as {@link settle} does. */
  void(charge: Charge): Promise<void> {
    return this.#record(charge.caller.organizationId, { charge, outcome: 'voided' })
  }

  /** Resolves when everything is recorded. */
  async drained(): Promise<void> {
    await Promise.all(this.#open)
  }

  async #record(organizationId: string, ending: Ending): Promise<void> {
    const { promise: recorded, resolve } = Promise.withResolvers<void>()
    this.#open.add(recorded)
    recorded.then(() => this.#open.delete(recorded))
    void this.#try(organizationId, { ending, recorded: resolve })
    await within(TIMEOUT, recorded, undefined)
  }

  async #try(organizationId: string, waiting: Waiting): Promise<void> {
    if (!this.#isAway && !this.#backlog.has(organizationId)) {
      try {
        await record(this.#db, organizationId, [waiting.ending])
        waiting.recorded()
        return
      } catch (cause) {
        this.#isAway = isAway(cause)
        if (!this.#isRetrying) this.#report(cause)
      }
    }
    const backlog = this.#backlog.get(organizationId)
    if (backlog === undefined) this.#backlog.set(organizationId, [waiting])
    else backlog.push(waiting)
    if (!this.#isRetrying) void this.#retry()
  }

  async #retry(): Promise<void> {
    this.#isRetrying = true
    for (let tries = 0; this.#backlog.size > 0; tries++) {
      await Bun.sleep(RETRY_DELAYS[Math.min(tries, RETRY_DELAYS.length - 1)]!)
      for (const [organizationId, waiting] of this.#backlog) {
        try {
          await this.#tryAgain(organizationId, waiting)
          this.#isAway = false
        } catch (cause) {
          this.#report(cause)
          this.#isAway = isAway(cause)
          if (this.#isAway) break
        }
      }
    }
    this.#isRetrying = false
    this.#log.info('settlements are recorded again')
  }

  async #tryAgain(organizationId: string, waiting: Waiting[]): Promise<void> {
    this.#retries++
    const batch = [...waiting]
    await record(
      this.#db,
      organizationId,
      batch.map(({ ending }) => ending),
    )
    for (const { recorded } of batch) recorded()
    waiting.splice(0, batch.length) // others may have come meanwhile
    if (waiting.length === 0) this.#backlog.delete(organizationId)
  }

  #report(err: unknown): void {
    const waiting = [...this.#backlog.values()].reduce((sum, each) => sum + each.length, 0)
    this.#log.error({ err, waiting }, 'settlements could not be recorded yet')
  }
}

/** Records endings of one organization: those with one outcome together. */
async function record(db: Database, organizationId: string, endings: readonly Ending[]): Promise<void> {
  for (const outcome of ['confirmed', 'refunded'] as const) {
    const chargeIds = endings.flatMap((ending) => (ending.outcome === outcome ? ending.chargeIds : []))
    await settle(db, chargeIds, outcome, organizationId)
  }
  const voided = endings.flatMap((ending) => (ending.outcome === 'voided' ? [ending.charge] : []))
  if (voided.length > 0) await voidCharges(db, organizationId, voided)
}

/** Whether the database itself could not be reached. Otherwise this statement has failed, perhaps for a lock. */
function isAway(error: unknown): boolean {
  const cause = withoutStatement(error)
  if (cause instanceof ConnectionsBusy) return false
  return !isOfDatabase(cause) || /^(08|53|57P)/.test((cause as { code: string }).code)
}
