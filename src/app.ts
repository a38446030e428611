import { Elysia } from 'elysia'
import { billingRoutes } from './billing/routes.ts'
import type { StripeCheckout } from './billing/stripe.ts'
import { documentationRoutes } from './docs/routes.ts'
import type { BodyReader } from './http/body-reader.ts'
import { errorResponse, ServiceError } from './http/errors.ts'
import { KeyGuard } from './http/key-guard.ts'
import type { Log } from './telemetry/log.ts'
import { ttsRoutes } from './tts/routes.ts'
import type { TurnServices } from './tts/turn.ts'
import type { OpenSockets } from './tts/websocket/open-sockets.ts'
import { webSocketRoute } from './tts/websocket/server.ts'
import type { Cloning } from './voices/cloning.ts'
import { isCloneRequest, voiceRoutes } from './voices/routes.ts'

/** The version of the service's specification that is implemented (spec 9). */
const VERSION = '0.4.1'

/**
 * The whole service, composed of the features.
 *
 * @param bodies reads what clients send
 * @param sockets has the open WebSockets
 * @param cloning makes voices of clips
 * @param checkout sells credits, where there is a payment provider
 */
export function createApp(
  services: TurnServices,
  bodies: BodyReader,
  sockets: OpenSockets,
  cloning: Cloning,
  checkout?: StripeCheckout,
) {
  const { db, log } = services
  const guard = new KeyGuard()
  return new Elysia()
    .onRequest(({ set }) => {
      set.headers['purr-version'] = VERSION
      set.headers['x-request-id'] = crypto.randomUUID()
    })
    .onError({ as: 'global' }, ({ error, code, request, route, set }) => {
      const failure = serviceError(error, code)
      if (failure.cause !== undefined && !request.signal.aborted)
        report(log, failure, `${request.method} ${route}`, String(set.headers['x-request-id']))
      return errorResponse(failure, isCloneRequest(request))
    })
    .use(documentationRoutes())
    .use(ttsRoutes(services, guard, bodies))
    .use(webSocketRoute(services, guard, sockets))
    .use(voiceRoutes(db, guard, cloning))
    .use(checkout === undefined ? new Elysia() : billingRoutes(db, guard, bodies, checkout, log))
}

function serviceError(error: unknown, code: string | number): ServiceError {
  if (error instanceof ServiceError) return error
  if (code === 'NOT_FOUND') {
    return new ServiceError('not_found', 'There is no such endpoint.', {
      detail:
        'POST /tts/bytes, POST /tts/sse and the WebSocket /tts/websocket speak; GET /voices and GET /voices/{id} tell of the voices, POST /voices/clone and DELETE /voices/{id} make and remove them.',
    })
  }
  return new ServiceError('internal_error', 'Something went wrong in the service.', {
    detail: 'The request id in X-Request-Id finds it in the log.',
    cause: error,
  })
}

/** @param endpoint as it is documented: the address itself may hold anything */
function report(log: Log, failure: ServiceError, endpoint: string, requestId: string): void {
  log.error({ err: failure.cause, code: failure.code, endpoint, requestId }, failure.message)
}
