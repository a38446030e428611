import { expect, test } from 'bun:test'
import { EMOJI_LOCALES, emojiNames } from '../../../src/speech/text/emoji/names.ts'

test.each(Object.entries(EMOJI_LOCALES))(
  'the names of emoji in "%s" are what the build script makes',
  async (language, locale) => {
    const { default: committed } = await import(`../../../src/speech/text/emoji/${language}.json`)
    const names = await emojiNames(language, locale)
    expect(Object.keys(names).length).toBeGreaterThan(1900)
    expect(committed).toEqual(names)
  },
)
