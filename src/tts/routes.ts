import { Elysia } from 'elysia'
import type { Caller } from '../accounts/authorize.ts'
import { countedAuthentication } from '../http/authentication.ts'
import { parseJson } from '../http/body.ts'
import type { BodyReader } from '../http/body-reader.ts'
import type { KeyGuard } from '../http/key-guard.ts'
import { bytesResponse, sseResponse, streamOptions } from './http-response.ts'
import { type SpeechRequest, speechRequest } from './speech-request.ts'
import { Turn, type TurnServices, wholeText } from './turn.ts'

/** Bytes a request body may have (spec 8). */
const BODY_LIMIT = 65_536

/** POST /tts/bytes and POST /tts/sse (spec 4.1, 4.2). */
export function ttsRoutes(services: TurnServices, guard: KeyGuard, bodies: BodyReader) {
  return new Elysia()
    .use(countedAuthentication(services.db, guard))
    .post(
      '/tts/bytes',
      async ({ request, caller }) => {
        const checked = speechRequest(parseJson(await bodies.read(request, BODY_LIMIT)), ['raw', 'wav'])
        return bytesResponse(whole(services, caller, checked, request.signal), checked.format)
      },
      { parse: 'none' },
    )
    .post(
      '/tts/sse',
      async ({ request, caller }) => {
        const body = parseJson(await bodies.read(request, BODY_LIMIT))
        const checked = speechRequest(body, ['raw'])
        return sseResponse(whole(services, caller, checked, request.signal), streamOptions(body))
      },
      { parse: 'none' },
    )
}

/** The turn of a request that has all its text. */
function whole(services: TurnServices, caller: Caller, request: SpeechRequest, signal: AbortSignal) {
  return new Turn(services, caller, request, wholeText(request.transcript), signal)
}
