/** What stands in the alphabet for other characters (the reference's own list, with what it comes to). */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}|\\/gu, ''],
  [/[‐‑‒–—]/g, '-'],
  [/[“”„]/g, '"'],
  [/[‘’‚´`]/g, "'"],
  [/[_[\]|/#→←]/g, ' '],
  [/\s+/g, ' '],
  [/ (?=[,.!?;:'])/g, ''],
  [/(["'])\1+/g, '$1'],
]
/** Marks that can end what is said. */
const END = /[.!?;:,'")\]}…。」』】〉》›»]$/

/**
 * Text as Supertonic's reference prepares it (supertone-inc/supertonic, `_preprocess_text`): in decomposed form, without
 * pictures, with plain quotes and dashes, and with a mark at its end.
 *
 * @param language code for the tag around the text; undefined: the model takes none
 */
export function preparedText(text: string, language: string | undefined): string {
  let prepared = text
  // Before composed characters are taken apart: that makes a space and an accent of "´".
  for (const [pattern, replacement] of REPLACED) prepared = prepared.replace(pattern, replacement)
  prepared = prepared.trim().normalize('NFKD')
  if (!END.test(prepared)) prepared += '.'
  return language === undefined ? prepared : `<${language}>${prepared}</${language}>`
}
