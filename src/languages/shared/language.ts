import type { SegmentationRules } from './segmentation/boundary.ts'
import type { QuestionRules } from './segmentation/questions.ts'
import type { TextFrontEnd, TextLocale } from './text/reading.ts'

/** A language: everything that the rest of the code asks about it. */
export interface Language extends TextFrontEnd, SegmentationRules {
  /** ISO 639-1 code, with which the BCP-47 tags begin that ask for it. */
  readonly code: string
  /** The locale of a region ("GB"), or the usual one: locales differ in how dates, times or numbers are read. */
  readonly localeIn: (region: string | undefined) => string
  /** How it asks: where speech rises at the end of a question. */
  readonly questions: QuestionRules
  /** How much longer than English its speech is for the same number of letters. */
  readonly relativeDuration: number
  /** Which of the voice model's languages it is spoken as: the number that the model's graph takes. */
  readonly modelLanguage: number
  /**
   * URL of the module that exports how its words are pronounced: by default, a `LoadPronunciation`. It is no part of the
   * object because only the threads that pronounce load it, and they load nothing else of the language.
   */
  readonly pronunciation: string
  /**
   * Texts that are read and spoken before the first request, so that none is the first of its kind: with an amount, a date and
   * a time, which have most patterns.
   */
  readonly warmUp: readonly string[]
}

/** A language as it is written and read in one region. */
export interface Locale extends TextLocale {
  readonly language: Language
}
