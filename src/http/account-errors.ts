import {
  AccountRefusal,
  AccountsUnavailable,
  ConcurrencyLimit,
  InsufficientCredits,
} from '../accounts/refusals.ts'
import { retrySeconds, ServiceError } from './errors.ts'

/** What a client is told of a refusal of the accounts. Any other error stays as it is. */
export function mapAccountError(error: unknown): unknown {
  if (!(error instanceof AccountRefusal)) return error
  if (error instanceof AccountsUnavailable) return unavailable(error.cause)
  if (error instanceof InsufficientCredits) return paymentRequired(error.credits)
  if (error instanceof ConcurrencyLimit) return tooManyTurns(error)
  return new ServiceError('unauthorized', 'The API key has been revoked.', {
    detail: 'Connect with a valid key.',
  })
}

/**
 * The answer of the database to something that a request needs.
 *
 * @throws ServiceError billing_unavailable when there is none: without it nothing is generated or kept
 */
export async function mapDatabaseError<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer
  } catch (cause) {
    throw cause instanceof ServiceError ? cause : unavailable(cause)
  }
}

function unavailable(cause: unknown): ServiceError {
  const message = 'The account could not be verified, so nothing was done.'
  return new ServiceError('billing_unavailable', message, {
    detail: 'Nothing was charged; try again in a moment.',
    cause,
  })
}

function paymentRequired(credits: number): ServiceError {
  const message = `The balance does not cover the ${credits} credits of this transcript.`
  return new ServiceError('payment_required', message, { detail: 'Add credits and try again.' })
}

function tooManyTurns({ limit, wait }: ConcurrencyLimit): ServiceError {
  return new ServiceError(
    'concurrent_limit',
    `${limit} turns of this organization are being spoken already.`,
    {
      detail: `Try again in ${retrySeconds(wait)} s with a new context_id. A turn counts until a second after its last audio.`,
      retryAfter: wait,
    },
  )
}
