import { Elysia } from 'elysia'
import { authentication } from '../http/authentication.ts'
import { parseJson, readBody } from '../http/body.ts'
import { bytesResponse } from './bytes.ts'
import { speechRequest } from './speech-request.ts'
import { sseOptions, sseResponse } from './sse.ts'
import { type TurnServices, turn } from './turn.ts'

/** Bytes a request body may have (spec 8). */
const BODY_LIMIT = 65_536

/** POST /tts/bytes and POST /tts/sse (spec 4.1, 4.2). */
export function ttsRoutes(services: TurnServices) {
  return new Elysia()
    .use(authentication(services.db))
    .post(
      '/tts/bytes',
      async ({ request, caller }) => {
        const checked = speechRequest(parseJson(await readBody(request, BODY_LIMIT)), ['raw', 'wav'])
        return bytesResponse(turn(services, caller, checked, request.signal), checked.format)
      },
      { parse: 'none' },
    )
    .post(
      '/tts/sse',
      async ({ request, caller }) => {
        const body = parseJson(await readBody(request, BODY_LIMIT))
        const checked = speechRequest(body, ['raw'])
        return sseResponse(turn(services, caller, checked, request.signal), sseOptions(body))
      },
      { parse: 'none' },
    )
}
