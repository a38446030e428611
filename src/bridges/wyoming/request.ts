import { type Static, Type } from '@sinclair/typebox'
import { type ErrorCode, ServiceError } from '../../http/errors.ts'
import { checker, REFUSAL } from '../../http/schema.ts'
import { listVoices } from '../../voices/voice-list.ts'
import { findVoiceId, type VoiceServices } from '../../voices/voices.ts'

function optionalText(name: string) {
  return Type.Optional(
    Type.String({ [REFUSAL]: () => refusal('missing_voice_id', `voice.${name} is not a string.`) }),
  )
}

/** The voice of a request. Purr's voices have no speakers, so `speaker` is not read. */
const VOICE = Type.Optional(
  Type.Object(
    { name: optionalText('name'), language: optionalText('language') },
    { [REFUSAL]: () => refusal('missing_voice', 'voice is not an object.') },
  ),
)

const SYNTHESIZE = Type.Object({
  text: Type.String({
    pattern: '\\S',
    [REFUSAL]: (text) =>
      refusal(
        'missing_transcript',
        typeof text === 'string'
          ? 'text is empty or only whitespace.'
          : 'text is missing, or it is not a string.',
      ),
  }),
  voice: VOICE,
})

const SYNTHESIZE_START = Type.Object({ voice: VOICE })

const SYNTHESIZE_CHUNK = Type.Object({
  text: Type.String({
    [REFUSAL]: () => refusal('missing_transcript', 'text is missing, or it is not a string.'),
  }),
})

/** How a client names a voice. */
export type VoiceWish = Static<typeof VOICE> | undefined

/** The data of `synthesize`, checked; throws a ServiceError. */
export const synthesizeData = checker(SYNTHESIZE)
/** The data of `synthesize-start`, checked; throws a ServiceError. */
export const startData = checker(SYNTHESIZE_START)
/** The data of `synthesize-chunk`, checked; throws a ServiceError. */
export const chunkData = checker(SYNTHESIZE_CHUNK)

/**
 * The id of the voice that a client wants: the one of that name (or id), else the first for that language, else the first
 * shared voice.
 *
 * @throws ServiceError voice_not_found; DatabaseUnavailable
 */
export async function voiceIdOf(
  services: VoiceServices,
  organizationId: string,
  wish: VoiceWish,
): Promise<string> {
  const { name, language } = wish ?? {}
  if (name) {
    const id = await findVoiceId(services, organizationId, name)
    if (id === undefined) throw noVoice('There is no voice with this name.')
    return id
  }
  if (!language) return services.models.main.voices[0]!.id
  const { data } = await listVoices(services, organizationId, { limit: Number.POSITIVE_INFINITY })
  const wanted = tagOf(language)
  const found =
    data.find((voice) => tagOf(voice.language) === wanted) ??
    data.find((voice) => primaryOf(voice.language) === primaryOf(language))
  if (found === undefined) throw noVoice('There is no voice for this language.')
  return found.id
}

/** In one case and with hyphens: some clients write de_DE. */
function tagOf(language: string): string {
  return language.replaceAll('_', '-').toLowerCase()
}

function primaryOf(language: string): string {
  return tagOf(language).split('-')[0]!
}

/** @param message goes into the log, so it quotes nothing */
function noVoice(message: string): ServiceError {
  return new ServiceError('voice_not_found', message, { detail: 'The answer to describe lists the voices.' })
}

function refusal(code: ErrorCode, message: string): ServiceError {
  return new ServiceError(code, message, {
    detail: 'Send {"text": "<text>", "voice": {"name": "<name>"}}; voice can be left out.',
  })
}
