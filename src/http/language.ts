/**
 * Whether a language tag is well formed (BCP 47), told by `Intl`, but stricter in one point: a primary language has
 * two or three letters. Registered languages have, while the grammar alone would also take words such as "english".
 */
export function isLanguageTag(tag: string): boolean {
  if (!/^[a-z]{2,3}(-|$)/i.test(tag)) return false
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
