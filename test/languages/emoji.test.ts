import { expect, test } from 'bun:test'
import { emojiFile, emojiNames } from '../../src/languages/build-emoji.ts'
import { LANGUAGES } from '../../src/languages/registry.ts'

test.each(LANGUAGES.map((language) => [language.code, language] as const))(
  'the names of emoji in "%s" are what the build script makes',
  async (_, language) => {
    const names = await emojiNames(language)
    expect(Object.keys(names).length).toBeGreaterThan(1900)
    expect(await Bun.file(emojiFile(language)).json()).toEqual(names)
  },
)
