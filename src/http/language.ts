/**
 * The canonical form of a language tag (BCP 47), such as "en-US" for "en-us", told by `Intl`; undefined when the tag is
 * not well formed. Stricter than the grammar in one point: a primary language has two or three letters. Registered
 * languages have, while the grammar alone would also take words such as "english". Three letters in a region's place
 * ("en-USA") are refused: the grammar has extended languages there ("zh-yue"), whose canonical form is without prefix.
 */
export function canonicalLanguage(tag: string): string | undefined {
  if (!/^[a-z]{2,3}(-|$)/i.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
