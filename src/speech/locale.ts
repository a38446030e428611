import type { Locale } from './text/token.ts'

/** Regions that write the month first and say numbers without "and". */
const AMERICAN = new Set(['US', 'CA', 'PH', 'PR'])

/** Which English a BCP-47 tag means: American unless it names another region. */
export function localeOf(tag: string): Locale {
  const region = new Intl.Locale(tag).region
  return region === undefined || AMERICAN.has(region) ? 'en-US' : 'en-GB'
}
