import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { makeKeyToken } from '../../accounts/key-token.ts'
import { authentication, countedAuthentication, keyOfHandshake } from '../../http/authentication.ts'
import { BODY_LIMIT, jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import type { ErrorCode } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { BODY_ERRORS, handshake, operation } from '../../http/openapi.ts'
import type { HttpServices } from '../../http/services.ts'
import type { OpenSockets } from '../../http/sockets/open-sockets.ts'
import { expiryOf, tokenLife } from '../../http/token-life.ts'
import type { TurnServices } from '../../tts/turn.ts'
import { CALL_EVENTS } from './call-event.ts'
import { CALL_FRAMES, frameOf, SAY_REQUEST } from './call-frame.ts'
import { Calls } from './calls.ts'
import { ControlSocket } from './control-socket.ts'
import { ADVICE, withSubprotocol } from './handshake.ts'
import { type CallsConfig, streamRoutes } from './stream-routes.ts'

/** The call in a path. */
const CALL_PATH = Type.Object({
  id: Type.String({
    description: "The call: the telephone system's id for it, or the parameter `id` of its media stream.",
    examples: ['CA5d7f0a2b'],
  }),
})

/** The body of POST /calls/token. */
const TOKEN_REQUEST = Type.Object({
  expires_in: tokenLife('Seconds for which media streams can begin with the token.'),
})

const TOKEN = Type.Object(
  {
    token: Type.String({
      description: 'Stands for the key as api_key of a media stream, and for nothing else.',
      examples: ['call_AXhl3kQ'],
    }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
)

const SAID = Type.Object(
  {
    context_id: Type.String({
      description: 'Names the utterance in the events of the call.',
      examples: ['booked'],
    }),
  },
  { additionalProperties: false },
)

const INTERRUPTED = Type.Object(
  {
    interrupted: Type.Array(Type.String(), {
      description: 'The utterances that will not be heard to their end.',
      examples: [['booked']],
    }),
  },
  { additionalProperties: false },
)

const SAY_ERRORS: readonly ErrorCode[] = [
  ...BODY_ERRORS,
  'missing_transcript',
  'missing_voice',
  'invalid_language',
  'invalid_context',
  'invalid_value',
  'input_too_long',
  'payment_required',
  'voice_not_found',
  'pronunciation_dict_not_found',
  'not_found',
  'concurrent_limit',
  'upstream_unavailable',
]

/** The media streams of telephone systems, and what programs can do with their calls. */
export function callRoutes(
  http: HttpServices,
  services: TurnServices,
  sockets: OpenSockets,
  config: CallsConfig = {},
) {
  const calls = new Calls()
  return new Elysia()
    .use(errorHandler(http))
    .use(streamRoutes(http, services, sockets, calls, config))
    .use(said(http, calls))
    .use(tokens(http))
    .use(controlled(http, calls))
    .use(events(http, services, sockets, calls))
}

/** POST /calls/{id}/say. Its key need not be that of the call, which pays. */
function said(http: HttpServices, calls: Calls) {
  return new Elysia()
    .use(countedAuthentication(http))
    .use(jsonBody(http.bodies, SAY_REQUEST, BODY_LIMIT))
    .post(
      '/calls/:id/say',
      async ({ caller, params, input }) => {
        const frame = frameOf(input)
        await calls.get(caller, params.id).take(frame)?.begun
        return { context_id: frame.contextId }
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Say a text on a call. It is answered when its first audio is there.',
          body: { 'application/json': SAY_REQUEST },
          answer: {
            description: 'It is being said, or waits for what is.',
            content: { 'application/json': SAID },
          },
          errors: SAY_ERRORS,
          path: CALL_PATH,
          isCounted: true,
        }),
      },
    )
}

/** POST /calls/token. It does not count as a request. */
function tokens(http: HttpServices) {
  return new Elysia()
    .use(authentication(http))
    .use(jsonBody(http.bodies, TOKEN_REQUEST, BODY_LIMIT))
    .post(
      '/calls/token',
      async ({ caller, input }) => {
        const expiresAt = expiryOf(input.expires_in)
        const made = await makeKeyToken(http.db, 'call', caller.keyId, expiresAt)
        return { token: made, expires_at: new Date(expiresAt * 1000).toISOString() }
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Make a token with which media streams can begin for a while, in the place of the key.',
          body: { 'application/json': TOKEN_REQUEST },
          answer: { description: 'The token.', content: { 'application/json': TOKEN } },
          errors: [...BODY_ERRORS, 'invalid_expiry'],
        }),
      },
    )
}

/** POST /calls/{id}/interrupt and /calls/{id}/hangup. They do not count as requests. */
function controlled(http: HttpServices, calls: Calls) {
  return new Elysia()
    .use(authentication(http))
    .post(
      '/calls/:id/interrupt',
      ({ caller, params }) => ({ interrupted: calls.get(caller, params.id).interrupt() }),
      {
        parse: 'none',
        detail: operation({
          summary: 'Silence a call at once: what is being said, and what waits, is dropped.',
          answer: { description: 'What was dropped.', content: { 'application/json': INTERRUPTED } },
          errors: ['not_found'],
          path: CALL_PATH,
        }),
      },
    )
    .post(
      '/calls/:id/hangup',
      ({ caller, params, set }) => {
        calls.get(caller, params.id).hangUp()
        set.status = 204
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'End a call with Asterisk; with Twilio and Telnyx, end its media stream.',
          answer: { status: 204, description: 'It ends.' },
          errors: ['not_found'],
          path: CALL_PATH,
        }),
      },
    )
}

/** GET /calls/{id}/events: a WebSocket for text in pieces, and for events. */
function events(http: HttpServices, services: TurnServices, sockets: OpenSockets, calls: Calls) {
  return new Elysia().use(countedAuthentication(http, { keyOf: keyOfHandshake })).get(
    '/calls/:id/events',
    async ({ request, server, caller, params, set }) => {
      const call = await calls.soon(caller, params.id)
      const budget = sockets.budgets.forSocket(caller.organizationId, networkOf(request, server))
      const socket = new ControlSocket(services, call, { caller, budget }, (each) => sockets.delete(each))
      sockets.accept(socket, {
        request,
        server,
        protocol: 'call_events',
        headers: withSubprotocol(request, set.headers),
        advice: ADVICE,
        keyId: caller.keyId,
      })
    },
    {
      detail: handshake({
        summary: 'Say text in pieces on a call, and learn what happens on it.',
        path: CALL_PATH,
        messages: { sent: CALL_FRAMES, received: CALL_EVENTS },
        errors: ['not_found'],
        isCounted: true,
      }),
    },
  )
}
