import { type Given, type Said, saidWordsOf } from './given.ts'
import type { TextLocale } from './reading.ts'

/**
 * A text for a reader of its own, such as a voice model that takes text: as it is written, with what is given in place
 * of what it stands for. Phones cannot be written, so the written words stay there. White space is collapsed.
 *
 * @param given stretches of it that are said in a way of their own, in their order, none over another
 */
export function writtenOut(text: string, given: readonly Given[], locale: TextLocale): string {
  const parts: string[] = []
  const add = (part: string) => {
    if (part === '') return
    if (isWithinWord(parts.at(-1) ?? '', part)) parts.push(' ')
    parts.push(part)
  }
  let at = 0
  for (const { from, to, said } of given) {
    add(text.slice(at, from))
    add(replacement(text.slice(from, to), said, locale))
    at = to
  }
  add(text.slice(at))
  return parts.join('').replaceAll(/\s+/g, ' ').trim()
}

function replacement(written: string, said: Said | undefined, locale: TextLocale): string {
  if (said === undefined || said.as === 'phones') return written
  if (said.as === 'text') return said.text
  const words = written.split(/\s+/).filter((word) => word !== '')
  const saidWords = saidWordsOf(said, words, locale, (word) => [{ word }]).flat()
  return saidWords
    .map((each) => (typeof each === 'string' ? each : ` ${each.word}`))
    .join('')
    .trimStart()
}

/** Whether two parts would be one word, although each is one of its own. */
function isWithinWord(before: string, after: string): boolean {
  return /[\p{L}\p{M}\p{N}]$/u.test(before.slice(-2)) && /^[\p{L}\p{N}]/u.test(after)
}
