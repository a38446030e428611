import { Elysia } from 'elysia'
import { billingRoutes } from './billing/routes.ts'
import type { StripeCheckout } from './billing/stripe.ts'
import { type CallsConfig, callRoutes } from './bridges/calls/routes.ts'
import { jambonzRoutes } from './bridges/jambonz/routes.ts'
import { openAiRoutes } from './bridges/openai/routes.ts'
import type { Prompts } from './bridges/prompts/prompts.ts'
import { promptRoutes } from './bridges/prompts/routes.ts'
import { dictionaryRoutes } from './dictionaries/routes.ts'
import { referenceRoutes } from './docs/reference.ts'
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

/** The parts of the service besides those that every turn needs. */
export interface AppParts {
  /** Reads the bodies of requests. */
  readonly bodies: BodyReader
  /** The open WebSockets. */
  readonly sockets: OpenSockets
  /** Makes voices from clips. */
  readonly cloning: Cloning
  /** Signs and keeps phone prompts. */
  readonly prompts: Prompts
  /** Sells credits. Undefined: there is no payment provider. */
  readonly checkout?: StripeCheckout
  /** The configuration of telephone calls. */
  readonly calls?: CallsConfig
}

/** The whole service, composed of the features. Each answers the errors of its routes; what is no route is answered here. */
export function createApp(
  services: TurnServices,
  { bodies, sockets, cloning, prompts, checkout, calls }: AppParts,
) {
  const { db, models, log } = services
  const http: HttpServices = { db, models, log, guard: new KeyGuard(), bodies }
  const app = new Elysia()
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
  const described = { routes: () => app.routes, version: VERSION, publicUrl: prompts.publicUrl }
  return app.use(referenceRoutes(described))
}

function noSuchEndpoint(): ServiceError {
  return new ServiceError('not_found', 'There is no such endpoint.', {
    detail:
      'POST /tts/bytes, POST /tts/sse and the WebSocket /tts/websocket speak, and GET /voices lists the voices. GET /docs has all endpoints.',
  })
}
