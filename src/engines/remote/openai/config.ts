import { type Static, Type } from '@sinclair/typebox'
import { REMOTE_FIELDS } from '../remote-config.ts'

/** Hz of OpenAI's own PCM. */
export const DEFAULT_RATE = 24_000

/** The fields of config.json that only this kind has. */
export const OPENAI_CONFIG = Type.Object({
  ...REMOTE_FIELDS,
  model: Type.String({
    minLength: 1,
    description: 'The name by which the servers know the model.',
    examples: ['nineninesix/gepard-1.0', 'kokoro'],
  }),
  stream_format: Type.Optional(
    Type.Union([Type.Literal('audio'), Type.Literal('sse')], {
      default: 'audio',
      description: 'How the audio comes: as it is, or in Server-Sent Events.',
    }),
  ),
  sample_rate: Type.Optional(
    Type.Integer({ minimum: 8000, maximum: 48_000, default: DEFAULT_RATE, description: 'Hz of the audio.' }),
  ),
  takes_speed: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether the servers take a speed while they stream.' }),
  ),
  word_times: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether the servers report the times of words: another Purr does, with stream_format "sse".',
    }),
  ),
  frames_per_second: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description:
        'Frames of the model in a second of audio. Requests then have max_new_tokens, so that a model that does not find its end is stopped.',
      examples: [21.5],
    }),
  ),
  extra: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Further fields of every request. They take the place of those that Purr would send, except input and voice.',
    }),
  ),
})

export type OpenAiConfig = Static<typeof OPENAI_CONFIG>
