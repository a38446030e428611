import { matchAt, type Reader, reading } from '../reading.ts'

const SKIN_TONE = /\p{Emoji_Modifier}/gu
const EMOJI =
  /\p{RI}{2}|\p{Extended_Pictographic}\p{Emoji_Modifier}?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?){0,8}/uy
const REMAINDER = /[\p{RI}\p{Emoji_Modifier}\u200d]/uy

/**
 * Makes the reader of emoji. Beside words they are decoration, and are left out; a text of nothing else is their names, each
 * said once when one is repeated.
 *
 * @param names what is said for an emoji, by the emoji without variation selectors, which cleaning drops
 */
export function emojiReader(names: Readonly<Record<string, string>>): Reader {
  const nameOf = new Map(Object.entries(names))
  return ({ text, hasWords }, at) => {
    const emoji = matchAt(EMOJI, text, at)?.[0] ?? matchAt(REMAINDER, text, at)?.[0]
    if (emoji === undefined) return undefined
    const isRepeated = text
      .slice(Math.max(0, at - emoji.length - 1), at)
      .trimEnd()
      .endsWith(emoji)
    if (hasWords || isRepeated) return reading(at, emoji.length, '')
    const name = nameOf.get(emoji) ?? nameOf.get(emoji.replace(SKIN_TONE, '')) ?? ''
    return reading(at, emoji.length, name === '' ? '' : `, ${name}`)
  }
}
