import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalise } from './shared/text/normalise.ts'
import { isPause, type Locale } from './shared/text/token.ts'

/** The languages that names are built for, with the locale that they are read in. */
export const EMOJI_LOCALES = { en: 'en-US', de: 'de-DE', nl: 'nl-NL' } as const
export const EMOJI_FILES = {
  en: 'english/text/emoji.json',
  de: 'german/text/emoji.json',
  nl: 'dutch/text/emoji.json',
} as const

/** Regional indicators and skin tones alone, which name nothing that is said, and keycaps, which are read as digits. */
const COMPONENT = /^[\p{RI}\p{Emoji_Modifier}]$|\u20e3/u
/** Remarks and second forms: "(blood type)", "Büroangestellte(r)", "IT-Experte/IT-Expertin". */
const ASIDE = /\(.*?\)|\/.*$/g

/**
 * Unicode's names of emoji in a language as they are spoken, by the emoji without variation selectors: those of Unicode
 * CLDR, which emojibase has by language.
 */
export async function emojiNames(language: string, locale: Locale): Promise<Record<string, string>> {
  const { default: emoji }: { default: readonly { unicode: string; label: string }[] } = await import(
    `emojibase-data/${language}/compact.json`
  )
  const names = emoji.map(({ unicode, label }) => [unicode.replaceAll('\ufe0f', ''), spoken(label, locale)])
  return Object.fromEntries(names.filter(([key]) => !COMPONENT.test(key!)))
}

/** The words of a name, its pauses left out. */
function spoken(label: string, locale: Locale): string {
  return normalise(label.replace(ASIDE, ''), locale)
    .flatMap((token) => (typeof token === 'string' ? [] : token.spoken))
    .filter((word) => !isPause(word))
    .join(' ')
}

if (import.meta.main) {
  for (const [language, locale] of Object.entries(EMOJI_LOCALES)) {
    const names = await emojiNames(language, locale)
    writeFileSync(
      join(import.meta.dir, EMOJI_FILES[language as keyof typeof EMOJI_LOCALES]),
      `${JSON.stringify(names, null, 2)}\n`,
    )
    console.log(`${Object.keys(names).length} names in ${language}`)
  }
}
