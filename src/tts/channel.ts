/** A queue between a writer and one reader, who waits for what is not there yet. */
export class Channel<Item> implements AsyncIterableIterator<Item> {
  readonly #weigh: (item: Item) => number
  readonly #items: Item[] = []
  #weight = 0
  #isEnded = false
  #answer: ((result: IteratorResult<Item>) => void) | undefined
  #capacity: (() => void)[] = []

  /** @param weigh what an item adds to the weight of what waits */
  constructor(weigh: (item: Item) => number = () => 1) {
    this.#weigh = weigh
  }

  /** How much waits to be taken. */
  get weight(): number {
    return this.#weight
  }

  /** Appends an item; after the end it is dropped. */
  push(item: Item): void {
    if (this.#isEnded) return
    if (this.#answer !== undefined) {
      this.#answerWith({ done: false, value: item })
      return
    }
    this.#items.push(item)
    this.#weight += this.#weigh(item)
  }

  /** Nothing more will come: the reader gets what is left, then the end. */
  end(): void {
    this.#isEnded = true
    this.#answerWith({ done: true, value: undefined })
  }

  /** Ends it and drops what is left: the reader has no more use for it. */
  close(): void {
    this.#items.length = 0
    this.#weight = 0
    this.end()
    this.#tellCapacity()
  }

  /** Resolves when the reader has taken something, at once when at most `max` items wait. */
  async waitForCapacity(max: number): Promise<void> {
    if (this.#items.length > max) await new Promise<void>((resolve) => this.#capacity.push(resolve))
  }

  next(): Promise<IteratorResult<Item>> {
    if (this.#items.length > 0) {
      const value = this.#items.shift()!
      this.#weight -= this.#weigh(value)
      this.#tellCapacity()
      return Promise.resolve({ done: false, value })
    }
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined })
    return new Promise((resolve) => {
      this.#answer = resolve
    })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #tellCapacity(): void {
    for (const resolve of this.#capacity.splice(0)) resolve()
  }

  #answerWith(result: IteratorResult<Item>): void {
    const answer = this.#answer
    this.#answer = undefined
    answer?.(result)
  }
}
