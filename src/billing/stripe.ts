import type Stripe from 'stripe'
import { findOrganization } from '../accounts/organizations.ts'
import {
  buy,
  CREDITS_PER_DOLLAR,
  MIN_PURCHASE_CENTS,
  purchaseOfPayment,
  purchaseWith,
} from '../accounts/purchases.ts'
import { reverse } from '../accounts/reversals.ts'
import { ServiceError } from '../http/errors.ts'
import { type Database, withTimeout } from '../storage/database.ts'
import type { Log } from '../telemetry/log.ts'
import {
  CHARGE,
  type Charge,
  checked,
  DISPUTE,
  type Dispute,
  EVENT,
  jsonOf,
  REFUND,
  type Refund,
  SESSION,
  type Session,
} from './event.ts'

/** The largest purchase in one checkout, in US cents. */
export const MAX_PURCHASE_CENTS = 1_000_000

/** The provider's name in the ledger. */
const PROVIDER = 'stripe'

/** Metadata of a checkout that was opened here, with its organization. Only the holder of the secret key can set it. */
const ORGANIZATION = 'purr_organization'

/** Events that report a paid checkout: at once by card, days later by bank transfer. */
const PAID = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']

/** Events about one refund. Stripe has two names for the same change. */
const REFUNDED = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated']

/** Events about a dispute. */
const DISPUTED = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
]

/** How a refund ends that the payer does not get. */
const NOT_REFUNDED = ['failed', 'canceled']

/** Disputes that take no money: an inquiry of the bank, and one that was averted. */
const WITHOUT_MONEY = /^(warning_|prevented$)/

/** Sells credits through Stripe Checkout. */
export class StripeCheckout {
  readonly #stripe: Stripe
  readonly #webhookSecret: string

  constructor(stripe: Stripe, webhookSecret: string) {
    this.#stripe = stripe
    this.#webhookSecret = webhookSecret
  }

  /**
   * Opens a checkout for an organization. The credits are booked when Stripe reports the payment.
   *
   * @param cents US cents, within what may be sold
   * @param returnTo where the customer goes afterwards, https or http
   * @returns the URL of the page on which to pay
   * @throws ServiceError payment_unavailable when Stripe cannot be reached
   */
  async open(organizationId: string, cents: number, returnTo: string): Promise<string> {
    const credits = (cents * CREDITS_PER_DOLLAR) / 100
    const name = `${credits.toLocaleString('en-US')} credits`
    try {
      const session = await this.#stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [
          { quantity: 1, price_data: { currency: 'usd', unit_amount: cents, product_data: { name } } },
        ],
        adaptive_pricing: { enabled: false }, // refunds and disputes would be in the currency of the customer
        metadata: { [ORGANIZATION]: organizationId },
        success_url: returnTo,
        cancel_url: returnTo,
      })
      return session.url!
    } catch (cause) {
      throw new ServiceError('payment_unavailable', 'The payment provider did not open a checkout.', {
        detail: 'Nothing was charged; try again in a moment.',
        cause,
      })
    }
  }

  /**
   * Processes an event from Stripe. A paid checkout is booked once, and its refunds and disputes take credits back once,
   * however often and in whatever order they are reported.
   *
   * @param body exactly as it was sent, because the signature covers its bytes
   * @throws ServiceError invalid_signature when Stripe has not signed it; invalid_value when it is malformed all the same;
   *   payment_unavailable when Stripe does not answer; DatabaseUnavailable. Stripe reports the event again then
   */
  async take(db: Database, body: Uint8Array, signature: string, log: Log): Promise<void> {
    await this.#verify(body, signature)
    const { type, data } = checked(EVENT, jsonOf(body))
    if (PAID.includes(type)) await this.#book(db, checked(SESSION, data.object), log)
    else if (REFUNDED.includes(type)) await this.#refund(db, checked(REFUND, data.object), log)
    else if (type === 'charge.refunded') await this.#refundsOf(db, checked(CHARGE, data.object), log)
    else if (DISPUTED.includes(type)) await this.#dispute(db, checked(DISPUTE, data.object), type, log)
  }

  async #book(db: Database, session: Session, log: Log): Promise<void> {
    const { id, metadata, amount_total: cents, currency, payment_status, payment_intent } = session
    const organizationId = metadata?.[ORGANIZATION]
    if (organizationId === undefined) return // the account sells other things too
    if (payment_status !== 'paid') return // a bank transfer that has not arrived: another event will follow
    const isRight = currency === 'usd' && typeof cents === 'number' && cents >= MIN_PURCHASE_CENTS
    const found = isRight && (await withTimeout(() => findOrganization(db, organizationId)))
    if (!isRight || !found) {
      log.error({ session: id, organizationId, cents, currency }, 'a checkout was paid that cannot be booked')
      return
    }
    const paid = { cents, provider: PROVIDER, reference: id, payment: idOf(payment_intent) }
    const isNew = await buy(db, organizationId, paid)
    log.info({ session: id, organizationId, cents, isNew }, 'a checkout was paid')
  }

  /** All refunds of a charge. The event about the charge has only their sum. */
  async #refundsOf(db: Database, { id }: Charge, log: Log): Promise<void> {
    const refunds = await answered(() =>
      Array.fromAsync(this.#stripe.refunds.list({ charge: id, limit: 100 })),
    )
    for (const refund of refunds) await this.#refund(db, refund, log)
  }

  #refund(db: Database, refund: Refund, log: Log): Promise<void> {
    return this.#reverse(db, refund, NOT_REFUNDED.includes(refund.status ?? ''), log)
  }

  async #dispute(db: Database, dispute: Dispute, type: string, log: Log): Promise<void> {
    if (WITHOUT_MONEY.test(dispute.status)) return
    const isOver = dispute.status === 'won' || type === 'charge.dispute.funds_reinstated'
    await this.#reverse(db, dispute, isOver, log)
  }

  /** Takes the credits of a refund or a dispute back, or gives them again if it is over. */
  async #reverse(db: Database, reversed: Refund | Dispute, isOver: boolean, log: Log): Promise<void> {
    const { id, amount: cents, currency } = reversed
    const payment = idOf(reversed.payment_intent)
    const purchaseId = payment && (await this.#purchaseOf(db, payment, log))
    if (purchaseId === undefined) return // of something else that the account sells
    if (currency !== 'usd') {
      log.error(
        { reference: id, purchaseId, cents, currency },
        'a payment was taken back in another currency',
      )
      return
    }
    const isNew = await reverse(db, purchaseId, { cents, provider: PROVIDER, reference: id, isOver })
    log.info({ reference: id, purchaseId, cents, isOver, isNew }, 'a payment was taken back')
  }

  /**
   * The purchase that a payment was for. Stripe may report a refund before the checkout itself, and older purchases have no
   * note of their payment: then Stripe is asked for the checkout.
   */
  async #purchaseOf(db: Database, payment: string, log: Log): Promise<string | undefined> {
    const known = await purchaseOfPayment(db, PROVIDER, payment)
    if (known !== undefined) return known
    const { data } = await answered(() =>
      this.#stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 }),
    )
    const session = data[0]
    if (session === undefined) return undefined
    const booked = await purchaseWith(db, PROVIDER, session.id)
    if (booked !== undefined) return booked.id
    await this.#book(db, session, log)
    return (await purchaseWith(db, PROVIDER, session.id))?.id
  }

  async #verify(body: Uint8Array, signature: string): Promise<void> {
    try {
      await this.#stripe.webhooks.signature!.verifyHeaderAsync(
        Buffer.from(body),
        signature,
        this.#webhookSecret,
      )
    } catch {
      // Stripe's error is left out: it contains the whole event, and anybody could fill the log with it.
      throw new ServiceError('invalid_signature', 'The event is not signed by the payment provider.', {
        detail: 'Set STRIPE_WEBHOOK_SECRET to the signing secret of this endpoint.',
      })
    }
  }
}

/** The id of something that Stripe may name or include. */
function idOf(named: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof named === 'object' ? named?.id : named
}

/**
 * What Stripe answers.
 *
 * @throws ServiceError payment_unavailable if it does not. Stripe reports the event again then
 */
async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    throw new ServiceError('payment_unavailable', 'The payment provider did not answer.', {
      detail: 'Nothing was booked; report it again later.',
      cause,
    })
  }
}
