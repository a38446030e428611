import { ModelError } from '../../shared/engine-kind.ts'

/** A language as its makers' files name it, and as Purr does. */
export interface PocketLanguage {
  /** ISO 639. */
  readonly code: string
  /** BCP-47 tag of its voices. */
  readonly tag: string
}

const LANGUAGES: ReadonlyMap<string, PocketLanguage> = new Map([
  ['english', { code: 'en', tag: 'en-US' }],
  ['german', { code: 'de', tag: 'de-DE' }],
  ['dutch', { code: 'nl', tag: 'nl-NL' }],
  ['french', { code: 'fr', tag: 'fr-FR' }],
  ['italian', { code: 'it', tag: 'it-IT' }],
  ['portuguese', { code: 'pt', tag: 'pt-PT' }],
  ['spanish', { code: 'es', tag: 'es-ES' }],
])

/**
 * The language of an export.
 *
 * @param name such as "english_2026-04" or "german_24l"
 * @throws ModelError when it is not known
 */
export function languageOf(name: string): PocketLanguage {
  const language = LANGUAGES.get(/^[a-z]*/.exec(name)![0])
  if (language !== undefined) return language
  throw new ModelError(`bundle.json names the language "${name}", which Purr does not know.`)
}

/**
 * The temperature at which its makers have a model speak: listeners like English better at a lower one
 * (github.com/kyutai-labs/pocket-tts, commit d108410).
 */
export function temperatureOf(name: string): number {
  return name === 'english' || name === 'english_2026-04' ? 0.3 : 0.7
}
