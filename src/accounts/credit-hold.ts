import type { Database } from '../storage/database.ts'
import { type Charge, type Slot, takeCharge } from './admission.ts'
import type { Caller } from './authorize.ts'
import type { CreditCounts } from './credit-counts.ts'
import type { HoldWatch } from './hold-watch.ts'
import type { LeaseRenewer } from './lease-renewer.ts'
import { price } from './price.ts'
import { AccountRefusal, ConcurrencyLimit, InsufficientCredits, KeyRevoked } from './refusals.ts'
import type { Outcome } from './settlement.ts'
import type { SettlementQueue } from './settlement-queue.ts'

/** A charge that is held, and the part of the turn's text that it is for (UTF-16 code units). */
interface OpenCharge {
  readonly id: string
  readonly credits: number
  readonly from: number
  readonly to: number
}

/** What a turn needs of the accounts. */
export interface CreditServices {
  readonly db: Database
  readonly settlements: SettlementQueue
  readonly leases: LeaseRenewer
  readonly credits: CreditCounts
  /** The process that settles the charges. */
  readonly processId: string
}

/**
 * The credits that a turn holds. Those of each transcript are held before it is spoken. When the turn ends, each hold is
 * either captured or voided, once. While audio is produced, the turn has one of its organization's slots.
 */
export class CreditHold {
  readonly #services: CreditServices
  readonly #caller: Caller
  readonly #turnId: string
  readonly #watch: HoldWatch | undefined
  #open: OpenCharge[] = []
  #end = 0
  /** The end of the last text that is not only whitespace. */
  #charged = 0
  #heard = 0
  #slot: Slot | undefined
  #isProducing = false

  /**
   * @param turnId names the turn in its slot too, as in the log and in traces
   * @param watch is notified of what becomes of it
   */
  constructor(services: CreditServices, caller: Caller, turnId: string, watch?: HoldWatch) {
    this.#services = services
    this.#caller = caller
    this.#turnId = turnId
    this.#watch = watch
  }

  /** Length of all text so far, in UTF-16 code units. */
  get length(): number {
    return this.#end
  }

  /**
   * Holds the credits of the next transcript. Text of nothing but whitespace is free.
   *
   * @param isSilent whether it has nothing but tags and marks: such text takes no slot
   * @throws KeyRevoked, InsufficientCredits, ConcurrencyLimit or DatabaseUnavailable; then nothing is owed for it
   */
  async hold(transcript: string, isSilent = false): Promise<void> {
    const from = this.#end
    const to = from + transcript.length
    this.#end = to
    if (transcript.trim() === '') return
    this.#charged = to // before the charge is taken, so that the end of earlier text does not release the slot
    const { processId, settlements } = this.#services
    const charge = { id: crypto.randomUUID(), caller: this.#caller, credits: price(transcript), processId }
    try {
      await this.#take(charge, isSilent)
    } catch (error) {
      // The charge may have been taken although the answer was lost, or it may still be taken.
      if (!(error instanceof AccountRefusal)) void settlements.void(charge)
      throw error
    }
    this.#services.credits.held += charge.credits
    this.#open.push({ id: charge.id, credits: charge.credits, from, to })
  }

  async #take(charge: Charge, isSilent: boolean): Promise<void> {
    const { db, leases } = this.#services
    if (isSilent || (await this.#keepsSlot())) {
      const taken = await takeCharge(db, charge)
      if (taken === 'revoked') throw new KeyRevoked()
      if (taken === 'over balance') throw this.#insufficient(charge)
      return
    }
    const admission = await leases.admit(this.#turnId, charge)
    if (admission.is === 'revoked') throw new KeyRevoked()
    if (admission.is === 'over balance') throw this.#insufficient(charge)
    if (admission.is === 'over concurrency') {
      this.#watch?.refused('concurrency')
      throw new ConcurrencyLimit(admission)
    }
    this.#slot = admission.slot
    this.#produce()
  }

  /** Whether the turn has its slot still, or again. */
  async #keepsSlot(): Promise<boolean> {
    if (this.#slot === undefined) return false
    if (!this.#isProducing && !(await this.#services.leases.resume(this.#slot))) return false
    this.#produce()
    return true
  }

  #produce(): void {
    if (!this.#isProducing) this.#watch?.slotTaken()
    this.#isProducing = true
  }

  #insufficient({ credits }: Charge): InsufficientCredits {
    this.#watch?.refused('balance')
    return new InsufficientCredits(credits)
  }

  /** The listener has received some audio of the text up to a position. */
  heard(position: number): void {
    this.#heard = Math.max(this.#heard, position)
  }

  /** The listener has received all audio of the text up to a position. If that is the whole text, the slot is released. */
  spoken(position: number): void {
    if (position >= this.#charged) this.#rest()
  }

  /** Captures everything: the turn was spoken to its end. A turn without audible speech costs nothing. */
  async capture(): Promise<void> {
    this.#rest()
    await this.#settle(this.#heard > 0 ? 'confirmed' : 'refunded')
  }

  /** Captures the transcripts that the listener heard at least in part, and voids the others. */
  async captureHeard(): Promise<void> {
    this.#rest()
    // Together: while the database is away, each of them is waited for as long as may be.
    await Promise.all([
      this.#settle('confirmed', ({ from }) => from < this.#heard),
      this.#settle('refunded', ({ from }) => from >= this.#heard),
    ])
  }

  /** Voids everything, whatever was heard: the turn has failed. */
  async void(): Promise<void> {
    this.#rest()
    await this.#settle('refunded')
  }

  /** Releases the slot: nothing is being spoken. */
  #rest(): void {
    if (this.#slot !== undefined && this.#isProducing) {
      void this.#services.leases.release(this.#slot)
      this.#watch?.slotReleased()
    }
    this.#isProducing = false
  }

  async #settle(outcome: Outcome, applies: (charge: OpenCharge) => boolean = () => true): Promise<void> {
    const ended = this.#open.filter(applies)
    if (ended.length === 0) return
    this.#open = this.#open.filter((each) => !applies(each))
    const { credits, settlements } = this.#services
    const sum = ended.reduce((total, each) => total + each.credits, 0)
    credits[outcome === 'confirmed' ? 'captured' : 'voided'] += sum
    if (outcome === 'confirmed') this.#watch?.captured(sum)
    const ids = ended.map(({ id }) => id)
    await settlements.settle(this.#caller.organizationId, ids, outcome)
  }
}
