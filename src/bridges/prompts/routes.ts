import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { countedAuthentication } from '../../http/authentication.ts'
import { BODY_LIMIT, jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import type { ErrorCode } from '../../http/errors.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { urlOf } from '../../http/request-url.ts'
import type { HttpServices } from '../../http/services.ts'
import type { TurnServices } from '../../tts/turn.ts'
import { fileAnswer } from './file-answer.ts'
import { PROMPT_FILES, PROMPT_REQUEST, PROMPT_URL, promptRequest } from './prompt-request.ts'
import type { Prompts } from './prompts.ts'

/** The most seconds for which caches may keep a prompt without asking again, so that a revoked key takes effect there too. */
const MAX_AGE = 86_400

const PATH = '/tts/prompt'

/** The query of GET /tts/prompt. */
const PROMPT_QUERY = Type.Object({
  token: Type.String({
    description: 'The prompt and its signature, from POST /tts/prompt.',
    examples: ['AXhl3kQ.wav'],
  }),
})

const AUDIO = Type.String({ contentMediaType: 'application/octet-stream', description: 'The file.' })

/** The headers of a request for audio. */
const PROMPT_HEADERS = Type.Object({
  Range: Type.Optional(Type.String({ description: 'A part of the audio.', examples: ['bytes=0-1023'] })),
  'If-None-Match': Type.Optional(
    Type.String({ description: 'The ETag of the audio that is there already.' }),
  ),
})

/** The errors of a request for audio. Whether its key was revoked is looked up as for a key. */
const AUDIO_ERRORS: readonly ErrorCode[] = [
  'unauthorized',
  'rate_limited',
  'internal_error',
  'billing_unavailable',
  'input_too_long',
  'missing_transcript',
  'invalid_language',
  'payment_required',
  'invalid_prompt',
  'prompt_expired',
  'voice_not_found',
  'invalid_range',
  'concurrent_limit',
  'upstream_unavailable',
  'service_stopping',
]

/** POST /tts/prompt, which returns a URL, and GET and HEAD of that URL, which return the audio. */
export function promptRoutes(http: HttpServices, services: TurnServices, prompts: Prompts) {
  return new Elysia().use(addressRoute(http, services, prompts)).use(audioRoutes(http, services, prompts))
}

function addressRoute(http: HttpServices, services: TurnServices, prompts: Prompts) {
  return new Elysia()
    .use(errorHandler(http))
    .use(countedAuthentication(http))
    .use(jsonBody(http.bodies, PROMPT_REQUEST, BODY_LIMIT))
    .post(
      PATH,
      async ({ request, server, caller, input }) => {
        const { prompt, life } = promptRequest(input)
        const { token, expires } = await prompts.sign(services, caller, prompt, life)
        const { origin } = URL.parse(request.url) ?? server!.url // a Host can be anything
        const base = prompts.publicUrl ?? origin
        return { url: `${base}${PATH}?token=${token}`, expires_at: new Date(expires).toISOString() }
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Get a URL of spoken text, for players that have no key.',
          body: { 'application/json': PROMPT_REQUEST },
          answer: { description: 'The URL.', content: { 'application/json': PROMPT_URL } },
          errors: [
            ...BODY_ERRORS,
            'missing_transcript',
            'missing_voice',
            'unknown_voice_mode',
            'missing_voice_id',
            'invalid_output_format',
            'invalid_language',
            'invalid_expiry',
            'input_too_long',
            'voice_not_found',
          ],
          isCounted: true,
        }),
      },
    )
}

function audioRoutes(http: HttpServices, services: TurnServices, prompts: Prompts) {
  const answer = async ({ request, set }: { request: Request; set: { headers: object } }) => {
    const token = urlOf(request).searchParams.get('token') ?? ''
    const signed = prompts.urls.read(token)
    const bytes = await prompts.audio(services, signed, set.headers as Record<string, string | number>)
    const { contentType } = PROMPT_FILES[signed.prompt.format]
    const maxAge = Math.max(0, Math.min(MAX_AGE, prompts.urls.secondsUntil(signed.expires)))
    return fileAnswer(request, { bytes, contentType, maxAge })
  }
  const said = (summary: string, content: Record<string, typeof AUDIO> = {}) => ({
    detail: operation({
      summary,
      query: PROMPT_QUERY,
      headers: PROMPT_HEADERS,
      answer: { description: 'The audio.', content },
      otherAnswers: {
        206: { description: 'The part of the audio that Range names.', content },
        304: { description: 'The audio is still the one of If-None-Match.' },
      },
      errors: AUDIO_ERRORS,
      access: [],
      isCounted: true,
    }),
  })
  const content = Object.fromEntries(
    Object.values(PROMPT_FILES).map(({ contentType }) => [contentType, AUDIO]),
  )
  return new Elysia()
    .use(errorHandler(http))
    .get(PATH, answer, said('Get the audio of a signed URL.', content))
    .head(PATH, answer, said('Get the headers of that audio. It is spoken if it is not kept.'))
}
