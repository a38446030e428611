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

/** A transcript whose credits are not held yet. */
interface UnheldText {
  /** Where its first word or mark is (UTF-16 code units of the turn's text): the space before that is of the segment before. */
  readonly from: number
  readonly length: number
  readonly credits: number
  readonly isSilent: boolean
}

/** A charge that is held, and where the first word or mark of its text is (UTF-16 code units). */
interface OpenCharge {
  readonly id: string
  readonly credits: number
  readonly from: number
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
 * The credits that a turn holds. Those of each transcript are held before it is spoken, and those of transcripts that are spoken
 * together, as the tokens of a sentence are, in one charge. When the turn ends, each charge is either captured or voided, once.
 * While audio is produced, the turn has one of its organization's slots.
 */
export class CreditHold {
  readonly #services: CreditServices
  readonly #caller: Caller
  readonly #turnId: string
  readonly #watch: HoldWatch | undefined
  readonly #unheld: UnheldText[] = []
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

  /** Whether the turn is to be admitted: it has text that is heard, and never had a slot. */
  get needsSlot(): boolean {
    return this.#slot === undefined && this.#unheld.some(({ isSilent }) => !isSilent)
  }

  /**
   * Adds the next transcript. Text of nothing but whitespace is free.
   *
   * @param isSilent whether it has nothing but tags and marks: such text takes no slot
   */
  add(transcript: string, isSilent = false): void {
    const { length } = transcript
    this.#end += length
    if (transcript.trim() === '') return
    this.#charged = this.#end // before the charge is taken, so that the end of earlier text does not release the slot
    const from = this.#end - transcript.trimStart().length
    this.#unheld.push({ from, length, credits: price(transcript), isSilent })
  }

  /** Whether there are credits to be held before the text up to a position is spoken. */
  isDue(position: number): boolean {
    return this.#unheld.length > 0 && this.#unheld[0]!.from < position
  }

  /**
   * Holds the credits of all transcripts of which a word or a mark is before a position, in one charge.
   *
   * @returns the length of these transcripts
   * @throws KeyRevoked, InsufficientCredits, ConcurrencyLimit or DatabaseUnavailable; then nothing is owed for them
   */
  async hold(position: number): Promise<number> {
    const count = this.#unheld.filter(({ from }) => from < position).length
    const due = this.#unheld.splice(0, count)
    if (due.length === 0) return 0
    const credits = due.reduce((sum, each) => sum + each.credits, 0)
    const { processId, settlements } = this.#services
    const charge = { id: crypto.randomUUID(), caller: this.#caller, credits, processId }
    try {
      await this.#take(
        charge,
        due.every(({ isSilent }) => isSilent),
      )
    } catch (error) {
      // The charge may have been taken although the answer was lost, or it may still be taken.
      if (!(error instanceof AccountRefusal)) void settlements.void(charge)
      throw error
    }
    this.#services.credits.held += credits
    this.#open.push({ id: charge.id, credits, from: due[0]!.from })
    return due.reduce((sum, { length }) => sum + length, 0)
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

  /** Captures the charges of which the listener heard some text, and voids the others. */
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
