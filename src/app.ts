import { Elysia } from 'elysia'
import { version } from '../package.json'
import { accessTokenRoutes } from './access-tokens/routes.ts'
import { billingRoutes } from './billing/routes.ts'
import type { StripeCheckout } from './billing/stripe.ts'
import { callRoutes } from './bridges/calls/routes.ts'
import type { CallsConfig } from './bridges/calls/stream-routes.ts'
import { jambonzRoutes } from './bridges/jambonz/routes.ts'
import { OPENAI_ENVELOPE } from './bridges/openai/errors.ts'
import { openAiRoutes } from './bridges/openai/routes.ts'
import type { Prompts } from './bridges/prompts/prompts.ts'
import { promptRoutes } from './bridges/prompts/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { dictionaryRoutes } from './dictionaries/routes.ts'
import { referenceRoutes } from './docs/reference.ts'
import { documentationRoutes } from './docs/routes.ts'
import type { Readiness } from './health/readiness.ts'
import { healthRoutes } from './health/routes.ts'
import { ANSWER_HEADERS } from './http/answer-headers.ts'
import type { BodyReader } from './http/body.ts'
import { Cors, type CorsOrigins } from './http/cors.ts'
import { errorResponse, ServiceError } from './http/errors.ts'
import type { HttpMetrics } from './http/http-metrics.ts'
import type { KeyGuard } from './http/key-guard.ts'
import { ListGuard } from './http/list-guard.ts'
import { requestIdOf } from './http/request-id.ts'
import { requestLog } from './http/request-log.ts'
import type { HttpServices } from './http/services.ts'
import type { OpenSockets } from './http/sockets/open-sockets.ts'
import { KnownActors } from './management/access/actors.ts'
import type { Auth } from './management/access/auth.ts'
import type { ManagementServices } from './management/access/services.ts'
import type { Live } from './management/live/live.ts'
import { managementRoutes } from './management/routes.ts'
import { ttsRoutes } from './tts/routes.ts'
import type { TurnServices } from './tts/turn.ts'
import { webSocketRoute } from './tts/websocket/server.ts'
import type { Cloning } from './voices/cloning.ts'
import { voiceRoutes } from './voices/routes.ts'

/** The parts of the service besides those that every turn needs. */
export interface AppParts {
  /** Bounds the cost of failed authentication. */
  readonly guard: KeyGuard
  /** Counts the requests. */
  readonly requests: HttpMetrics
  /** Signs people in and out. */
  readonly auth: Auth
  /** Reads the bodies of requests. */
  readonly bodies: BodyReader
  /** The open WebSockets. */
  readonly sockets: OpenSockets
  /** Makes voices from clips. */
  readonly cloning: Cloning
  /** Signs and keeps phone prompts. */
  readonly prompts: Prompts
  /** Shows what the process is doing. */
  readonly live: Live
  /** Knows whether the server can take requests. */
  readonly readiness: Readiness
  /** The origins whose pages may use HTTP; none if it is left out. */
  readonly corsOrigins?: CorsOrigins
  /** Whether it is served over https. */
  readonly isEncrypted?: boolean
  /** Sells credits. Undefined: there is no payment provider. */
  readonly checkout?: StripeCheckout
  /** The configuration of telephone calls. */
  readonly calls?: CallsConfig
}

/** The whole service, composed of the features. Each answers the errors of its routes; what is no route is answered here. */
export function createApp(services: TurnServices, parts: AppParts) {
  const { sockets, cloning, prompts, live, checkout, isEncrypted = false } = parts
  const http = httpServices(services, parts)
  const cors = new Cors(parts.corsOrigins ?? [])
  // Elysia looks for the path behind 11 characters of a URL or, without this, behind 7: with http also that of http://tts/.
  const app = new Elysia({ handler: { standardHostname: isEncrypted } })
    .onRequest(({ request, set }) => {
      Object.assign(set.headers, ANSWER_HEADERS)
      set.headers['purr-version'] = version // which is that of the specification (spec 9)
      set.headers['x-request-id'] = requestIdOf(request)
      return cors.answer(request, set.headers)
    })
    .use(requestLog(services.log))
    .use(parts.requests.plugin())
    .use(healthRoutes(parts.readiness))
    .use(documentationRoutes())
    .use(accessTokenRoutes(http))
    .use(ttsRoutes(http, services))
    .use(webSocketRoute(http, services, sockets))
    .use(callRoutes(http, services, sockets, parts.calls))
    .use(jambonzRoutes(http, services, sockets))
    .use(voiceRoutes(http, cloning))
    .use(promptRoutes(http, services, prompts))
    .use(openAiRoutes(http, services))
    .use(dictionaryRoutes(http))
    .use(managementRoutes(managementServices(http, services, parts), live))
    .use(dashboardRoutes())
    .use(checkout === undefined ? new Elysia() : billingRoutes(http, checkout))
    .onError(({ code, path, set }) => {
      if (code !== 'NOT_FOUND') return undefined
      set.status = 404 // for the log
      return errorResponse(noSuchEndpoint(), path.startsWith('/v1/') ? OPENAI_ENVELOPE : undefined)
    })
  const described = { routes: () => app.routes, version, publicUrl: prompts.publicUrl }
  return app.use(referenceRoutes(described))
}

/** What all routes need. */
function httpServices(services: TurnServices, { guard, bodies }: AppParts): HttpServices {
  const { db, models, log, tracing, refusals, usage } = services
  return { db, models, log, tracing, guard, lists: new ListGuard(), refusals, usage, bodies }
}

/** What the routes of the management API need. */
function managementServices(
  http: HttpServices,
  turns: TurnServices,
  { auth, cloning, checkout }: AppParts,
): ManagementServices {
  const { operatorEmail } = auth
  return {
    ...http,
    auth,
    operatorEmail,
    actors: new KnownActors(http, auth),
    keys: turns.keys,
    selling: { checkout, contact: operatorEmail },
    turns,
    cloning,
  }
}

function noSuchEndpoint(): ServiceError {
  return new ServiceError('not_found', 'There is no such endpoint.', {
    detail:
      'POST /tts/bytes, POST /tts/sse and the WebSocket /tts/websocket speak, and GET /voices lists the voices. GET /docs has all endpoints.',
  })
}
