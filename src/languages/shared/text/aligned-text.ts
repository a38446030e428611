import { LETTERS, type ReaderInput, type TextLocale } from './reading.ts'

/** A segment that is ready to be read, and the written words that its characters come from. */
export interface AlignedText {
  readonly input: ReaderInput
  /** The words as written. */
  readonly written: readonly string[]
  /** For each of them where it begins in the input's text. */
  readonly starts: readonly number[]
}

/** Stands for a character of a tag: no text has it, and it is read as a space. */
const BLANK = '\ue000'

const TAG = /<[A-Za-z/!?][^<>]{0,300}>/g

const SPEAKABLE = new RegExp(`[${LETTERS}0-9]`)

/** Cleans a segment word by word. */
export function alignText(segment: string, { tag: locale, language }: TextLocale): AlignedText {
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
    const cleaned = language.clean(word.replaceAll(BLANK, ' ')).trim()
    if (cleaned === '') continue
    text += gap + cleaned
    isBroken = false
  }
  const hasWords = SPEAKABLE.test(text)
  const input = { text, locale, hasWords, afterNumber: false, opensSentence: true, inQuote: false }
  return { input, written, starts }
}

/** The text with HTML and SSML tags blanked out; its whitespace stays, so that it divides into the same words. */
function blankTags(text: string): string {
  return text.includes('<') ? text.replace(TAG, (tag) => tag.replace(/\S/g, BLANK)) : text
}
