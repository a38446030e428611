import type { Passage, Reading } from './reading.ts'

/** What reading a text needs to know of its language. */
export interface Front {
  /** A written word in the small alphabet that the readers of the language know: see `Passage.text`. */
  readonly clean: (word: string) => string
  /** Reads what begins at a position of a passage; every reading is at least one code unit long. */
  readonly read: (passage: Passage, at: number) => Reading
  /** Whether a word with a full stop is one that need not end a sentence ("Dr.", "J.", "U.S."). */
  readonly isAbbreviation: (word: string) => boolean
  /**
   * Whether the full stop that a word ends with ends the sentence.
   *
   * @param word the word with its full stop, without quotes and brackets around it
   * @param next the next word, with whatever stands around it; '' at the end of the text
   */
  readonly fullStopEndsSentence: (word: string, next: string) => boolean
  /** Words, in small letters, before which a stretch that is too long is best split. */
  readonly conjunctions: ReadonlySet<string>
}
