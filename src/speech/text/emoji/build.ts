import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EMOJI_LOCALES, emojiNames } from './names.ts'

/** `bun run build:emoji`: writes each language's names of emoji from Unicode's. Its output is committed. */
for (const [language, locale] of Object.entries(EMOJI_LOCALES)) {
  const names = await emojiNames(language, locale)
  writeFileSync(join(import.meta.dir, `${language}.json`), `${JSON.stringify(names, null, 2)}\n`)
  console.log(`${Object.keys(names).length} names in ${language}`)
}
