import { type Static, Type } from '@sinclair/typebox'
import type { Caller } from '../../accounts/authorize.ts'
import type { SpeechFormat } from '../../audio/compressed/format.ts'
import { noVoiceNamed, ServiceError } from '../../http/errors.ts'
import { isLanguageTag } from '../../http/language.ts'
import { checkedBy, isAbsent, REFUSAL } from '../../http/schema.ts'
import { show } from '../../http/show.ts'
import type { SpeechOptions } from '../../tts/turn.ts'
import { findVoice, findVoiceId, type VoiceServices } from '../../voices/voices.ts'

const VOICE = Type.String({
  description: 'The name or the id of a voice.',
  examples: ['Kathleen', 'fa9272c5-be53-4d61-8e61-214208929493'],
  pattern: '\\S',
  [REFUSAL]: (voice) =>
    new ServiceError(
      'missing_voice',
      isAbsent(voice) || typeof voice === 'string' ? 'voice is missing.' : 'voice is not a string.',
      { detail: 'Send the name or the id of a voice; GET /voices lists them.' },
    ),
})

const LANGUAGE = Type.Optional(
  checkedBy<string>((value) => value === '' || (typeof value === 'string' && isLanguageTag(tagOf(value))), {
    type: 'string',
    description:
      "The language of the text, as a BCP-47 tag; an underscore counts as a hyphen. The voice's own when it is left out.",
    examples: ['en-US', 'de-DE'],
    [REFUSAL]: (language) =>
      new ServiceError('invalid_language', `language ${show(language)} is not a well-formed BCP-47 tag.`, {
        detail: 'Choose a language such as "en-US" in jambonz, or none.',
      }),
  }),
)

/** Which voice speaks, and in which language. */
const SPEAKING = { voice: VOICE, language: LANGUAGE }

/** The body of a request to speak a whole text. */
export const TEXT_REQUEST = Type.Object({
  text: Type.String({
    description: 'The text to speak. Each character costs one credit. Tags of SSML are not spoken.',
    examples: ['Hello there.'],
    pattern: '\\S',
    [REFUSAL]: () =>
      new ServiceError('missing_transcript', 'text is missing, empty or only whitespace.', {
        detail: 'Send the text to speak in text.',
      }),
  }),
  ...SPEAKING,
})

/** The query of a stream's URL. */
export const STREAM_QUERY = Type.Object({
  ...SPEAKING,
  sampleRate: Type.Optional(
    checkedBy<string>((value) => Number(value) >= 8000, {
      type: 'string',
      description: 'Hz. Purr sends the highest rate that it has up to this one; 8000 when it is left out.',
      examples: ['8000', '16000'],
      [REFUSAL]: (rate) =>
        new ServiceError('invalid_output_format', `sampleRate ${show(rate)} is not supported.`, {
          detail: 'Use 8000, 16000, 22050 or 24000.',
        }),
    }),
  ),
})

type Speaking = Pick<Static<typeof TEXT_REQUEST>, 'voice' | 'language'>

/**
 * How a turn is to be spoken.
 *
 * @throws ServiceError voice_not_found; DatabaseUnavailable
 */
export async function speechOptions(
  services: VoiceServices,
  { organizationId }: Caller,
  { voice, language }: Speaking,
  format: SpeechFormat,
): Promise<SpeechOptions> {
  const voiceId = await findVoiceId(services, organizationId, voice.trim())
  if (voiceId === undefined || (await findVoice(services, organizationId, voiceId)) === undefined)
    throw noVoiceNamed(voice)
  return { voiceId, format, language: language ? tagOf(language) : undefined }
}

/** jambonz writes some languages with an underscore. */
function tagOf(language: string): string {
  return language.replaceAll('_', '-')
}
