import { expect, test } from 'bun:test'
import { EMOJI_FILES, EMOJI_LOCALES, emojiNames } from '../../src/languages/build-emoji.ts'

test.each(Object.entries(EMOJI_LOCALES))(
  'the names of emoji in "%s" are what the build script makes',
  async (language, locale) => {
    const { default: committed } = await import(
      `../../src/languages/${EMOJI_FILES[language as keyof typeof EMOJI_FILES]}`
    )
    const names = await emojiNames(language, locale)
    expect(Object.keys(names).length).toBeGreaterThan(1900)
    expect(committed).toEqual(names)
  },
)
