import type { Caller } from '../accounts/keys.ts'
import { charge, type Outcome, price } from '../accounts/ledger.ts'
import type { Settler } from '../accounts/settler.ts'
import { ServiceError } from '../http/errors.ts'
import type { Database } from '../storage/database.ts'
import { verified } from './verified.ts'

/** A charge that has not been settled, and the part of the turn's text that it is for (UTF-16 code units). */
interface OpenCharge {
  readonly id: string
  readonly from: number
  readonly to: number
}

/** What the transcripts of one turn cost: each is charged before it is spoken, and settled exactly once. */
export class Bill {
  readonly #db: Database
  readonly #settler: Settler
  readonly #caller: Caller
  #open: OpenCharge[] = []
  #end = 0
  #heard = 0

  constructor(db: Database, settler: Settler, caller: Caller) {
    this.#db = db
    this.#settler = settler
    this.#caller = caller
  }

  /**
   * Charges the next transcript. Text without anything but whitespace is free.
   *
   * @throws ServiceError payment_required, billing_unavailable; then nothing is owed for it
   */
  async charge(transcript: string): Promise<void> {
    const from = this.#end
    if (transcript.trim() !== '') {
      const id = crypto.randomUUID()
      const credits = price(transcript)
      let isTaken: boolean
      try {
        isTaken = await verified(charge(this.#db, id, this.#caller, credits))
      } catch (error) {
        await this.#settler.settle([id], 'refunded') // it may have been taken although its answer was lost
        throw error
      }
      if (!isTaken) throw paymentRequired(credits)
      this.#open.push({ id, from, to: from + transcript.length })
    }
    this.#end += transcript.length
  }

  /** Some audio of the text up to a position was taken by the listener. */
  heard(position: number): void {
    this.#heard = Math.max(this.#heard, position)
  }

  /** All audio of the text up to a position was taken: what it cost stays charged, whatever happens to the rest. */
  async spoken(position: number): Promise<void> {
    await this.#settle('confirmed', ({ to }) => to <= position)
  }

  /** All was spoken. A turn in which nothing could be heard costs nothing. */
  async complete(): Promise<void> {
    await this.#settle(this.#heard > 0 ? 'confirmed' : 'refunded')
  }

  /** The listener left: what was begun stays charged, the rest is given back. */
  async leave(): Promise<void> {
    await this.#settle('confirmed', ({ from }) => from < this.#heard)
    await this.#settle('refunded')
  }

  /** The synthesis failed: what was not spoken to its end is given back. */
  async refund(): Promise<void> {
    await this.#settle('refunded')
  }

  async #settle(outcome: Outcome, applies: (charge: OpenCharge) => boolean = () => true): Promise<void> {
    const ended = this.#open.filter(applies).map(({ id }) => id)
    if (ended.length === 0) return
    this.#open = this.#open.filter((each) => !applies(each))
    await this.#settler.settle(ended, outcome)
  }
}

function paymentRequired(credits: number): ServiceError {
  const message = `The balance does not cover the ${credits} credits of this transcript.`
  return new ServiceError('payment_required', message, { detail: 'Add credits and try again.' })
}
