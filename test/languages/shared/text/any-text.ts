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
