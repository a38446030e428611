/** A word with its times, in seconds from the start of the turn. */
export interface TimedWord {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** What comes of a request to speak, in its order. */
export type SpeechPart =
  /** The request is about to be sent. */
  | { readonly type: 'sending' }
  | { readonly type: 'audio'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'words'; readonly words: readonly TimedWord[] }
