import { LRUCache } from 'lru-cache'
import { DUTCH } from './dutch/dutch.ts'
import { ENGLISH } from './english/english.ts'
import { GERMAN } from './german/german.ts'
import { plainLocale } from './plain/plain.ts'
import type { Language, Locale } from './shared/language.ts'

/** The languages that are spoken. Text in any other language is read as the first one. */
export const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN, DUTCH]

/** How text is read in a language, by its BCP-47 tag. Throws for a tag that is not well formed. */
export function localeOf(tag: string, languages = LANGUAGES): Locale {
  const { language: code, region } = new Intl.Locale(tag)
  const language = languages.find((each) => each.code === code) ?? languages[0]!
  return { tag: language.localeIn(region), language }
}

/** Locales of other languages, which are made when they are first asked for. */
const plainLocales = new LRUCache<string, Locale>({ max: 64 })

/**
 * How text is read in a language, for engines that speak more languages than Purr can pronounce: a language that is not
 * registered is read in its own words, without phones. Throws for a tag that is not well formed.
 */
export function plainLocaleOf(tag: string): Locale {
  const { language: code, baseName } = new Intl.Locale(tag)
  if (LANGUAGES.some((language) => language.code === code)) return localeOf(tag)
  const known = plainLocales.get(baseName)
  if (known !== undefined) return known
  const locale = plainLocale(tag)
  plainLocales.set(baseName, locale)
  return locale
}
