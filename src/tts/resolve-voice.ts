import type { CompiledDictionaries } from '../dictionaries/compiled-dictionaries.ts'
import type { Model } from '../engines/shared/model.ts'
import { type AnySpeaker, withProsody } from '../engines/shared/speaker.ts'
import { ServiceError, voiceNotFound } from '../http/errors.ts'
import type { Locale } from '../languages/shared/language.ts'
import type { Dictionary } from '../languages/shared/text/dictionary.ts'
import { canRead, localeFor, unreadable } from '../voices/readable.ts'
import { findVoice, type VoiceServices } from '../voices/voices.ts'
import type { SpeechRequest } from './speech-request.ts'

/** What a text is spoken with. */
export interface ResolvedVoice {
  readonly voiceId: string
  /** Name of the voice. */
  readonly name: string
  readonly model: Model
  /** As fast and loud as was asked for, where the model can. */
  readonly speaker: AnySpeaker
  /** The BCP-47 tag of the language in which a text is read: the one that was asked for, or the voice's. */
  readonly language: string
  readonly locale: Locale
  readonly dictionary: Dictionary | undefined
}

interface ReadingServices extends VoiceServices {
  readonly dictionaries: CompiledDictionaries
}

/**
 * Finds what an organization's request is to be spoken with.
 *
 * @throws ServiceError voice_not_found, invalid_language, pronunciation_dict_not_found; DatabaseUnavailable
 */
export async function resolveVoice(
  services: ReadingServices,
  organizationId: string,
  { modelId, voiceId, language, dictionaryId, ...prosody }: Omit<SpeechRequest, 'transcript' | 'format'>,
): Promise<ResolvedVoice> {
  const { dictionaries } = services
  const found = dictionaryId === undefined ? undefined : dictionaries.find(organizationId, dictionaryId)
  found?.catch(() => {}) // it may fail before it is awaited
  const voice = await findVoice(services, organizationId, voiceId)
  if (voice === undefined) throw voiceNotFound()
  const { model } = voice
  if (modelId !== undefined && modelId !== model.id) throw otherModel(modelId, model)
  const tag = language ?? voice.language
  if (!canRead(model, tag)) throw unreadable(tag, model, 'Leave language out for that of the voice.')
  const locale = localeFor(model, tag)
  const version = await found
  const dictionary = version && (await dictionaries.compiled(version, tag, locale))
  const possible = model.hasSpeed ? prosody : { ...prosody, speed: 1 }
  const speaker = withProsody(voice.speaker, possible)
  return { voiceId: voice.id, name: voice.name, model, speaker, language: tag, locale, dictionary }
}

function otherModel(asked: string, { id }: Model): ServiceError {
  return new ServiceError('voice_not_found', `The model "${asked}" has no voice with this id.`, {
    detail: `The voice belongs to the model "${id}": send that as model_id, or choose another voice of GET /voices.`,
  })
}
