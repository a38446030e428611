import { expect, test } from 'bun:test'
import { canonicalLanguage } from '../../src/http/language.ts'

test.each([
  ['en', 'en'],
  ['EN', 'en'],
  ['en-us', 'en-US'],
  ['EN-gb', 'en-GB'],
  ['pt-br', 'pt-BR'],
  ['nl-nl', 'nl-NL'],
  ['es-419', 'es-419'],
  ['zh-hans-cn', 'zh-Hans-CN'],
  ['sr-cyrl-rs', 'sr-Cyrl-RS'],
  ['eng-US', 'en-US'],
  ['yue', 'yue'],
  ['de-1996', 'de-1996'],
  ['en-x-work', 'en-x-work'],
])('%s is %s', (tag, canonical) => {
  expect(canonicalLanguage(tag)).toBe(canonical)
})

test.each([
  '',
  'e',
  'english',
  'englisch-de',
  'root',
  'en_US',
  'en_us',
  'en-USA',
  'fr-FRA',
  'en-usa-us',
  'zh-yue',
  '123',
  '12',
  'en-12',
  'en-',
  'en-us-',
  '-en',
  'en--US',
  ' en',
  'en ',
  'en US',
  'en.US',
  'en-US.UTF-8',
  'en-U',
  'en-ÜS',
  'en-US\0',
  'en-US\n',
  'i-klingon',
  'x-mine',
  '*',
  `en${'-abcdefgh'.repeat(4)}`,
])('%j is refused', (tag) => {
  expect(canonicalLanguage(tag)).toBeUndefined()
})
