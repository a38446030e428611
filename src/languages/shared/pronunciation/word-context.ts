import { isPause } from '../text/token.ts'

/** A word that is to be read and what stands around it in its segment. */
export class WordContext {
  readonly #words: readonly string[]
  readonly #at: number
  readonly word: string
  /** The word as written. */
  readonly written: string

  /**
   * @param words all that is spoken in the segment, in lower case, pause marks included
   * @param word the word itself, if it is not the one among the words
   */
  constructor(words: readonly string[], at: number, written: string, word = words[at]!) {
    this.#words = words
    this.#at = at
    this.word = word
    this.written = written
  }

  /** The nth word before; '' beyond the segment. */
  before(n = 1): string {
    return this.#words[this.#at - n] ?? ''
  }

  /** The nth word after; '' beyond the segment. */
  after(n = 1): string {
    return this.#words[this.#at + n] ?? ''
  }

  /** Whether the word begins its sentence. */
  get opensSentence(): boolean {
    return /^[.?!:;]?$/.test(this.before())
  }

  /** Whether the word ends its clause. */
  get endsClause(): boolean {
    return this.after() === '' || isPause(this.after())
  }

  /** Whether the word has a capital that is not just that of a sentence's first word. */
  get hasOwnCapital(): boolean {
    return !this.opensSentence && /^[^\p{L}]*\p{Lu}/u.test(this.written)
  }

  /** The words before in the same clause, the nearest first. */
  *clauseBefore(): Generator<string> {
    for (let n = 1; this.before(n) !== '' && !isPause(this.before(n)); n++) yield this.before(n)
  }

  /** Whether any word of the segment is one of a set. */
  mentions(words: ReadonlySet<string>): boolean {
    return this.#words.some((word) => words.has(word))
  }
}
