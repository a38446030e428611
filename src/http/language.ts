/** Most characters of a tag: software need not accept longer ones (RFC 5646, 4.4.1). */
const MAX_TAG = 35

/**
 * The canonical form of a language tag (BCP 47) by `Intl`, such as "en-US" for "en-us". Undefined if the tag is not well
 * formed or has more than 35 characters. Stricter than the grammar in one point: the primary language has two or three
 * letters, as all registered ones have, because the grammar also allows words such as "english". Three letters in the place
 * of a region ("en-USA") are refused: in the grammar they are an extended language ("zh-yue"), and its canonical form has no
 * prefix.
 */
export function canonicalLanguage(tag: string): string | undefined {
  if (tag.length > MAX_TAG || !/^[a-z]{2,3}(-|$)/i.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** Whether a value is a language tag with a canonical form. */
export function isLanguageTag(value: unknown): value is string {
  return typeof value === 'string' && canonicalLanguage(value) !== undefined
}
