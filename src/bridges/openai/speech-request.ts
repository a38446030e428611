import { type Static, Type } from '@sinclair/typebox'
import type { Caller } from '../../accounts/authorize.ts'
import type { Models } from '../../engines/models.ts'
import { checkedBy, isAbsent, oneOf, REFUSAL, refusal } from '../../http/schema.ts'
import { show } from '../../http/show.ts'
import { nearest, SPEED } from '../../languages/shared/markup/prosody-range.ts'
import type { SpeechRequest } from '../../tts/speech-request.ts'
import type { VoiceServices } from '../../voices/voices.ts'
import { FORMAT_NAMES, FORMATS, type FormatName } from './formats.ts'
import { isModel } from './models.ts'
import { voiceIdOf } from './voices.ts'

function modelField(models: Models) {
  return checkedBy<string>((name) => isModel(models, name), {
    type: 'string',
    description: "The name of a model. The names of OpenAI's models stand for the model of the voice.",
    examples: [models.main.id, 'tts-1', 'gpt-4o-mini-tts'],
    [REFUSAL]: (model) =>
      refusal(
        typeof model === 'string' ? 'model_not_found' : 'unknown_model',
        isAbsent(model) ? 'model is missing.' : `model ${show(model)} is not a model of this service.`,
        `Use "${models.main.id}" or the name of one of OpenAI's speech models; GET /v1/models lists them.`,
      ),
  })
}

const INPUT = Type.String({
  description: 'The text to speak. Each character costs one credit.',
  examples: ['Hello there.'],
  pattern: '\\S',
  [REFUSAL]: (input) =>
    refusal(
      'missing_transcript',
      isAbsent(input) || typeof input === 'string'
        ? 'input is missing, empty or only whitespace.'
        : 'input is not a string.',
      'Send the text to speak in input.',
    ),
})

const VOICE_NAME = Type.String({ minLength: 1 })

const VOICE = Type.Union([VOICE_NAME, Type.Object({ id: VOICE_NAME })], {
  description: "The id or name of a voice, or the name of one of OpenAI's voices.",
  examples: ['alloy', 'Kathleen', { id: 'fa9272c5-be53-4d61-8e61-214208929493' }],
  [REFUSAL]: (voice) =>
    refusal(
      'missing_voice',
      isAbsent(voice) ? 'voice is missing.' : 'voice is neither a name nor an object with an id.',
      'Send the id or the name of a voice; GET /v1/audio/voices lists them.',
    ),
})

const RESPONSE_FORMAT = Type.Optional(
  oneOf(FORMAT_NAMES, {
    description: 'wav and pcm have 16 bits at 24000 Hz.',
    default: 'mp3',
    [REFUSAL]: (format) =>
      refusal(
        'invalid_output_format',
        format === 'aac'
          ? 'AAC is not supported: there is no encoder under a licence that fits.'
          : `response_format ${show(format)} is not supported.`,
        `Use ${FORMAT_NAMES.map((name) => `"${name}"`).join(', ')}.`,
      ),
  }),
)

const STREAM_FORMAT = Type.Optional(
  oneOf(['audio', 'sse'], {
    description: 'The audio itself, or Server-Sent Events with the audio in them.',
    default: 'audio',
    [REFUSAL]: (format) =>
      refusal(
        'invalid_output_format',
        `stream_format ${show(format)} is not supported.`,
        'Use "audio" or "sse".',
      ),
  }),
)

/** How the speech is to sound. */
const STYLE = {
  instructions: Type.Optional(Type.String({ description: 'Not used.' })),
  speed: Type.Optional(
    // TypeBox accepts no infinite number, and JSON's 1e999 is one.
    checkedBy<number>((speed) => typeof speed === 'number', {
      type: 'number',
      default: 1,
      description: 'How fast the speech is. The nearest from 0.6 to 1.5 counts.',
    }),
  ),
}

/** The schema of the body of POST /v1/audio/speech. */
export function speechBody(models: Models) {
  return Type.Object({
    model: modelField(models),
    input: INPUT,
    voice: VOICE,
    response_format: RESPONSE_FORMAT,
    stream_format: STREAM_FORMAT,
    return_timestamps: Type.Optional(
      Type.Boolean({ description: 'With stream_format sse: send the times of the words too.' }),
    ),
    ...STYLE,
  })
}

/** The schema of the body of POST /dev/captioned_speech, which is Kokoro-FastAPI's. */
export function captionedBody(models: Models) {
  return Type.Object({
    model: Type.Optional(modelField(models)),
    input: INPUT,
    voice: VOICE,
    response_format: RESPONSE_FORMAT,
    stream: Type.Optional(
      Type.Boolean({ description: 'Lines of JSON as the speech is made, or one object.', default: true }),
    ),
    return_timestamps: Type.Optional(
      Type.Boolean({ description: 'Send the times of the words.', default: true }),
    ),
    ...STYLE,
  })
}

type Body = Static<ReturnType<typeof speechBody>> | Static<ReturnType<typeof captionedBody>>

/**
 * A checked body as the pipeline takes it.
 *
 * @throws ServiceError voice_not_found; DatabaseUnavailable
 */
export async function speechRequest(
  services: VoiceServices,
  caller: Caller,
  body: Body,
): Promise<SpeechRequest> {
  const name = typeof body.voice === 'string' ? body.voice : body.voice.id
  const modelId = services.models.find(body.model)?.id
  const voiceId = await voiceIdOf(services, caller.organizationId, name, modelId)
  const { input: transcript, speed = 1 } = body
  const { format } = FORMATS[formatName(body)]
  return { modelId, transcript, voiceId, format, language: undefined, speed: nearest(SPEED, speed) }
}

/** The format that a body asks for. */
export function formatName({ response_format }: Body): FormatName {
  return response_format ?? 'mp3'
}
