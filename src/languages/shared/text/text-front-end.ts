import type { ReaderInput, Reading } from './reading.ts'

/** How a language turns text into the words that are said. */
export interface TextFrontEnd {
  /** A written word in the small alphabet that the readers of the language know: see `ReaderInput.text`. */
  readonly clean: (word: string) => string
  /** Reads what begins at a position; every reading is at least one code unit long. */
  readonly read: (input: ReaderInput, at: number) => Reading
}

/** A language as it is written in one region. */
export interface TextLocale {
  /** BCP-47 tag, one of those that the language gives for regions ("en-GB"). */
  readonly tag: string
  readonly language: TextFrontEnd
}
