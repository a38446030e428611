import names from 'unicode-emoji-json/data-by-emoji.json'
import { matchAt, type Reader, reading } from './reading.ts'

/** Without variation selectors, which cleaning drops. */
const NAMES = new Map(
  Object.entries(names).map(([emoji, { name }]) => [emoji.replaceAll('\ufe0f', ''), name]),
)

const SKIN_TONE = /\p{Emoji_Modifier}/gu
const EMOJI =
  /\p{RI}{2}|\p{Extended_Pictographic}\p{Emoji_Modifier}?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?){0,8}/uy
const REMAINDER = /[\p{RI}\p{Emoji_Modifier}\u200d]/uy

/**
 * Reads emoji. Beside words they are decoration, and are left out; a text of nothing else is their names, each said
 * once when one is repeated.
 */
export const readEmoji: Reader = ({ text, hasWords }, at) => {
  const emoji = matchAt(EMOJI, text, at)?.[0] ?? matchAt(REMAINDER, text, at)?.[0]
  if (emoji === undefined) return undefined
  const isRepeated = text
    .slice(Math.max(0, at - emoji.length - 1), at)
    .trimEnd()
    .endsWith(emoji)
  if (hasWords || isRepeated) return reading(at, emoji.length, '')
  const name = NAMES.get(emoji) ?? NAMES.get(emoji.replace(SKIN_TONE, '')) ?? ''
  const words = name
    .toLowerCase()
    .replace(/[^a-z' ]/g, ' ')
    .trim()
    .replace(/ +/g, ' ')
  return reading(at, emoji.length, words === '' ? '' : `, ${words}`)
}
