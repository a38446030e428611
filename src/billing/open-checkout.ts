import type { Static } from '@sinclair/typebox'
import type { ListGuard } from '../http/list-guard.ts'
import { type CHECKOUT, type CHECKOUT_REQUEST, centsOf, returnUrlOf } from './checkout-request.ts'
import type { StripeCheckout } from './stripe.ts'

/** A checkout is a request to Stripe, which bounds those of an account. It costs as much as this many pages of a list. */
const PAGES = 20

/**
 * Opens a checkout for an organization, as it was asked for.
 *
 * @returns the response to the request
 * @throws ServiceError rate_limited if the organization has opened too many, payment_unavailable if Stripe cannot be reached
 */
export async function openCheckout(
  checkout: StripeCheckout,
  lists: ListGuard,
  organizationId: string,
  { amount, return_to }: Static<typeof CHECKOUT_REQUEST>,
): Promise<Static<typeof CHECKOUT>> {
  lists.enter(organizationId, 'checkouts', PAGES)
  return { url: await checkout.open(organizationId, centsOf(amount), returnUrlOf(return_to)!) }
}
