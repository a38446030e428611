/** What is due first is taken first; of what is due together, what came first. */
export class DeadlineQueue<Item extends { readonly deadline: number }> {
  #items: Item[] = []

  /** How many wait. */
  get size(): number {
    return this.#items.length
  }

  /** When the first waiting item is due; infinite when none waits. */
  get deadline(): number {
    return this.#items.reduce((first, { deadline }) => Math.min(first, deadline), Number.POSITIVE_INFINITY)
  }

  add(item: Item): void {
    this.#items.push(item)
  }

  /** Takes an item out, wherever it stands; nothing happens when it is not there. */
  remove(item: Item): void {
    const place = this.#items.indexOf(item)
    if (place >= 0) this.#items.splice(place, 1)
  }

  /**
   * Takes what is due first of all that suits; undefined when nothing does. A search is fast enough: there are a few hundred
   * items at most.
   */
  take(suits: (item: Item) => boolean): Item | undefined {
    let first: Item | undefined
    for (const item of this.#items) {
      if ((first === undefined || item.deadline < first.deadline) && suits(item)) first = item
    }
    if (first !== undefined) this.remove(first)
    return first
  }

  /** Takes everything that suits. */
  takeAll(suits: (item: Item) => boolean): Item[] {
    const taken = this.#items.filter(suits)
    this.#items = this.#items.filter((item) => !suits(item))
    return taken
  }
}
