import { DUTCH } from './dutch/dutch.ts'
import { ENGLISH } from './english/english.ts'
import { GERMAN } from './german/german.ts'
import type { Language, Locale } from './shared/language.ts'

/** The languages that are spoken. Text in any other language is read as the first one. */
export const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN, DUTCH]

/** How text is read in a language, by its BCP-47 tag. Throws for a tag that is not well formed. */
export function localeOf(tag: string, languages = LANGUAGES): Locale {
  const { language: code, region } = new Intl.Locale(tag)
  const language = languages.find((each) => each.code === code) ?? languages[0]!
  return { tag: language.localeIn(region), language }
}
