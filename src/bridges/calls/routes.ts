import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  authorizeRequest,
  authorizeRequestOfKeyId,
  type Caller,
  type CountedCaller,
} from '../../accounts/authorize.ts'
import { keyIdOfToken, makeKeyToken } from '../../accounts/key-token.ts'
import { admitted, authentication, countedAuthentication, keyOfHandshake } from '../../http/authentication.ts'
import { BODY_LIMIT, jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { type ErrorCode, ServiceError } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { BODY_ERRORS, handshake, operation } from '../../http/openapi.ts'
import { urlOf } from '../../http/request-url.ts'
import type { HttpServices } from '../../http/services.ts'
import type { OpenSockets } from '../../http/sockets/open-sockets.ts'
import { expiryOf, tokenLife } from '../../http/token-life.ts'
import type { Database } from '../../storage/database.ts'
import type { TurnServices } from '../../tts/turn.ts'
import { AsteriskStream } from './asterisk.ts'
import { CALL_EVENTS } from './call-event.ts'
import { CALL_FRAMES, frameOf, SAY_REQUEST } from './call-frame.ts'
import { CallSocket } from './call-socket.ts'
import { Calls } from './calls.ts'
import { ControlSocket } from './control-socket.ts'
import type { Protocol } from './protocol.ts'
import { TelnyxStream, TwilioStream } from './twilio.ts'
import { isSignedByTwilio } from './twilio-signature.ts'

/** The configuration of calls. */
export interface CallsConfig {
  /** The auth token of the Twilio account whose media streams are accepted. Undefined: those of any account. */
  readonly twilioAuthToken?: string
  /** The URL at which telephone systems reach the service. Undefined: that of their request. */
  readonly publicUrl?: string
  /** What is said at the start of calls without an announcement of their own. */
  readonly announcement?: string
}

/** What to do, for a client that does not speak WebSocket. */
const ADVICE = 'Connect with a WebSocket client.'

/** The call in a path. */
const CALL_PATH = Type.Object({
  id: Type.String({
    description: "The call: the telephone system's id for it, or the parameter `id` of its media stream.",
    examples: ['CA5d7f0a2b'],
  }),
})

/** What the URL of a media stream may have. Twilio leaves it out, and has the same in its parameters. */
const STREAM_QUERY = Type.Object({
  voice: Type.Optional(
    Type.String({ description: 'The id or the name of a voice.', examples: ['Kathleen'] }),
  ),
  language: Type.Optional(Type.String({ description: 'A BCP-47 tag.', examples: ['en-US'] })),
  announcement: Type.Optional(Type.String({ description: 'What is said when the call starts.' })),
  id: Type.Optional(Type.String({ description: "The id of the call; the system's own if it is left out." })),
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
    .use(streams(http, services, sockets, calls, config))
    .use(said(http, calls))
    .use(tokens(http))
    .use(controlled(http, calls))
    .use(events(http, services, sockets, calls))
}

interface System {
  readonly name: string
  readonly protocol: () => Protocol
}

const SYSTEMS: Readonly<Record<string, System>> = {
  twilio: { name: 'Twilio', protocol: () => new TwilioStream() },
  telnyx: { name: 'Telnyx', protocol: () => new TelnyxStream() },
  asterisk: { name: 'Asterisk', protocol: () => new AsteriskStream() },
}

/** The documentation of a media stream. Its messages are those of the telephone system. */
function streamDetail(system: string) {
  return handshake({
    summary: `Take the media stream of a call with ${system}.`,
    description:
      'The key, or a token of `POST /calls/token`, is in the handshake or in the parameters of the stream.',
    query: STREAM_QUERY,
    errors: ['unauthorized', 'rate_limited', 'internal_error', 'billing_unavailable'],
    access: [{}, { bearer: [] }, { basic: [] }, { apiKey: [] }, { apiKeyInAddress: [] }],
    isCounted: true,
  })
}

/** GET /calls/twilio, /calls/telnyx and /calls/asterisk: the media stream of a call. */
function streams(
  http: HttpServices,
  services: TurnServices,
  sockets: OpenSockets,
  calls: Calls,
  { twilioAuthToken, publicUrl, announcement }: CallsConfig,
) {
  const routes = new Elysia()
  for (const [system, { name, protocol }] of Object.entries(SYSTEMS)) {
    routes.get(
      `/calls/${system}`,
      async ({ request, server, set }) => {
        const isChecked = system === 'twilio' && twilioAuthToken !== undefined
        if (isChecked && !isSignedByTwilio(request, twilioAuthToken, publicUrl)) throw badSignature()
        const network = networkOf(request, server)
        const admit = async (key: string | undefined, headers = { ...set.headers }) => {
          const counted = await http.guard.check(network, key, (each) => look(http.db, each))
          if (counted === undefined) throw badKey()
          return admitted(http.usage, counted, headers)
        }
        const key = keyOfStream(request)
        // Asterisk has no other place for the key.
        const isDue = key !== undefined || system === 'asterisk'
        const caller: Caller | undefined = isDue ? await admit(key, set.headers) : undefined
        const parameters = Object.fromEntries(urlOf(request).searchParams)
        const socket = new CallSocket({ turns: services, calls, announcement }, protocol(), {
          caller,
          parameters,
          admit,
          admitted: (each, { keyId }) => sockets.hasKey(each, keyId),
          closed: (each) => sockets.delete(each),
          requestId: set.headers['x-request-id']?.toString(),
        })
        sockets.accept(socket, {
          request,
          server,
          protocol: 'call',
          headers: withSubprotocol(request, set.headers),
          advice: ADVICE,
          keyId: caller?.keyId,
        })
      },
      { detail: streamDetail(name) },
    )
  }
  return routes
}

/** POST /calls/{id}/say. */
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
      const { stopping } = services.running
      const socket = new ControlSocket(call, budget, stopping, (each) => sockets.delete(each))
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

/** The headers of a handshake's response, with the first subprotocol that the request offers: Asterisk asks for one. */
function withSubprotocol(
  request: Request,
  headers: Readonly<Record<string, string | number>>,
): Record<string, string | number> {
  const [offered] = request.headers.get('sec-websocket-protocol')?.split(',') ?? []
  return offered === undefined ? { ...headers } : { ...headers, 'sec-websocket-protocol': offered.trim() }
}

/** The key in the handshake of a media stream: a password, a header, or in the URL. Undefined if there is none. */
function keyOfStream(request: Request): string | undefined {
  const basic = /^Basic +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (basic !== undefined)
    return Buffer.from(basic, 'base64')
      .toString()
      .replace(/^[^:]*:/, '')
  return request.headers.get('x-telnyx-streaming-auth-token') ?? keyOfHandshake(request)
}

/** The caller with a key or a token, counted as a request. */
async function look(db: Database, key: string): Promise<CountedCaller | undefined> {
  const keyId = await keyIdOfToken(db, 'call', key)
  return keyId === undefined ? authorizeRequest(db, key) : authorizeRequestOfKeyId(db, keyId)
}

function badSignature(): ServiceError {
  return new ServiceError('unauthorized', 'X-Twilio-Signature is missing, or is not that of this URL.', {
    detail:
      'TWILIO_AUTH_TOKEN must be that of the account, and behind a reverse proxy PUBLIC_URL the URL that Twilio uses.',
  })
}

function badKey(): ServiceError {
  return new ServiceError('unauthorized', 'api_key is missing, or is not a valid key or token.', {
    detail: 'POST /calls/token makes a token for a media stream.',
  })
}
