import type { CompiledDictionaries } from '../dictionaries/compiled-dictionaries.ts'
import { voiceNotFound } from '../http/errors.ts'
import { localeOf } from '../languages/registry.ts'
import type { Locale } from '../languages/shared/language.ts'
import type { Dictionary } from '../languages/shared/text/dictionary.ts'
import { type AnySpeaker, withProsody } from '../engines/shared/speaker.ts'
import type { Database } from '../storage/database.ts'
import { findVoice } from '../voices/voices.ts'
import type { SpeechRequest } from './speech-request.ts'

/** What a text is spoken with. */
export interface ResolvedVoice {
  /** As fast and loud as was asked for. */
  readonly speaker: AnySpeaker
  readonly locale: Locale
  readonly dictionary: Dictionary | undefined
}

interface VoiceServices {
  readonly db: Database
  readonly dictionaries: CompiledDictionaries
}

/**
 * Finds what an organization's request is to be spoken with.
 *
 * @throws ServiceError voice_not_found, pronunciation_dict_not_found; DatabaseUnavailable
 */
export async function resolveVoice(
  { db, dictionaries }: VoiceServices,
  organizationId: string,
  { voiceId, language, dictionaryId, ...prosody }: Omit<SpeechRequest, 'transcript' | 'format'>,
): Promise<ResolvedVoice> {
  const found = dictionaryId === undefined ? undefined : dictionaries.find(organizationId, dictionaryId)
  found?.catch(() => {}) // it may fail before it is awaited
  const voice = await findVoice(db, organizationId, voiceId)
  if (voice === undefined) throw voiceNotFound()
  const tag = language ?? voice.language
  const locale = localeOf(tag)
  const version = await found
  const dictionary = version && (await dictionaries.compiled(version, tag, locale))
  return { speaker: withProsody(voice.speaker, prosody), locale, dictionary }
}
