/** A queue between one writer and one reader, which waits while the queue is empty. */
export class AsyncQueue<Item> implements AsyncIterableIterator<Item> {
  readonly #weigh: (item: Item) => number
  readonly #items: Item[] = []
  #weight = 0
  #isEnded = false
  #answer: ((result: IteratorResult<Item>) => void) | undefined
  #capacity: (() => void)[] = []

  /** @param weigh the weight of an item */
  constructor(weigh: (item: Item) => number = () => 1) {
    this.#weigh = weigh
  }

  /** How many items wait. */
  get length(): number {
    return this.#items.length
  }

  /** The total weight of the items that wait. */
  get weight(): number {
    return this.#weight
  }

  /** Whether no more items are taken. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Appends an item. After the end, items are dropped. */
  push(item: Item): void {
    if (this.#isEnded) return
    if (this.#answer !== undefined) {
      this.#answerWith({ done: false, value: item })
      return
    }
    this.#items.push(item)
    this.#weight += this.#weigh(item)
  }

  /** Ends the queue: the reader gets the items that are left, then the end. */
  end(): void {
    this.#isEnded = true
    this.#answerWith({ done: true, value: undefined })
  }

  /** Ends the queue and drops the items that are left. */
  close(): void {
    this.#items.length = 0
    this.#weight = 0
    this.end()
    this.#notifyWriters()
  }

  /** Resolves when at most `max` items wait, or the reader has taken one. */
  async waitForCapacity(max: number): Promise<void> {
    if (this.#items.length > max) await new Promise<void>((resolve) => this.#capacity.push(resolve))
  }

  next(): Promise<IteratorResult<Item>> {
    if (this.#items.length > 0) {
      const value = this.#items.shift()!
      this.#weight -= this.#weigh(value)
      this.#notifyWriters()
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

  #notifyWriters(): void {
    for (const resolve of this.#capacity.splice(0)) resolve()
  }

  #answerWith(result: IteratorResult<Item>): void {
    const answer = this.#answer
    this.#answer = undefined
    answer?.(result)
  }
}
