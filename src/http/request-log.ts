import { Elysia } from 'elysia'
import type { Caller } from '../accounts/authorize.ts'
import type { Log } from '../telemetry/log.ts'

/**
 * Logs every request that is answered, at the level `debug`: its endpoint as documented, because an address can contain a key.
 * Use it before the routes. If the level is higher when the server starts, it costs nothing.
 */
export function requestLog(log: Log) {
  if (!log.isLevelEnabled('debug')) return new Elysia()
  return new Elysia().onAfterResponse({ as: 'global' }, (context) => {
    const { request, route, set, responseValue } = context
    const organization = (context as { caller?: Caller }).caller?.organizationId
    const answered = responseValue instanceof Response ? responseValue.status : set.status
    const isSocket = answered === 200 && responseValue === undefined && request.headers.has('upgrade')
    const status = isSocket ? 101 : answered
    const requestId = set.headers['x-request-id']
    log.debug({ method: request.method, route, status, requestId, organization }, 'a request was answered')
  })
}
