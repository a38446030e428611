/** What is due first is taken first; of what is due together, what came first. */
export class DeadlineQueue<Item extends { readonly deadline: number }> {
  #items: Item[] = []

  /** How many wait. */
  get size(): number {
    return this.#items.length
  }

  add(item: Item): void {
    this.#items.push(item)
  }

  /** Takes an item out, wherever it stands; nothing happens when it is not there. */
  remove(item: Item): void {
    const place = this.#items.indexOf(item)
    if (place >= 0) this.#items.splice(place, 1)
  }

  /** Takes what is due first; undefined when nothing waits. A few hundred items at most make a search good enough. */
  take(): Item | undefined {
    let first = this.#items[0]
    for (const item of this.#items) if (item.deadline < first!.deadline) first = item
    if (first !== undefined) this.remove(first)
    return first
  }

  /** Takes everything. */
  clear(): Item[] {
    return this.#items.splice(0)
  }
}
