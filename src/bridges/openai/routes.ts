import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { price } from '../../accounts/price.ts'
import { isCompressed, type SpeechFormat } from '../../audio/compressed/format.ts'
import { authentication, countedAuthentication } from '../../http/authentication.ts'
import { BODY_LIMIT, jsonBodyAlone } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import type { ErrorCode } from '../../http/errors.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import type { HttpServices } from '../../http/services.ts'
import { bytesResponse } from '../../tts/http-response.ts'
import { type TurnServices, turnOfRequest } from '../../tts/turn.ts'
import { listVoices } from '../../voices/voice-list.ts'
import { CAPTIONED_SPEECH, captionedStream, captionedWhole } from './captioned-speech.ts'
import { OPENAI_ENVELOPE } from './errors.ts'
import { FORMATS } from './formats.ts'
import { modelList, modelOf } from './models.ts'
import { eventsResponse, SPEECH_EVENT } from './speech-events.ts'
import { captionedBody, formatName, speechBody, speechRequest } from './speech-request.ts'

const SPEECH_ERRORS: readonly ErrorCode[] = [
  ...BODY_ERRORS,
  'unknown_model',
  'missing_transcript',
  'missing_voice',
  'invalid_output_format',
  'invalid_value',
  'input_too_long',
  'payment_required',
  'voice_not_found',
  'model_not_found',
  'concurrent_limit',
  'upstream_unavailable',
]

const AUDIO = Type.String({ contentMediaType: 'application/octet-stream', description: 'The audio.' })

const MODEL = Type.Object({
  id: Type.String({ examples: ['gepard-1.0'] }),
  object: Type.Literal('model'),
  created: Type.Integer({ description: 'Seconds since 1970.', examples: [1763769600] }),
  owned_by: Type.String({ examples: ['purr'] }),
})

const MODEL_LIST = Type.Object({ object: Type.Literal('list'), data: Type.Array(MODEL) })

/** The model in a path. */
const MODEL_PATH = Type.Object({
  id: Type.String({ description: 'The name of a model.', examples: ['tts-1'] }),
})

const VOICE_LIST = Type.Object({
  voices: Type.Array(
    Type.Object({
      id: Type.String({ format: 'uuid' }),
      name: Type.String({ examples: ['Kathleen'] }),
      description: Type.String({ examples: ["A woman's voice, low and clear, with an American accent."] }),
      language: Type.String({ description: 'A BCP-47 tag.', examples: ['en'] }),
    }),
  ),
})

/** What clients of OpenAI's speech ask for, and POST /dev/captioned_speech of Kokoro-FastAPI. */
export function openAiRoutes(http: HttpServices, services: TurnServices) {
  return new Elysia()
    .use(errorHandler(http, OPENAI_ENVELOPE))
    .use(speechRoute(http, services))
    .use(captionedRoute(http, services))
    .use(listRoutes(http))
}

function speechRoute(http: HttpServices, services: TurnServices) {
  const body = speechBody(http.models)
  return new Elysia()
    .use(countedAuthentication(http, { takesTokens: true }))
    .use(jsonBodyAlone(http.bodies, body, BODY_LIMIT))
    .post(
      '/v1/audio/speech',
      async ({ request, caller, input }) => {
        const speech = await speechRequest(http, caller, input)
        const turn = turnOfRequest(services, { caller, transport: 'openai' }, speech, request.signal)
        if (input.stream_format !== 'sse')
          return bytesResponse(turn, speech.format, FORMATS[formatName(input)].contentType)
        return eventsResponse(turn, {
          format: speech.format,
          hasWords: input.return_timestamps === true,
          credits: price(speech.transcript),
        })
      },
      {
        parse: 'none',
        detail: operation({
          summary: "Speak a text, as OpenAI's clients ask for it.",
          body: { 'application/json': body },
          answer: {
            description: 'The audio, or events with it.',
            content: {
              ...Object.fromEntries(Object.values(FORMATS).map(({ contentType }) => [contentType, AUDIO])),
              'text/event-stream': SPEECH_EVENT,
            },
          },
          errors: SPEECH_ERRORS,
          isCounted: true,
          envelope: OPENAI_ENVELOPE,
        }),
      },
    )
}

function captionedRoute(http: HttpServices, services: TurnServices) {
  const body = captionedBody(http.models)
  return new Elysia()
    .use(countedAuthentication(http, { takesTokens: true }))
    .use(jsonBodyAlone(http.bodies, body, BODY_LIMIT))
    .post(
      '/dev/captioned_speech',
      async ({ request, caller, input }) => {
        const isWhole = input.stream === false
        const asked = await speechRequest(http, caller, input)
        const format = isWhole ? whole(asked.format) : asked.format
        const speech = { ...asked, format }
        const turn = turnOfRequest(services, { caller, transport: 'openai' }, speech, request.signal)
        const { contentType } = FORMATS[formatName(input)]
        const options = { format, contentType, hasWords: input.return_timestamps !== false }
        return isWhole ? captionedWhole(turn, options) : captionedStream(turn, options)
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Speak a text with the times of its words, as clients of Kokoro-FastAPI ask for it.',
          body: { 'application/json': body },
          answer: {
            description: 'One object, or one on each line.',
            content: { 'application/json': CAPTIONED_SPEECH },
          },
          errors: SPEECH_ERRORS,
          isCounted: true,
          envelope: OPENAI_ENVELOPE,
        }),
      },
    )
}

/** A compressed format as a file that states its length. */
function whole(format: SpeechFormat): SpeechFormat {
  return isCompressed(format) ? { ...format, isWhole: true } : format
}

function listRoutes(http: HttpServices) {
  return new Elysia()
    .use(authentication(http, { takesTokens: true }))
    .get('/v1/models', () => modelList(http.models), {
      detail: operation({
        summary: 'List the names of the models.',
        answer: { description: 'The names.', content: { 'application/json': MODEL_LIST } },
        errors: [],
        envelope: OPENAI_ENVELOPE,
      }),
    })
    .get('/v1/models/:id', ({ params }) => modelOf(http.models, params.id), {
      detail: operation({
        summary: 'Read one of the models.',
        answer: { description: 'The model.', content: { 'application/json': MODEL } },
        errors: ['model_not_found'],
        path: MODEL_PATH,
        envelope: OPENAI_ENVELOPE,
      }),
    })
    .get(
      '/v1/audio/voices',
      async ({ caller }) => {
        const { organizationId } = caller
        const { data } = await http.lists.read(organizationId, () =>
          listVoices(http, organizationId, { limit: Number.POSITIVE_INFINITY }),
        )
        return {
          voices: data.map(({ id, name, description, language }) => ({ id, name, description, language })),
        }
      },
      {
        detail: operation({
          summary: 'List the voices, as Open WebUI and Kokoro-FastAPI have it.',
          answer: { description: 'All voices.', content: { 'application/json': VOICE_LIST } },
          errors: [],
          envelope: OPENAI_ENVELOPE,
        }),
      },
    )
}
