import { type Static, type TObject, Type } from '@sinclair/typebox'
import type { SpeechFormat } from '../audio/compressed/format.ts'
import { ENCODINGS, type OutputFormat, SAMPLE_RATES } from '../audio/output-format.ts'
import type { Prosody } from '../engines/shared/speaker.ts'
import type { ServiceError } from '../http/errors.ts'
import { isLanguageTag } from '../http/language.ts'
import { checkedBy, isAbsent, oneOf, REFUSAL, refusal } from '../http/schema.ts'
import { show } from '../http/show.ts'
import { nearest, type Range, SPEED, VOLUME } from '../languages/shared/markup/prosody-range.ts'
import { CONTEXT_ID_FIELD } from './context-id.ts'

/** A request to speak, checked. */
export interface SpeechRequest extends Prosody {
  /** The model to which the voice must belong; undefined: any. */
  readonly modelId?: string
  readonly transcript: string
  readonly voiceId: string
  readonly format: SpeechFormat
  /** BCP-47 tag; undefined: the voice's own. */
  readonly language: string | undefined
  /** The pronunciation dictionary that says how words are said. */
  readonly dictionaryId?: string
}

function modelField(models: readonly string[]) {
  return oneOf(models, {
    description: 'The model that speaks. GET /models lists them.',
    [REFUSAL]: (model) =>
      refusal(
        'unknown_model',
        isAbsent(model) ? 'model_id is missing.' : `model_id ${show(model)} is not a model of this service.`,
        `Use ${models.map((each) => JSON.stringify(each)).join(', ')}.`,
      ),
  })
}

const TRANSCRIPT_ADVICE = 'Send the text to speak in transcript.'

export const TRANSCRIPT = Type.String({
  description: 'The text to speak. Each character costs one credit.',
  examples: ['Hello there.'],
  pattern: '\\S',
  [REFUSAL]: (transcript) =>
    isAbsent(transcript) || typeof transcript === 'string'
      ? noWords()
      : refusal('missing_transcript', 'transcript is not a string.', TRANSCRIPT_ADVICE),
})

/** The refusal of a request without words. */
export function noWords(): ServiceError {
  return refusal('missing_transcript', 'transcript is missing, empty or only whitespace.', TRANSCRIPT_ADVICE)
}

const VOICE_ADVICE = 'Send {"mode": "id", "id": "<voice id>"}; GET /voices lists the ids.'

export const VOICE = Type.Object(
  {
    mode: Type.Literal('id', {
      description: 'How the voice is named: by its id.',
      [REFUSAL]: (mode) =>
        refusal(
          'unknown_voice_mode',
          isAbsent(mode) ? 'voice.mode is missing.' : `voice.mode ${show(mode)} is not supported.`,
          VOICE_ADVICE,
        ),
    }),
    id: Type.String({
      description: 'The id of a voice.',
      examples: ['fa9272c5-be53-4d61-8e61-214208929493'],
      minLength: 1,
      [REFUSAL]: (id) =>
        refusal(
          'missing_voice_id',
          isAbsent(id) || id === '' ? 'voice.id is missing.' : 'voice.id is not a string.',
          VOICE_ADVICE,
        ),
    }),
  },
  {
    description: 'The voice that speaks.',
    [REFUSAL]: (voice) =>
      refusal(
        'missing_voice',
        isAbsent(voice) ? 'voice is missing.' : 'voice is not an object.',
        VOICE_ADVICE,
      ),
  },
)

export const LANGUAGE = Type.Optional(
  checkedBy<string>(isLanguageTag, {
    type: 'string',
    description: "The language of the text, as a BCP-47 tag; the voice's own when it is left out.",
    examples: ['en', 'en-US'],
    [REFUSAL]: (language) =>
      refusal(
        'invalid_language',
        `language ${show(language)} is not a well-formed BCP-47 tag.`,
        'Send a tag such as "en" or "en-US", or leave language out.',
      ),
  }),
)

/** What clients of an older version of the compatible API write for a speed. */
const NAMED_SPEEDS: Readonly<Record<string, number>> = { slow: 0.8, normal: 1, fast: 1.2 }

/** A factor, moved to the nearest allowed value. It is ignored where it is not a number, as clients send all kinds. */
function factor({ least, most }: Range, description: string) {
  // TypeBox accepts no infinite number, and JSON's 1e999 is one.
  return Type.Optional(
    checkedBy<number>((value) => typeof value === 'number', {
      type: 'number',
      default: 1,
      description: `${description} The nearest from ${least} to ${most} counts.`,
    }),
  )
}

/** The speed and volume of the speech. */
const PROSODY = {
  generation_config: Type.Optional(
    Type.Object(
      {
        speed: factor(SPEED, 'How fast the speech is: 1.5 is half as fast again.'),
        volume: factor(VOLUME, 'How loud the speech is: 2 is twice the amplitude.'),
      },
      {
        description:
          'How fast and how loud the speech is. On a WebSocket that of the first frame of a turn counts.',
      },
    ),
  ),
  speed: Type.Optional(
    checkedBy<number | string>(
      (value) =>
        typeof value === 'number' || (typeof value === 'string' && Object.hasOwn(NAMED_SPEEDS, value)),
      {
        anyOf: [{ type: 'number' }, { enum: Object.keys(NAMED_SPEEDS) }],
        description: 'The same as generation_config.speed, which counts before it.',
      },
    ),
  ),
}

const DICTIONARY_ID = Type.Optional(
  Type.String({ description: 'The id of the pronunciation dictionary that says how words are said.' }),
)

/** How the text is read. */
export const READING = { language: LANGUAGE, ...PROSODY, pronunciation_dict_id: DICTIONARY_ID }

type ReadingFields = Static<TObject<typeof READING>>

/** What a checked body says of the prosody. */
function prosodyOf({ generation_config: config, speed: given }: ReadingFields): Prosody {
  const speed = config?.speed ?? (typeof given === 'string' ? NAMED_SPEEDS[given] : given) ?? 1
  return { speed: nearest(SPEED, speed), volume: nearest(VOLUME, config?.volume ?? 1) }
}

/** One of the fields of output_format. */
function formatField<Value extends string | number>(
  name: string,
  accepted: readonly Value[],
  description: string,
) {
  return oneOf(accepted, {
    description,
    [REFUSAL]: (value) =>
      refusal(
        'invalid_output_format',
        isAbsent(value)
          ? `output_format.${name} is missing.`
          : `output_format.${name} ${show(value)} is not supported.`,
        `Use ${accepted.map((each) => JSON.stringify(each)).join(', ')}.`,
      ),
  })
}

/** The fields of a request to speak, in the order in which they are checked. */
function speechFields(models: readonly string[], containers: readonly OutputFormat['container'][]) {
  return {
    model_id: modelField(models),
    transcript: TRANSCRIPT,
    voice: VOICE,
    output_format: Type.Object(
      {
        container: formatField('container', containers, 'Bare samples, or a WAV file.'),
        encoding: formatField('encoding', ENCODINGS, '16-bit linear samples, or G.711 µ-law or A-law.'),
        sample_rate: formatField('sample_rate', SAMPLE_RATES, "Hz; the last is the model's own."),
      },
      {
        description: 'The format of the audio. It has one channel.',
        [REFUSAL]: () =>
          refusal(
            'invalid_output_format',
            'output_format is missing or not an object.',
            'Send container, encoding and sample_rate.',
          ),
      },
    ),
    ...READING,
  }
}

/** The body of POST /tts/normalize: what decides which words are said. */
export const NORMALIZE_REQUEST = Type.Object({
  transcript: TRANSCRIPT,
  voice: Type.Optional(VOICE),
  ...READING,
})

/**
 * The schema of the body of POST /tts/bytes.
 *
 * @param models the ids of the models that there are
 */
export function bytesRequest(models: readonly string[]) {
  return Type.Object(speechFields(models, ['raw', 'wav']))
}

/** The schema of what every request for a stream has; a stream is of bare samples. */
export function streamRequest(models: readonly string[]) {
  return Type.Object(speechFields(models, ['raw']))
}

/** The times that a client can ask for in a stream. */
export const TIMES_REQUEST = {
  add_timestamps: Type.Optional(Type.Boolean({ description: 'Send the times of the words too.' })),
  use_normalized_timestamps: Type.Optional(
    Type.Boolean({ description: 'Send those of the words that are said, not of the words as written.' }),
  ),
  add_phoneme_timestamps: Type.Optional(
    Type.Boolean({ description: 'Send the times of the phones too, in IPA.' }),
  ),
}

/** The schema of the body of POST /tts/sse. */
export function sseRequest(models: readonly string[]) {
  return Type.Object({
    ...streamRequest(models).properties,
    context_id: CONTEXT_ID_FIELD,
    ...TIMES_REQUEST,
  })
}

/** A checked body of POST /tts/sse. */
export type SseBody = Static<ReturnType<typeof sseRequest>>

/** A request to /tts: its format is that of bare samples or a WAV file. */
export interface UncompressedRequest extends SpeechRequest {
  readonly format: OutputFormat
}

type SpeechBody = Static<ReturnType<typeof bytesRequest>> | Static<ReturnType<typeof streamRequest>>

/** A checked body as the pipeline takes it. */
export function speechRequest(body: SpeechBody): UncompressedRequest {
  const { model_id: modelId, transcript, voice, output_format } = body
  const { container, encoding, sample_rate: sampleRate } = output_format
  const format = { container, encoding, sampleRate }
  return { modelId, transcript, voiceId: voice.id, format, ...readingOf(body) }
}

/** How a text is read: see {@link READING}. */
export type Reading = Pick<SpeechRequest, 'language' | 'dictionaryId' | keyof Prosody>

/** What a checked body says of how its text is read. */
export function readingOf(body: ReadingFields): Reading {
  const { language, pronunciation_dict_id } = body
  return { language, ...prosodyOf(body), dictionaryId: pronunciation_dict_id?.trim() || undefined }
}

/** Which times a client is sent besides the speech. */
export interface Times {
  /** Whether the client gets the times of the words as written, or as they are said; undefined: neither. */
  readonly words: 'written' | 'said' | undefined
  readonly phones: boolean
}

/** The times that a checked body asks for. */
export function timesOf({
  add_timestamps,
  use_normalized_timestamps,
  add_phoneme_timestamps,
}: Partial<SseBody>): Times {
  const words = use_normalized_timestamps === true ? 'said' : 'written'
  return { words: add_timestamps === true ? words : undefined, phones: add_phoneme_timestamps === true }
}
