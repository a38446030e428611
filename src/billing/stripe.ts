import type Stripe from 'stripe'
import { buy, CREDITS_PER_DOLLAR, MIN_PURCHASE_CENTS } from '../accounts/ledger.ts'
import { findOrganization } from '../accounts/organizations.ts'
import { ServiceError } from '../http/errors.ts'
import type { Database } from '../storage/database.ts'
import type { Log } from '../telemetry/log.ts'

/** The largest purchase in one checkout, in US cents. */
export const MAX_PURCHASE_CENTS = 1_000_000

/** The provider's name in the ledger. */
const PROVIDER = 'stripe'

/** Metadata of a checkout that was opened here, with its organization. Only the holder of the secret key can set it. */
const ORGANIZATION = 'purr_organization'

/** Events that report a paid checkout: at once by card, days later by bank transfer. */
const PAID = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']

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
   * @returns the address of the page on which to pay
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
   * Processes an event from Stripe. A paid checkout is booked once, however often and in whatever order it is reported.
   *
   * @param body exactly as it was sent, because the signature covers its bytes
   * @throws ServiceError invalid_signature when Stripe has not signed it
   */
  async take(db: Database, body: Uint8Array, signature: string, log: Log): Promise<void> {
    const event = await this.#verified(body, signature)
    if (!PAID.includes(event.type)) return
    const session = event.data.object as Stripe.Checkout.Session
    const { id, metadata, amount_total: cents, currency, payment_status } = session
    const organizationId = metadata?.[ORGANIZATION]
    if (organizationId === undefined) return // the account sells other things too
    if (payment_status !== 'paid') return // a bank transfer that has not arrived: another event will follow
    const isRight = currency === 'usd' && cents !== null && cents >= MIN_PURCHASE_CENTS
    if (!isRight || (await findOrganization(db, organizationId))?.id !== organizationId) {
      log.error({ session: id, organizationId, cents, currency }, 'a checkout was paid that cannot be booked')
      return
    }
    const isNew = await buy(db, organizationId, { cents, provider: PROVIDER, reference: id })
    log.info({ session: id, organizationId, cents, isNew }, 'a checkout was paid')
  }

  async #verified(body: Uint8Array, signature: string): Promise<Stripe.Event> {
    try {
      return await this.#stripe.webhooks.constructEventAsync(
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
