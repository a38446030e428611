import { Elysia } from 'elysia'
import type { Caller } from '../accounts/authorize.ts'
import { countedAuthentication } from '../http/authentication.ts'
import { jsonBody } from '../http/body-reader.ts'
import { failures } from '../http/failures.ts'
import type { HttpServices } from '../http/services.ts'
import { bytesResponse } from './bytes.ts'
import { BYTES_REQUEST, type SpeechRequest, SSE_REQUEST, speechRequest } from './speech-request.ts'
import { sseResponse, streamOptions } from './sse.ts'
import { type TurnServices, turn, wholeText } from './turn.ts'

/** Bytes a request body may have (spec 8). */
const BODY_LIMIT = 65_536

/** POST /tts/bytes and POST /tts/sse (spec 4.1, 4.2). */
export function ttsRoutes(http: HttpServices, services: TurnServices) {
  const bytes = new Elysia()
    .use(countedAuthentication(http))
    .use(jsonBody(http.bodies, BYTES_REQUEST, BODY_LIMIT))
    .post(
      '/tts/bytes',
      ({ request, caller, input }) => {
        const speech = speechRequest(input)
        return bytesResponse(whole(services, caller, speech, request.signal), speech.format)
      },
      { parse: 'none' },
    )
  const sse = new Elysia()
    .use(countedAuthentication(http))
    .use(jsonBody(http.bodies, SSE_REQUEST, BODY_LIMIT))
    .post(
      '/tts/sse',
      ({ request, caller, input }) =>
        sseResponse(whole(services, caller, speechRequest(input), request.signal), streamOptions(input)),
      { parse: 'none' },
    )
  return new Elysia().use(failures(http)).use(bytes).use(sse)
}

/** The turn of a request that has all its text. */
function whole(services: TurnServices, caller: Caller, request: SpeechRequest, signal: AbortSignal) {
  return turn(services, caller, request, wholeText(request.transcript), signal)
}
