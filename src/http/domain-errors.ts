import { ConcurrencyLimit, InsufficientCredits, KeyRevoked } from '../accounts/refusals.ts'
import { EngineFull, ServersFull } from '../engines/shared/engine.ts'
import { DatabaseUnavailable } from '../storage/unavailable.ts'
import { keyRevoked, LONGEST_WAIT, limitIsZero, retrySeconds, ServiceError } from './errors.ts'

/** Milliseconds after which a full engine may have a free place. */
const ENGINE_WAIT = 1000
/**
 * The codes of Postgres for a value with the character 0, which no text in a database can have, and for one with a character that
 * its encoding does not have.
 */
const NO_TEXT: ReadonlySet<unknown> = new Set(['22021', '22P05'])

/**
 * The client's error for an error of the accounts, the database or a full engine; undefined for an error of any other kind.
 */
export function mapDomainError(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error
  if (error instanceof DatabaseUnavailable) return isNoText(error.cause) ? noText() : unavailable(error.cause)
  if (error instanceof InsufficientCredits) return paymentRequired(error)
  if (error instanceof ConcurrencyLimit) return tooManyTurns(error)
  if (error instanceof KeyRevoked) return keyRevoked()
  if (error instanceof ServersFull) return serversFull(error)
  if (error instanceof EngineFull) return engineFull()
  return undefined
}

function isNoText(cause: unknown): boolean {
  return NO_TEXT.has((cause as { code?: unknown } | undefined)?.code)
}

function noText(): ServiceError {
  const message = 'A value has the character U+0000, or one that the encoding of the database does not have.'
  return new ServiceError('invalid_value', message, { detail: 'Leave it out.' })
}

/** Without the database nothing is generated or kept. */
function unavailable(cause: unknown): ServiceError {
  const message = 'The account could not be verified, so nothing was done.'
  return new ServiceError('billing_unavailable', message, {
    detail: 'Nothing was charged; try again in a moment.',
    cause,
  })
}

function paymentRequired({ credits }: InsufficientCredits): ServiceError {
  const message = `The balance does not cover the ${credits} credits of this text.`
  return new ServiceError('payment_required', message, { detail: 'Add credits and try again.' })
}

function tooManyTurns({ limit, wait }: ConcurrencyLimit): ServiceError {
  if (limit === 0) return limitIsZero('concurrent_limit', 'turns at once', wait)
  const turns = limit === 1 ? '1 turn of this organization is' : `${limit} turns of this organization are`
  return new ServiceError('concurrent_limit', `${turns} being spoken already.`, {
    detail: `Try again in ${retrySeconds(wait)} s, on a WebSocket with a new context_id. A turn counts until a second after its last audio.`,
    retryAfter: wait,
  })
}

function engineFull(): ServiceError {
  return new ServiceError(
    'concurrent_limit',
    'The engine of this model is speaking as many turns as it can.',
    {
      detail: `Nothing was charged. Try again in ${retrySeconds(ENGINE_WAIT)} s, on a WebSocket with a new context_id, or use another model.`,
      retryAfter: ENGINE_WAIT,
    },
  )
}

function serversFull({ retryAfter: asked }: ServersFull): ServiceError {
  const retryAfter = Math.min(LONGEST_WAIT, asked ?? ENGINE_WAIT)
  return new ServiceError('concurrent_limit', "The engine's server refuses more work for now.", {
    detail: `Nothing was charged. Try again in ${retrySeconds(retryAfter)} s, on a WebSocket with a new context_id, or use another model.`,
    retryAfter,
  })
}
