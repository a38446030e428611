import { writeFileSync } from 'node:fs'
import { LANGUAGES } from './registry.ts'
import type { Language, Locale } from './shared/language.ts'
import { normalise } from './shared/text/normalise.ts'
import { isPause } from './shared/text/token.ts'

/** Regional indicators and skin tones alone, which name nothing that is said, and keycaps, which are read as digits. */
const COMPONENT = /^[\p{RI}\p{Emoji_Modifier}]$|\u20e3/u
/** Remarks and second forms: "(blood type)", "Büroangestellte(r)", "IT-Experte/IT-Expertin". */
const ASIDE = /\(.*?\)|\/.*$/g

/** Where a language keeps the names of emoji. */
export function emojiFile({ pronunciation }: Language): URL {
  return new URL('../text/emoji.json', pronunciation)
}

/**
 * Unicode's names of emoji in a language as they are spoken, by the emoji without variation selectors: those of Unicode
 * CLDR, which emojibase has by language.
 */
export async function emojiNames(language: Language): Promise<Record<string, string>> {
  const { default: emoji }: { default: readonly { unicode: string; label: string }[] } = await import(
    `emojibase-data/${language.code}/compact.json`
  )
  const locale = { tag: language.localeIn(undefined), language }
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

/** `bun run build:emoji`: writes each language's names. Its output is committed. */
if (import.meta.main) {
  for (const language of LANGUAGES) {
    const names = await emojiNames(language)
    writeFileSync(emojiFile(language), `${JSON.stringify(names, null, 2)}\n`)
    console.log(`${Object.keys(names).length} names in "${language.code}"`)
  }
}
