import { expect, test } from 'bun:test'
import { localeFor } from '../../src/voices/readable.ts'
import { MODELS } from '../support/models.ts'
import { toneModel } from '../support/tone-model.ts'

test('a language that Purr does not know is read as English by its own model, and in its own words by another one', () => {
  const other = toneModel('hum')
  expect(localeFor(MODELS.main, 'fr-CA')).toMatchObject({ language: { code: 'en' } })
  expect(localeFor(other, 'fr-CA')).toMatchObject({ tag: 'fr-CA', language: { code: 'fr' } })
  expect(localeFor(other, 'de')).toEqual(localeFor(MODELS.main, 'de'))
})
