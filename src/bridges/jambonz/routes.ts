import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { countedAuthentication, keyOfHandshake } from '../../http/authentication.ts'
import { BODY_LIMIT, jsonBodyAlone } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { networkOf } from '../../http/network.ts'
import { BODY_ERRORS, handshake, operation } from '../../http/openapi.ts'
import { urlOf } from '../../http/request-url.ts'
import { checker } from '../../http/schema.ts'
import type { HttpServices } from '../../http/services.ts'
import type { OpenSockets } from '../../http/sockets/open-sockets.ts'
import { bytesResponse } from '../../tts/http-response.ts'
import { type TurnServices, turnOfRequest } from '../../tts/turn.ts'
import { RATES, responseFormat } from './accept.ts'
import { RECEIVED_MESSAGES, SENT_MESSAGES } from './message.ts'
import { STREAM_QUERY, speechOptions, TEXT_REQUEST } from './request.ts'
import { JambonzSocket } from './socket.ts'

const AUDIO = Type.String({ contentMediaType: 'application/octet-stream', description: 'The samples.' })

const checkQuery = checker(STREAM_QUERY)

/** The two protocols of a custom speech vendor of jambonz: POST /jambonz/tts and the WebSocket /jambonz/stream. */
export function jambonzRoutes(http: HttpServices, services: TurnServices, sockets: OpenSockets) {
  return new Elysia()
    .use(errorHandler(http))
    .use(textRoute(http, services))
    .use(streamRoute(http, services, sockets))
}

function textRoute(http: HttpServices, services: TurnServices) {
  return new Elysia()
    .use(countedAuthentication(http))
    .use(jsonBodyAlone(http.bodies, TEXT_REQUEST, BODY_LIMIT))
    .post(
      '/jambonz/tts',
      async ({ request, caller, input }) => {
        const { contentType, format } = responseFormat(request.headers.get('accept'))
        const options = await speechOptions(http, caller, input, format)
        const speech = { ...options, transcript: input.text }
        const turn = turnOfRequest(services, { caller, transport: 'jambonz' }, speech, request.signal)
        return bytesResponse(turn, format, contentType)
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Speak a text for jambonz, in the format that its Accept header asks for.',
          body: { 'application/json': TEXT_REQUEST },
          answer: {
            description: 'The audio.',
            content: { 'audio/wav': AUDIO, 'audio/l16': AUDIO, 'audio/mpeg': AUDIO },
          },
          errors: [
            ...BODY_ERRORS,
            'missing_transcript',
            'missing_voice',
            'invalid_language',
            'invalid_output_format',
            'invalid_value',
            'input_too_long',
            'payment_required',
            'voice_not_found',
            'concurrent_limit',
            'upstream_unavailable',
          ],
          isCounted: true,
        }),
      },
    )
}

function streamRoute(http: HttpServices, services: TurnServices, sockets: OpenSockets) {
  return new Elysia().use(countedAuthentication(http, { keyOf: keyOfHandshake })).get(
    '/jambonz/stream',
    async ({ request, server, caller, set }) => {
      const query = checkQuery(Object.fromEntries(urlOf(request).searchParams))
      const sampleRate = rateFor(query.sampleRate)
      const format = { container: 'raw', encoding: 'pcm_s16le', sampleRate } as const
      const options = await speechOptions(http, caller, query, format)
      const budget = sockets.budgets.forSocket(caller.organizationId, networkOf(request, server))
      const socket = new JambonzSocket(services, { caller, options, sampleRate, budget }, () =>
        sockets.delete(socket),
      )
      const advice =
        'It is for jambonz as the streaming URL of a custom vendor; POST /jambonz/tts is the other one.'
      sockets.accept(socket, {
        request,
        server,
        protocol: 'jambonz',
        headers: set.headers,
        advice,
        keyId: caller.keyId,
      })
    },
    {
      detail: handshake({
        summary: 'Speak text as it arrives, for jambonz.',
        query: STREAM_QUERY,
        messages: { sent: SENT_MESSAGES, received: RECEIVED_MESSAGES },
        errors: [
          'missing_voice',
          'invalid_language',
          'invalid_output_format',
          'invalid_value',
          'voice_not_found',
        ],
        isCounted: true,
      }),
    },
  )
}

/** The highest rate up to that of the call, or the lowest one if that is unknown. */
function rateFor(asked: string | undefined) {
  return RATES.findLast((rate) => rate <= Number(asked)) ?? RATES[0]!
}
