import { Elysia } from 'elysia'
import type { Caller } from '../accounts/authorize.ts'
import { isOfMissingRow } from '../storage/unavailable.ts'
import type { CheckAgain } from './body.ts'
import { mapDomainError } from './domain-errors.ts'
import { type Envelope, errorResponse, ServiceError } from './errors.ts'
import { loggedCaller } from './logged-caller.ts'
import { traceRefusal } from './request-trace.ts'
import type { HttpServices } from './services.ts'

/** What is notified of errors. Without `refusals` and `usage`, nobody watches. */
type Notified = Pick<HttpServices, 'log' | 'tracing'> & Partial<Pick<HttpServices, 'refusals' | 'usage'>>

/** The status, as nginx has it, of a request whose client has left before it was answered: nothing has failed. */
const CLIENT_LEFT = 499

/**
 * Answers the errors of the routes of the plugin that uses it, from the check of the key on, and logs those with a cause.
 * Use it before everything that can fail.
 *
 * @param envelope in which those routes write errors
 */
export function errorHandler({ log, tracing, refusals, usage }: Notified, envelope?: Envelope) {
  return new Elysia().onError({ as: 'scoped' }, async (context) => {
    const { error, request, route, set } = context
    if (request.signal.aborted) {
      set.status = CLIENT_LEFT // for the log
      return new Response(null, { status: CLIENT_LEFT })
    }
    const { caller, checkAgain } = context as { caller?: Caller; checkAgain?: CheckAgain }
    const failure = await failureFor(error, checkAgain)
    const { cause, code } = failure
    const endpoint = `${request.method} ${route}` // as documented: the URL itself can contain anything
    const organization = caller?.organizationId
    traceRefusal(tracing, caller, failure)
    // That of a turn is counted with the turn.
    if (refusals?.note(failure, endpoint, organization) && caller !== undefined) usage?.failed(caller, code)
    if (cause !== undefined) {
      const requestId = set.headers['x-request-id']
      log.error({ err: cause, code, endpoint, requestId, organization }, failure.message)
    }
    const response = errorResponse(failure, envelope)
    set.status = response.status
    return response
  })
}

/** The refusal that a client gets. What failed because the caller or their organization was deleted is refused as they would be. */
async function failureFor(error: unknown, checkAgain?: CheckAgain): Promise<ServiceError> {
  const failure = mapDomainError(error)
  if (failure !== undefined && !isOfMissingRow(error)) return failure
  const refusal = await checkAgain?.().catch((reason) => reason)
  return refusal instanceof ServiceError ? refusal : (failure ?? internalError(error))
}

/** What a client on a socket asks of. */
interface Asking {
  readonly caller: Caller
  /** The protocol that it speaks. */
  readonly transport: string
}

/** The refusal that a client on a socket gets for an error, which is logged if it has a cause. */
export function refusalFor(
  error: unknown,
  { log, refusals, usage }: Pick<HttpServices, 'log' | 'refusals' | 'usage'>,
  { caller, transport }: Asking,
): ServiceError {
  const refusal = mapDomainError(error) ?? internalError(error)
  if (refusals.note(refusal, transport, caller.organizationId)) usage.failed(caller, refusal.code)
  if (refusal.cause !== undefined)
    log.error({ err: refusal.cause, code: refusal.code, ...loggedCaller(caller) }, refusal.message)
  return refusal
}

/** The refusal that a client gets for a defect. */
export function internalError(cause: unknown): ServiceError {
  return new ServiceError('internal_error', 'Something went wrong in the service.', {
    detail: 'The request id in X-Request-Id finds it in the log.',
    cause,
  })
}
