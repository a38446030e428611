/** Characters: software need not take longer tags (RFC 5646, 4.4.1). */
const MAX_TAG = 35

/**
 * The canonical form of a language tag (BCP 47), such as "en-US" for "en-us", told by `Intl`; undefined when the tag is
 * not well formed or longer than 35 characters. Stricter than the grammar in one point: a primary language has two or
 * three letters. Registered languages have, while the grammar alone would also take words such as "english". Three
 * letters in a region's place ("en-USA") are refused: the grammar has extended languages there ("zh-yue"), whose
 * canonical form is without prefix.
 */
export function canonicalLanguage(tag: string): string | undefined {
  if (tag.length > MAX_TAG || !/^[a-z]{2,3}(-|$)/i.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** Whether a value is a language tag that has a canonical form. */
export function isLanguageTag(value: unknown): value is string {
  return typeof value === 'string' && canonicalLanguage(value) !== undefined
}
