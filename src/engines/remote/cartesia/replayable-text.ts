import type { TurnText } from '../../shared/engine.ts'

/** The text of a turn, kept until the first audio so that a second try can send it again. */
export class ReplayableText {
  #pieces: TurnText[] = []
  readonly #source: AsyncIterator<TurnText>
  #coming: Promise<boolean> | undefined
  #isKept = true
  #soFar = ''
  #seconds = 0
  readonly #phrases: string[] = []

  constructor(source: AsyncIterable<TurnText>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** All that has come. */
  get soFar(): string {
    return this.#soFar
  }

  /** Predicted length of all that has come, in seconds. */
  get seconds(): number {
    return this.#seconds
  }

  /** The pieces of it that have more than one word. */
  get phrases(): readonly string[] {
    return this.#phrases
  }

  /** The pieces from the first one on, then each as it comes. */
  async *read(): AsyncGenerator<TurnText> {
    for (let at = 0; at < this.#pieces.length || (await this.#hasMore()); at++) {
      yield this.#pieces[at]!
      if (this.#isKept) continue
      this.#pieces = this.#pieces.slice(at + 1)
      at = -1
    }
  }

  /** There is no second try any more: what has been read is forgotten. */
  forget(): void {
    this.#isKept = false
  }

  #hasMore(): Promise<boolean> {
    this.#coming ??= this.#take()
    return this.#coming
  }

  async #take(): Promise<boolean> {
    const { done, value } = await this.#source.next()
    if (done) return false
    this.#pieces.push(value)
    this.#soFar += value.text
    this.#seconds = value.seconds
    if (/\S\s+\S/.test(value.text)) this.#phrases.push(value.text)
    this.#coming = undefined
    return true
  }
}
