import { type Static, Type } from '@sinclair/typebox'
import {
  buy,
  CREDITS_PER_DOLLAR,
  MIN_PURCHASE_CENTS,
  purchase,
  purchaseWith,
} from '../../accounts/purchases.ts'
import { centsOf, MIN_AMOUNT } from '../../billing/checkout-request.ts'
import { ServiceError } from '../../http/errors.ts'
import { checkedBy, REFUSAL } from '../../http/schema.ts'
import { descriptionFault, MAX_DESCRIPTION, MAX_NAME, nameFault } from '../../http/texts.ts'
import type { Database } from '../../storage/database.ts'

/** Most credits that the operator grants at once. */
const MAX_CREDITS = 1_000_000_000_000
/** Most US dollars that the operator books at once. */
export const MAX_DOLLARS = 1_000_000

/** What the operator books: credits that are granted, or a payment. */
export const BOOKING = Type.Object({
  credits: Type.Optional(
    checkedBy<number>((value) => isWithin(value, 1, MAX_CREDITS), {
      type: 'integer',
      minimum: 1,
      maximum: MAX_CREDITS,
      description: 'Credits to grant.',
      [REFUSAL]: () =>
        new ServiceError('invalid_amount', `credits is not a whole number from 1 to ${MAX_CREDITS}.`, {
          detail: 'Send the credits to grant, or amount for a payment.',
        }),
    }),
  ),
  amount: Type.Optional(
    checkedBy<number>((value) => isWithin(centsOf(value), MIN_PURCHASE_CENTS, MAX_DOLLARS * 100), {
      type: 'number',
      minimum: MIN_AMOUNT,
      maximum: MAX_DOLLARS,
      description: `US dollars that were paid. Each buys ${CREDITS_PER_DOLLAR} credits.`,
      [REFUSAL]: () =>
        new ServiceError(
          'invalid_amount',
          `amount is not a number of US dollars from ${MIN_AMOUNT} to ${MAX_DOLLARS}, in whole cents.`,
          { detail: 'Send what was paid, or credits for a grant.' },
        ),
    }),
  ),
  reason: Type.Optional(
    checkedBy<string>((text) => typeof text === 'string' && descriptionFault(text) === undefined, {
      type: 'string',
      maxLength: MAX_DESCRIPTION,
      description: 'Why they are granted. The organization sees it.',
      [REFUSAL]: () =>
        new ServiceError('invalid_value', 'reason is too long, or has a control character.', {
          detail: `Send at most ${MAX_DESCRIPTION} characters, or leave it out.`,
        }),
    }),
  ),
  reference: Type.Optional(
    checkedBy<string>((text) => typeof text === 'string' && nameFault(text) === undefined, {
      type: 'string',
      maxLength: MAX_NAME,
      description: 'Names the grant or the payment. Each counts once, however often it is sent.',
      [REFUSAL]: () =>
        new ServiceError('invalid_value', 'reference is empty, too long, or has a control character.', {
          detail: `Send 1 to ${MAX_NAME} characters, or leave it out.`,
        }),
    }),
  ),
})

/**
 * Books what was sent. False if it was booked before.
 *
 * @throws ServiceError invalid_amount, already_exists; DatabaseUnavailable
 */
export async function book(
  db: Database,
  organizationId: string,
  { credits, amount, reason, reference = crypto.randomUUID() }: Static<typeof BOOKING>,
): Promise<boolean> {
  if ((credits === undefined) === (amount === undefined)) throw notOne()
  const provider = credits === undefined ? 'operator' : 'grant'
  const cents = credits === undefined ? centsOf(amount) : 0
  const isNew =
    credits === undefined
      ? await buy(db, organizationId, { cents, provider, reference, reason })
      : await purchase(db, organizationId, { credits, cents, provider, reference, reason })
  if (isNew) return true
  const before = await purchaseWith(db, provider, reference)
  const isSame = before?.organizationId === organizationId && before.cents === cents
  if (!isSame || before.credits !== (credits ?? before.credits)) throw isTaken()
  return false
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
}

function notOne(): ServiceError {
  return new ServiceError('invalid_amount', 'The body must have either credits or amount, and not both.', {
    detail: 'Send credits to grant them, or amount to book a payment.',
  })
}

function isTaken(): ServiceError {
  return new ServiceError('already_exists', 'Something else was booked with this reference.', {
    detail: 'Choose another reference.',
  })
}
