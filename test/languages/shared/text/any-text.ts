import { expect, test } from 'bun:test'
import { localeOf } from '../../../../src/languages/registry.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import { seeded } from '../../../support/random.ts'
import { expectSound } from './sound.ts'

/** Tests that a language reads whatever its pieces can be put together to. */
export function testAnyText(tag: string, pieces: readonly string[], spoken: RegExp, seed: number): void {
  const locale = localeOf(tag)
  test('any text at all is read without an error, the same way each time', () => {
    const random = seeded(seed)
    for (let round = 0; round < 3000; round++) {
      const length = 1 + Math.floor(random() * 12)
      const text = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]!).join('')
      const tokens = normalise(text, locale)
      expectSound(text, tokens, spoken)
      expect(normalise(text, locale)).toEqual(tokens)
    }
  })
}

/** Tests that a language reads what is no text. */
export function testCodeUnits(tag: string, spoken: RegExp, seed: number): void {
  const locale = localeOf(tag)
  test('random code units are read without an error', () => {
    const random = seeded(seed)
    for (let round = 0; round < 300; round++) {
      const units = Array.from({ length: 40 }, () => Math.floor(random() * 0x10000))
      const text = String.fromCharCode(...units)
      expectSound(text, normalise(text, locale), spoken)
    }
  })
}

/** Where tables are asked for a word: beside numbers, names and marks. */
const BESIDE_WORD = [
  ...[
    '_',
    '_.',
    '_ 5',
    '_. 5',
    '5 _',
    '5_',
    '5 km/_',
    '5/_',
    '$5/_',
    '$5 _',
    '_/_',
    '_-_',
    '1-_',
    '5 per _',
    '½ _',
  ],
  ...[
    '12 Oak _',
    '123 Main _.',
    'Dr. _',
    'Kapitel _',
    '_ III',
    '3 Mio. _',
    'op 3 _',
    '#_',
    '\\_',
    '_ 3, 2024',
    "_'s",
    '(_)',
  ],
]

/** Tests that the names of properties that every object has are read as other words are. */
export function testPropertyNames(tag: string, spoken: RegExp): void {
  const locale = localeOf(tag)
  test.each(Object.getOwnPropertyNames(Object.prototype))('%s is read as any other word', (name) => {
    for (const beside of BESIDE_WORD) {
      const text = beside.replaceAll('_', name)
      expectSound(text, normalise(text, locale), spoken)
    }
  })
}
