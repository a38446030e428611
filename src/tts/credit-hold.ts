import { type Charge, type OverConcurrency, type Slot, takeCharge } from '../accounts/admission.ts'
import type { Caller } from '../accounts/authorize.ts'
import type { LeaseRenewer } from '../accounts/lease-renewer.ts'
import { type Outcome, price } from '../accounts/ledger.ts'
import type { SettlementQueue } from '../accounts/settlement-queue.ts'
import { retrySeconds, ServiceError } from '../http/errors.ts'
import { verified } from '../http/verified.ts'
import type { Database } from '../storage/database.ts'

/** A charge that is held, and the part of the turn's text that it is for (UTF-16 code units). */
interface OpenCharge {
  readonly id: string
  readonly from: number
  readonly to: number
}

/** What a turn needs of the accounts. */
export interface CreditServices {
  readonly db: Database
  readonly settlements: SettlementQueue
  readonly leases: LeaseRenewer
  /** The process that answers for what it has charged. */
  readonly processId: string
}

/**
 * The credits that a turn holds. Those of each transcript are held before it is spoken. When the turn ends, each hold is
 * either captured or voided, once. While audio is produced, the turn has one of its organization's slots.
 */
export class CreditHold {
  readonly #services: CreditServices
  readonly #caller: Caller
  readonly #turnId = crypto.randomUUID()
  #open: OpenCharge[] = []
  #end = 0
  /** The end of the last text that is not only whitespace. */
  #charged = 0
  #heard = 0
  #slot: Slot | undefined
  #isProducing = false

  constructor(services: CreditServices, caller: Caller) {
    this.#services = services
    this.#caller = caller
  }

  /**
   * Holds the credits of the next transcript. Text of nothing but whitespace is free.
   *
   * @throws ServiceError unauthorized, concurrent_limit, payment_required, billing_unavailable; then nothing is owed for
   *   it
   */
  async hold(transcript: string): Promise<void> {
    const from = this.#end
    const to = from + transcript.length
    this.#end = to
    if (transcript.trim() !== '') {
      this.#charged = to // before the charge is taken, so that the end of what came before does not let the slot go
      const { processId, settlements } = this.#services
      const charge = { id: crypto.randomUUID(), caller: this.#caller, credits: price(transcript), processId }
      try {
        await verified(this.#take(charge))
      } catch (error) {
        // It may have been taken although its answer was lost, or be taken yet.
        if (error instanceof ServiceError && error.code === 'billing_unavailable')
          void settlements.void(charge)
        throw error
      }
      this.#open.push({ id: charge.id, from, to })
    }
  }

  /** @throws ServiceError concurrent_limit where it is known already that the turn cannot be admitted */
  checkRoom(): void {
    const refusal = this.#services.leases.refusalOf(this.#caller.organizationId)
    if (refusal !== undefined) throw tooManyTurns(refusal)
  }

  async #take(charge: Charge): Promise<void> {
    const { db, leases } = this.#services
    if (this.#slot !== undefined && (this.#isProducing || (await leases.resume(this.#slot)))) {
      this.#isProducing = true
      const taken = await takeCharge(db, charge)
      if (taken === 'revoked') throw revoked()
      if (taken === 'over balance') throw paymentRequired(charge.credits)
      return
    }
    const admission = await leases.admit(this.#turnId, charge)
    if (admission.is === 'revoked') throw revoked()
    if (admission.is === 'over balance') throw paymentRequired(charge.credits)
    if (admission.is === 'over concurrency') throw tooManyTurns(admission)
    this.#slot = admission.slot
    this.#isProducing = true
  }

  /** Some audio of the text up to a position was taken by the listener. */
  heard(position: number): void {
    this.#heard = Math.max(this.#heard, position)
  }

  /** All audio of the text up to a position was taken: where that is all there is, nothing is being spoken any more. */
  spoken(position: number): void {
    if (position >= this.#charged) this.#rest()
  }

  /** Captures all of it: the turn was spoken to its end. One in which nothing could be heard costs nothing. */
  async capture(): Promise<void> {
    this.#rest()
    await this.#settle(this.#heard > 0 ? 'confirmed' : 'refunded')
  }

  /** Captures the transcripts of which something was heard, and voids the others: the listener left. */
  async captureHeard(): Promise<void> {
    this.#rest()
    await this.#settle('confirmed', ({ from }) => from < this.#heard)
    await this.#settle('refunded')
  }

  /** Voids all of it, whatever was heard: the turn has failed. */
  async void(): Promise<void> {
    this.#rest()
    await this.#settle('refunded')
  }

  /** Nothing is being spoken: the slot can be another's, a second from now. */
  #rest(): void {
    if (this.#slot !== undefined && this.#isProducing) void this.#services.leases.release(this.#slot)
    this.#isProducing = false
  }

  async #settle(outcome: Outcome, applies: (charge: OpenCharge) => boolean = () => true): Promise<void> {
    const ended = this.#open.filter(applies).map(({ id }) => id)
    if (ended.length === 0) return
    this.#open = this.#open.filter((each) => !applies(each))
    await this.#services.settlements.settle(ended, outcome)
  }
}

function revoked(): ServiceError {
  return new ServiceError('unauthorized', 'The API key has been revoked.', {
    detail: 'Connect with a valid key.',
  })
}

function paymentRequired(credits: number): ServiceError {
  const message = `The balance does not cover the ${credits} credits of this transcript.`
  return new ServiceError('payment_required', message, { detail: 'Add credits and try again.' })
}

function tooManyTurns({ limit, wait }: OverConcurrency): ServiceError {
  return new ServiceError(
    'concurrent_limit',
    `${limit} turns of this organization are being spoken already.`,
    {
      detail: `Try again in ${retrySeconds(wait)} s with a new context_id. A turn counts until a second after its last audio.`,
      retryAfter: wait,
    },
  )
}
