import type { Locale } from './shared/text/token.ts'

/** Regions that write the month first and say numbers without "and". */
const AMERICAN = new Set(['US', 'CA', 'PH', 'PR'])

/**
 * How text is read in a language, by its BCP-47 tag. What is neither German nor Dutch is read as English, American
 * unless the tag names another region.
 */
export function localeOf(tag: string): Locale {
  const { language, region } = new Intl.Locale(tag)
  if (language === 'de') return 'de-DE'
  if (language === 'nl') return region === 'BE' ? 'nl-BE' : 'nl-NL'
  return region === undefined || AMERICAN.has(region) ? 'en-US' : 'en-GB'
}
