import { Elysia } from 'elysia'
import { billingRoutes } from './billing/routes.ts'
import type { StripeCheckout } from './billing/stripe.ts'
import { type CallsConfig, callRoutes } from './bridges/calls/routes.ts'
import { jambonzRoutes } from './bridges/jambonz/routes.ts'
import { openAiRoutes } from './bridges/openai/routes.ts'
import type { Prompts } from './bridges/prompts/prompts.ts'
import { promptRoutes } from './bridges/prompts/routes.ts'
import { dictionaryRoutes } from './dictionaries/routes.ts'
import { documentationRoutes } from './docs/routes.ts'
import type { BodyReader } from './http/body.ts'
import { errorResponse, ServiceError } from './http/errors.ts'
import { KeyGuard } from './http/key-guard.ts'
import type { HttpServices } from './http/services.ts'
import type { OpenSockets } from './http/sockets/open-sockets.ts'
import { ttsRoutes } from './tts/routes.ts'
import type { TurnServices } from './tts/turn.ts'
import { webSocketRoute } from './tts/websocket/server.ts'
import type { Cloning } from './voices/cloning.ts'
import { voiceRoutes } from './voices/routes.ts'

/** The version of the service's specification that is implemented (spec 9). */
const VERSION = '0.4.1'

/**
 * The whole service, composed of the features. Each answers what fails in its routes; here is only what is no route.
 *
 * @param bodies reads what clients send
 * @param sockets has the open WebSockets
 * @param cloning makes voices of clips
 * @param prompts signs and keeps phone prompts
 * @param checkout sells credits, where there is a payment provider
 * @param calls the configuration of telephone calls
 */
export function createApp(
  services: TurnServices,
  bodies: BodyReader,
  sockets: OpenSockets,
  cloning: Cloning,
  prompts: Prompts,
  checkout?: StripeCheckout,
  calls?: CallsConfig,
) {
  const { db, log } = services
  const http: HttpServices = { db, log, guard: new KeyGuard(), bodies }
  return new Elysia()
    .onRequest(({ set }) => {
      set.headers['purr-version'] = VERSION
      set.headers['x-request-id'] = crypto.randomUUID()
    })
    .use(documentationRoutes())
    .use(ttsRoutes(http, services))
    .use(webSocketRoute(http, services, sockets))
    .use(callRoutes(http, services, sockets, calls))
    .use(jambonzRoutes(http, services, sockets))
    .use(voiceRoutes(http, cloning))
    .use(promptRoutes(http, services, prompts))
    .use(openAiRoutes(http, services))
    .use(dictionaryRoutes(http))
    .use(checkout === undefined ? new Elysia() : billingRoutes(http, checkout))
    .onError(({ code }) => (code === 'NOT_FOUND' ? errorResponse(noSuchEndpoint()) : undefined))
}

function noSuchEndpoint(): ServiceError {
  return new ServiceError('not_found', 'There is no such endpoint.', {
    detail:
      'POST /tts/bytes, POST /tts/sse and the WebSocket /tts/websocket speak, and GET /voices lists the voices. GET /docs has all endpoints.',
  })
}
