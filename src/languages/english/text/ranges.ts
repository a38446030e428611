import { wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'

const CUES = wordList('pp pages page from between years p')

/** Whether the word before a number says that it begins a range ("pages 123-200"). */
export function isRangeAnnounced(text: string, at: number): boolean {
  return CUES.has(wordBefore(text, at).toLowerCase())
}
