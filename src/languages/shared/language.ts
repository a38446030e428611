import type { Locale } from './text/token.ts'

/** The languages that are spoken, in the order of the voice model's numbers for them. */
export const LANGUAGES = ['en', 'de', 'nl'] as const

export type Language = (typeof LANGUAGES)[number]

/** The language of a locale. */
export function languageOf(locale: Locale): Language {
  return locale.slice(0, 2) as Language
}
