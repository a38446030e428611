import type { Database } from '../storage/database.ts'
import type { Log } from '../telemetry/log.ts'
import { type Admission, type Charge, releaseSlots, renewSlots, type Slot } from './admission.ts'
import { ConcurrencyRefusals } from './concurrency-refusals.ts'

/** Time from the start of one renewal to the start of the next (milliseconds). */
const RENEWAL = 500
/**
 * A renewal or release that has no answer by then is given up with its connection, which may be dead (milliseconds). The next
 * renewal begins at once, on another connection. Two attempts of 0.7 s and the 0.5 s before them make 1.9 s: exactly one lease.
 */
const TIMEOUT = 700

/** Renews the slots of all turns that are producing audio in one statement, and releases those that end together in one. */
export class LeaseRenewer {
  readonly #db: Database
  readonly #log: Log
  readonly #full: ConcurrencyRefusals
  readonly #held = new Set<Slot>()
  /** Slots that are to be released. */
  readonly #ended = new Set<Slot>()
  #timer: Timer | undefined
  #renewing: Promise<void> | undefined
  #releasing: Promise<void> | undefined
  #refused = 0
  #failures = 0

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
    this.#full = new ConcurrencyRefusals(db)
  }

  /** Slots of turns that are producing audio. */
  get held(): number {
    return this.#held.size
  }

  /** Turns that were refused since the start because their organization had as many as it may have. */
  get refused(): number {
    return this.#refused
  }

  /** Renewals that have failed since the start. */
  get failures(): number {
    return this.#failures
  }

  /** Admits a turn, and keeps its slot. */
  async admit(turnId: string, charge: Charge): Promise<Admission> {
    const admission = await this.#full.admit(turnId, charge)
    if (admission.is === 'admitted') this.#keep(admission.slot)
    else if (admission.is === 'over concurrency') this.#refused++
    return admission
  }

  #keep(slot: Slot): void {
    this.#held.add(slot)
    this.#timer ??= setTimeout(() => this.#goOn(), RENEWAL)
  }

  /** Takes a slot again that was released. False if another turn has it by now. */
  async resume(slot: Slot): Promise<boolean> {
    // It is released first or not at all: a release must not take effect after this.
    if (!this.#ended.delete(slot)) await this.#releasing
    if ((await renewSlots(this.#db, [slot])) === 0) return false
    this.#keep(slot)
    return true
  }

  /**
   * Releases a slot: it is free a second from now. If the database cannot be reached, it ends with its lease. Slots that are
   * released while a statement is on its way wait for the next one.
   */
  async release(slot: Slot): Promise<void> {
    if (!this.#held.delete(slot)) return
    this.#ended.add(slot)
    this.#releasing ??= this.#releaseAll()
    await this.#releasing
  }

  async #releaseAll(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve)) // for others that end now
    while (true) {
      await this.#renewing // a slot may be in that statement, and must not be renewed after its release
      if (this.#ended.size === 0) break
      const ended = [...this.#ended]
      this.#ended.clear()
      try {
        await releaseSlots(this.#db, ended, TIMEOUT)
      } catch (cause) {
        const slots = ended.length
        this.#log.warn(
          { err: cause, slots },
          'concurrency slots could not be released; they end by themselves',
        )
      }
    }
    this.#releasing = undefined
  }

  async #goOn(): Promise<void> {
    const nextAt = performance.now() + RENEWAL
    if (this.#held.size > 0) {
      this.#renewing = this.#renew()
      await this.#renewing
    }
    const pause = Math.max(0, nextAt - performance.now())
    this.#timer = this.#held.size > 0 ? setTimeout(() => this.#goOn(), pause) : undefined
  }

  async #renew(): Promise<void> {
    try {
      await renewSlots(this.#db, [...this.#held], TIMEOUT)
    } catch (cause) {
      this.#failures++
      this.#log.warn({ err: cause }, 'concurrency slots could not be renewed')
    }
  }
}
