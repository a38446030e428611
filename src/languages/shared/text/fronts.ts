import { DUTCH } from '../../dutch/dutch.ts'
import { ENGLISH } from '../../english/english.ts'
import { GERMAN } from '../../german/german.ts'
import type { Front } from './front-end.ts'
import type { Locale } from './token.ts'

const FRONTS: Readonly<Record<Locale, Front>> = {
  'en-US': ENGLISH,
  'en-GB': ENGLISH,
  'de-DE': GERMAN,
  'nl-NL': DUTCH,
  'nl-BE': DUTCH,
}

/** What reads the text of a language. */
export function frontOf(locale: Locale): Front {
  return FRONTS[locale]
}
