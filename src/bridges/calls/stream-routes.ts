import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  authorizeRequest,
  authorizeRequestOfKeyId,
  type Caller,
  type CountedCaller,
} from '../../accounts/authorize.ts'
import { keyIdOfToken } from '../../accounts/key-token.ts'
import { admitted, keyOfHandshake } from '../../http/authentication.ts'
import { ServiceError } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { handshake } from '../../http/openapi.ts'
import { urlOf } from '../../http/request-url.ts'
import type { HttpServices } from '../../http/services.ts'
import type { OpenSockets } from '../../http/sockets/open-sockets.ts'
import type { Database } from '../../storage/database.ts'
import type { TurnServices } from '../../tts/turn.ts'
import { AsteriskStream } from './asterisk.ts'
import { CallSocket } from './call-socket.ts'
import type { Calls } from './calls.ts'
import { ADVICE, withSubprotocol } from './handshake.ts'
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

/** What the URL of a media stream may have. Twilio leaves it out, and has the same in its parameters. */
const STREAM_QUERY = Type.Object({
  voice: Type.Optional(
    Type.String({ description: 'The id or the name of a voice.', examples: ['Kathleen'] }),
  ),
  language: Type.Optional(Type.String({ description: 'A BCP-47 tag.', examples: ['en-US'] })),
  announcement: Type.Optional(Type.String({ description: 'What is said when the call starts.' })),
  id: Type.Optional(Type.String({ description: "The id of the call; the system's own if it is left out." })),
})

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
export function streamRoutes(
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
          const counted = await http.guard.check(network, key, (each) => callerWith(http.db, each))
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
async function callerWith(db: Database, key: string): Promise<CountedCaller | undefined> {
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
