import type { Caller } from '../accounts/authorize.ts'

/** How lines of the log name who asked. */
export function loggedCaller({ requestId, organizationId }: Caller): object {
  return { requestId, organization: organizationId }
}
