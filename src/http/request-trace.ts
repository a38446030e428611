import type { Caller } from '../accounts/authorize.ts'
import type { Arrival, Span, Tracing } from '../telemetry/tracing.ts'
import { type ServiceError, STATUS } from './errors.ts'

/** A request that has just come. Undefined: nothing is traced. */
export function arrivalOf(
  tracing: Tracing | undefined,
  { method, headers }: Request,
  route: string,
): Arrival | undefined {
  if (tracing === undefined) return undefined
  return {
    at: performance.now(),
    authorized: undefined,
    method,
    route,
    isHandshake: headers.has('upgrade'),
    context: {
      traceparent: headers.get('traceparent') ?? undefined,
      tracestate: headers.get('tracestate') ?? undefined,
    },
    hasTurn: false,
  }
}

/** Begins the span of a request at the time when it came, with the check of its key. */
export function requestSpan(tracing: Tracing, arrival: Arrival, caller: Caller): Span {
  const { at, authorized, method, route, context } = arrival
  const span = tracing.begin(`${method} ${route}`, context, {
    at,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route, ...callerAttributes(caller) },
  })
  if (authorized !== undefined)
    span.child('authorize', { at, attributes: DATABASE }).end(undefined, authorized)
  return span
}

/** Records a request that is refused before it has a turn. A turn records its own refusal. */
export function traceRefusal(
  tracing: Tracing | undefined,
  caller: Caller | undefined,
  { code }: ServiceError,
): void {
  const arrival = caller?.arrival
  if (tracing === undefined || caller === undefined || arrival === undefined || arrival.hasTurn) return
  const status = STATUS[code]
  const span = requestSpan(tracing, arrival, caller)
  span.set({ 'http.response.status_code': status, 'error.type': code })
  span.event('refused', { 'error.type': code })
  span.end(status >= 500 ? code : undefined)
}

/** What spans say of who asked. */
export function callerAttributes({ requestId, organizationId }: Caller) {
  return { 'purr.request.id': requestId, 'purr.organization.id': organizationId }
}

/** What spans of steps in the database have. The embedded database is a Postgres too. */
export const DATABASE = { 'db.system.name': 'postgresql' }
