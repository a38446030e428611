import names from 'unicode-emoji-json/data-by-emoji.json'

/** Without variation selectors, which cleaning drops. */
const NAMES = new Map(
  Object.entries(names).map(([emoji, { name }]) => [emoji.replaceAll('\ufe0f', ''), name]),
)

/** The words of an emoji's CLDR name. */
export function emojiName(emoji: string): string | undefined {
  return NAMES.get(emoji)
    ?.toLowerCase()
    .replace(/[^a-z' ]/g, ' ')
    .trim()
    .replace(/ +/g, ' ')
}
