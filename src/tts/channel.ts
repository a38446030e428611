/** A queue between a writer and one reader, who waits for what is not there yet. */
export class Channel<Item> implements AsyncIterableIterator<Item> {
  readonly #items: Item[] = []
  #isEnded = false
  #answer: ((result: IteratorResult<Item>) => void) | undefined

  /** Appends an item; after the end it is dropped. */
  push(item: Item): void {
    if (this.#isEnded) return
    if (this.#answer === undefined) this.#items.push(item)
    else this.#take({ done: false, value: item })
  }

  /** Nothing more will come: the reader gets what is left, then the end. */
  end(): void {
    this.#isEnded = true
    this.#take({ done: true, value: undefined })
  }

  /** Ends it and drops what is left: the reader has no more use for it. */
  close(): void {
    this.#items.length = 0
    this.end()
  }

  /** The items that nobody has taken yet. */
  get waiting(): readonly Item[] {
    return this.#items
  }

  next(): Promise<IteratorResult<Item>> {
    if (this.#items.length > 0) return Promise.resolve({ done: false, value: this.#items.shift()! })
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined })
    return new Promise((resolve) => {
      this.#answer = resolve
    })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #take(result: IteratorResult<Item>): void {
    const answer = this.#answer
    this.#answer = undefined
    answer?.(result)
  }
}
