import type { Caller } from '../accounts/authorize.ts'

/** A request that was answered. */
export interface Answered {
  readonly method: string
  /** The endpoint as documented: a URL can contain a key, and there is no end of URLs. Empty if there is none. */
  readonly route: string
  readonly status: number | string | undefined
  readonly requestId: string | number | undefined
  /** Who asked, if that is known. */
  readonly organization: string | undefined
}

/** What Elysia reports after a response. */
interface AfterResponse {
  readonly request: Request
  readonly route: string
  readonly set: {
    readonly status?: number | string
    readonly headers: Readonly<Record<string, string | number | undefined>>
  }
  readonly responseValue?: unknown
}

/** What is known of a request after its response. The status of a handshake that was accepted is 101. */
export function answered(context: AfterResponse): Answered {
  const { request, route, set, responseValue } = context
  const status = responseValue instanceof Response ? responseValue.status : set.status
  const isSocket = status === 200 && responseValue === undefined && request.headers.has('upgrade')
  return {
    method: request.method,
    route,
    status: isSocket ? 101 : status,
    requestId: set.headers['x-request-id'],
    organization: (context as { caller?: Caller }).caller?.organizationId,
  }
}
