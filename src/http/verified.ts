import { ServiceError } from './errors.ts'

/**
 * What the database answers.
 *
 * @throws ServiceError billing_unavailable when it does not: without it nothing is generated or kept
 */
export async function verified<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    const message = 'The account could not be verified, so nothing was done.'
    throw new ServiceError('billing_unavailable', message, {
      detail: 'Nothing was charged; try again in a moment.',
      cause,
    })
  }
}
