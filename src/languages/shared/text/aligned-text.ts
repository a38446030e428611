import type { Front } from './front-end.ts'
import { BLANK, blankTags } from './markup.ts'
import { LETTERS, type Passage } from './reading.ts'
import type { Locale } from './token.ts'

/** A segment that is ready to be read. */
export interface Page {
  readonly passage: Passage
  /** The words as written. */
  readonly written: readonly string[]
  /** For each of them where it begins in the passage's text. */
  readonly starts: readonly number[]
}

const SPEAKABLE = new RegExp(`[${LETTERS}0-9]`)

/** Cleans a segment word by word. */
export function pageOf(segment: string, locale: Locale, clean: Front['clean']): Page {
  const readable = blankTags(segment)
  const written: string[] = []
  const starts: number[] = []
  let text = ''
  let isBroken = false // a line ends before the next word
  let end = 0
  for (const { 0: word, index } of readable.matchAll(/\S+/g)) {
    isBroken ||= readable.slice(end, index).includes('\n')
    end = index + word.length
    written.push(segment.slice(index, end))
    const gap = text === '' ? '' : isBroken ? '\n' : ' '
    starts.push(text.length + gap.length)
    const cleaned = clean(word.replaceAll(BLANK, ' ')).trim()
    if (cleaned === '') continue
    text += gap + cleaned
    isBroken = false
  }
  const hasWords = SPEAKABLE.test(text)
  const passage = { text, locale, hasWords, afterNumber: false, opensSentence: true, inQuote: false }
  return { passage, written, starts }
}
