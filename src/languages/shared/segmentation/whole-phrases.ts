import type { Dictionary } from '../text/dictionary.ts'

/** Stands for a code unit of text that nothing may be cut at: a letter of no case. */
export const OPAQUE = '字'

/**
 * Shows the segmenter a text without the marks in the phrases of a dictionary ("Yahoo! Mail"), so that no phrase is cut at one.
 * What may become such a phrase is kept back until the text after it decides that. However the text is split, what is shown is
 * the same, code unit for code unit.
 */
export class WholePhrases {
  readonly #dictionary: Dictionary
  /** The end of what was decided. */
  #before = ''
  #held = ''

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary
  }

  /** Whether something is kept back. */
  get isHolding(): boolean {
    return this.#held !== ''
  }

  /** Another one with the same text before what it will be given. */
  clone(): WholePhrases {
    const other = new WholePhrases(this.#dictionary)
    other.#before = this.#before
    other.#held = this.#held
    return other
  }

  /** Appends text; returns what is shown of the text that is decided. */
  push(text: string): string {
    return this.#read(text, false)
  }

  /** Returns what is shown of the text that was kept back, as if nothing came after it. */
  flush(): string {
    return this.#read('', true)
  }

  #read(more: string, isAll: boolean): string {
    const text = this.#before + this.#held + more
    let shown = ''
    let at = this.#before.length
    while (at < text.length) {
      const end = this.#dictionary.markedPhraseEnd(text, at, isAll)
      if (end === undefined) break
      if (end === at) shown += text[at++]
      else {
        shown += withoutMarks(text.slice(at, end))
        at = end
      }
    }
    this.#before = text.slice(Math.max(0, at - 2), at)
    this.#held = text.slice(at)
    return shown
  }
}

/** A phrase in which all is opaque but its last word, whose own mark may end a sentence ("AT&T, Inc."). */
function withoutMarks(phrase: string): string {
  let last = phrase.length
  while (!/\s/.test(phrase[last - 1]!)) last--
  return OPAQUE.repeat(last - 1) + phrase.slice(last - 1)
}
