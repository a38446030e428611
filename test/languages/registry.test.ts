import { expect, test } from 'bun:test'
import { localeOf } from '../../src/languages/registry.ts'

test.each([
  ['en', 'en-US'],
  ['en-US', 'en-US'],
  ['en-CA', 'en-US'],
  ['en-GB', 'en-GB'],
  ['en-AU', 'en-GB'],
  ['fr', 'en-US'],
  ['de', 'de-DE'],
  ['de-AT', 'de-DE'],
  ['de-Latn-CH', 'de-DE'],
  ['nl', 'nl-NL'],
  ['nl-SR', 'nl-NL'],
  ['nl-BE', 'nl-BE'],
])('%s is read as %s', (tag, locale) => expect(localeOf(tag).tag).toBe(locale))
