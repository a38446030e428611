import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { countedAuthentication } from '../http/authentication.ts'
import { BODY_LIMIT, jsonBodyAlone } from '../http/body.ts'
import { errorHandler } from '../http/error-handler.ts'
import type { ErrorCode } from '../http/errors.ts'
import { BODY_ERRORS, operation } from '../http/openapi.ts'
import type { HttpServices } from '../http/services.ts'
import { bytesResponse, sseResponse, streamOptions } from './http-response.ts'
import { NORMALIZED, normalized } from './normalize.ts'
import { EVENT } from './server-frame.ts'
import { bytesRequest, NORMALIZE_REQUEST, speechRequest, sseRequest } from './speech-request.ts'
import { type TurnServices, turnOfRequest } from './turn.ts'

/** What every request to speak can be refused with. */
const SPEECH_ERRORS: readonly ErrorCode[] = [
  ...BODY_ERRORS,
  'unknown_model',
  'missing_transcript',
  'missing_voice',
  'unknown_voice_mode',
  'missing_voice_id',
  'invalid_output_format',
  'invalid_language',
  'input_too_long',
  'payment_required',
  'voice_not_found',
  'pronunciation_dict_not_found',
  'concurrent_limit',
  'upstream_unavailable',
]

/** What a request that speaks nothing is not refused with. */
const OF_SPEECH_ALONE: ReadonlySet<ErrorCode> = new Set([
  'unknown_model',
  'invalid_output_format',
  'payment_required',
  'concurrent_limit',
])
/** The errors of a request that only asks how a text is read. */
export const NORMALIZE_ERRORS = SPEECH_ERRORS.filter((code) => !OF_SPEECH_ALONE.has(code))

const AUDIO = Type.String({ contentMediaType: 'application/octet-stream', description: 'The samples.' })

/** POST /tts/bytes and POST /tts/sse (spec 4.1, 4.2), and POST /tts/normalize. */
export function ttsRoutes(http: HttpServices, services: TurnServices) {
  return new Elysia()
    .use(errorHandler(http))
    .use(bytesRoute(http, services))
    .use(sseRoute(http, services))
    .use(normalizeRoute(http, services))
}

function bytesRoute(http: HttpServices, services: TurnServices) {
  const body = bytesRequest(http.models.ids)
  return new Elysia()
    .use(countedAuthentication(http, { takesTokens: true }))
    .use(jsonBodyAlone(http.bodies, body, BODY_LIMIT))
    .post(
      '/tts/bytes',
      ({ request, caller, input }) => {
        const speech = speechRequest(input)
        return bytesResponse(
          turnOfRequest(services, { caller, transport: 'bytes' }, speech, request.signal),
          speech.format,
        )
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Speak a text: its audio is the body of the response, sent as it is made.',
          body: { 'application/json': body },
          example: exampleFor(http),
          answer: {
            description: 'The audio.',
            content: { 'audio/wav': AUDIO, 'application/octet-stream': AUDIO },
          },
          errors: SPEECH_ERRORS,
          isCounted: true,
        }),
      },
    )
}

function sseRoute(http: HttpServices, services: TurnServices) {
  const body = sseRequest(http.models.ids)
  return new Elysia()
    .use(countedAuthentication(http, { takesTokens: true }))
    .use(jsonBodyAlone(http.bodies, body, BODY_LIMIT))
    .post(
      '/tts/sse',
      ({ request, caller, input }) =>
        sseResponse(
          turnOfRequest(services, { caller, transport: 'sse' }, speechRequest(input), request.signal),
          streamOptions(input),
        ),
      {
        parse: 'none',
        detail: operation({
          summary: 'Speak a text: its audio comes as Server-Sent Events, each with one frame.',
          body: { 'application/json': body },
          answer: {
            description: 'Events: the data of each is one frame, done or error last.',
            content: { 'text/event-stream': EVENT },
          },
          errors: [...SPEECH_ERRORS, 'invalid_context'],
          isCounted: true,
        }),
      },
    )
}

function normalizeRoute(http: HttpServices, services: TurnServices) {
  return new Elysia()
    .use(countedAuthentication(http, { takesTokens: true }))
    .use(jsonBodyAlone(http.bodies, NORMALIZE_REQUEST, BODY_LIMIT))
    .post(
      '/tts/normalize',
      ({ request, caller, input }) => normalized(services, caller.organizationId, input, request.signal),
      {
        parse: 'none',
        detail: operation({
          summary: 'Show which words and phones would be said for a text. It costs no credits.',
          body: { 'application/json': NORMALIZE_REQUEST },
          answer: { description: 'What would be said.', content: { 'application/json': NORMALIZED } },
          errors: NORMALIZE_ERRORS,
          isCounted: true,
        }),
      },
    )
}

/** A request for a file that browsers play. */
function exampleFor({ models }: HttpServices) {
  return {
    model_id: models.main.id,
    transcript: 'Hello there.',
    voice: { mode: 'id', id: models.main.voices[0]!.id },
    output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 22_050 },
  }
}
