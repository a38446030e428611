import { Type } from '@sinclair/typebox'
import { MIN_PURCHASE_CENTS } from '../accounts/purchases.ts'
import { ServiceError } from '../http/errors.ts'
import { checkedBy, REFUSAL } from '../http/schema.ts'
import { MAX_PURCHASE_CENTS } from './stripe.ts'

/** Most characters of the URL to return to. */
const MAX_URL_LENGTH = 2048

/** The least and the most that can be bought at once, in US dollars. */
export const MIN_AMOUNT = MIN_PURCHASE_CENTS / 100
export const MAX_AMOUNT = MAX_PURCHASE_CENTS / 100

/** The body of a request for a checkout. */
export const CHECKOUT_REQUEST = Type.Object({
  return_to: checkedBy<string>((value) => returnUrlOf(value) !== undefined, {
    type: 'string',
    format: 'uri',
    maxLength: MAX_URL_LENGTH,
    description: 'The page to which the customer returns after paying: http or https.',
    examples: ['https://example.com/thanks'],
    [REFUSAL]: () =>
      new ServiceError('invalid_address', 'return_to is not an http or https URL.', {
        detail: `Send the page to which the customer returns after paying, in at most ${MAX_URL_LENGTH} characters.`,
      }),
  }),
  amount: checkedBy<number>((value) => isForSale(centsOf(value)), {
    type: 'number',
    minimum: MIN_AMOUNT,
    maximum: MAX_AMOUNT,
    multipleOf: 0.01,
    description: 'US dollars, in whole cents.',
    examples: [20],
    [REFUSAL]: () =>
      new ServiceError('invalid_amount', 'amount is not a number of US dollars that can be bought.', {
        detail: `Send one from ${MIN_AMOUNT} to ${MAX_AMOUNT}, in whole cents.`,
      }),
  }),
})

/** The response to it. */
export const CHECKOUT = Type.Object(
  { url: Type.String({ format: 'uri', examples: ['https://checkout.stripe.com/c/pay/cs_live_a1b2c3'] }) },
  { additionalProperties: false },
)

/** An http or https URL in its canonical form, or undefined for anything else. */
export function returnUrlOf(text: unknown): string | undefined {
  const url = typeof text === 'string' && text.length <= MAX_URL_LENGTH ? URL.parse(text) : null
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

/** Dollars in cents. Only the inexactness of numbers is rounded away: 0.001 dollars stay a tenth of a cent. */
export function centsOf(dollars: unknown): number {
  return typeof dollars === 'number' ? Math.round(dollars * 1e6) / 1e4 : Number.NaN
}

function isForSale(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents >= MIN_PURCHASE_CENTS && cents <= MAX_PURCHASE_CENTS
}
