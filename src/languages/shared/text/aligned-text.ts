import type { Given, Said } from './given.ts'
import { LETTERS, type ReaderInput, type TextLocale } from './reading.ts'

/** A segment that is ready to be read, and the written words that its characters come from. */
export interface AlignedText {
  readonly input: ReaderInput
  /** The words as written. */
  readonly written: readonly string[]
  /** Where each written word begins in the input's text. */
  readonly starts: readonly number[]
  /** What is said for the marks in the input's text, in their order. */
  readonly marked: readonly MarkedWord[]
}

/** A written word, or a part of one, for which it is given what is said. */
interface MarkedWord {
  readonly said: Said
  /** All written words, or parts of them, of the stretch for which it is given. */
  readonly stretch: readonly string[]
  /** Which of them this is. */
  readonly place: number
}

/** Stands for a written word whose reading is given. Cleaned text never has it, and no reader knows it. */
export const MARK = '\ue000'

const SPEAKABLE = new RegExp(`[${LETTERS}0-9${MARK}]`)

/**
 * Cleans a segment word by word.
 *
 * @param given in their order, none over another
 */
export function alignText(
  segment: string,
  { tag: locale, language }: TextLocale,
  given: readonly Given[],
): AlignedText {
  const written: string[] = []
  const starts: number[] = []
  const marked: MarkedWord[] = []
  let next = 0 // of the given
  let stretch: string[] = [] // of the given that a word before has begun
  let text = ''
  let isBroken = false // a line ends before the next word
  let end = 0
  for (const { 0: word, index } of segment.matchAll(/\S+/g)) {
    isBroken ||= segment.slice(end, index).includes('\n')
    end = index + word.length
    written.push(word)
    const gap = text === '' ? '' : isBroken ? '\n' : ' '
    starts.push(text.length + gap.length)
    const cleaned = cleanWord(index).trim()
    if (cleaned === '') continue
    text += gap + cleaned
    isBroken = false
  }
  const hasWords = SPEAKABLE.test(text)
  const input = { text, locale, hasWords, afterNumber: false, opensSentence: true, inQuote: false }
  return { input, written, starts, marked }

  /** The word that begins at a position and ends at `end`, with a mark for what is given in it. */
  function cleanWord(from: number): string {
    let at = from
    let cleaned = ''
    for (; next < given.length && given[next]!.from < end; next++) {
      const { said, from: first, to } = given[next]!
      if (first > at) cleaned += language.clean(segment.slice(at, first))
      at = Math.min(Math.max(at, to), end)
      if (said === undefined) cleaned += ' '
      else {
        const part = segment.slice(Math.max(from, first), at)
        if (part !== '') {
          marked.push({ said, stretch, place: stretch.length })
          stretch.push(part)
          cleaned += MARK
        }
      }
      if (to > end) break // the rest of it is in the words that follow
      stretch = []
    }
    return cleaned + language.clean(segment.slice(at, end))
  }
}
