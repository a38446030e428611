/** A statement or transaction that waits for a connection. */
export interface Waiting<Connection> {
  /** The organization for which it runs. Undefined: nobody's. */
  readonly owner: string | undefined
  readonly take: (connection: Connection) => void
}

/**
 * Statements in the order in which they get connections. An organization has only a few that run or are next: its others are held
 * back until one of these has ended.
 */
export class StatementQueue<Connection> {
  readonly #mostOfOne: number
  readonly #next: Waiting<Connection>[] = []
  readonly #heldBack = new Map<string, Waiting<Connection>[]>()
  /** How many statements of an organization run or are next. */
  readonly #countOf = new Map<string, number>()

  /** @param mostOfOne statements of one organization that run or are next */
  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne
  }

  /** Statements that wait only for a connection. */
  get next(): number {
    return this.#next.length
  }

  /** All statements that wait. */
  get length(): number {
    return [...this.#heldBack.values()].reduce((sum, { length }) => sum + length, this.#next.length)
  }

  /** Counts a statement of an organization. False if it has as many as it may. */
  admit(owner: string | undefined): boolean {
    if (owner === undefined) return true
    const count = this.#countOf.get(owner) ?? 0
    if (count >= this.#mostOfOne) return false
    this.#countOf.set(owner, count + 1)
    return true
  }

  /** Lets the organization's next statement, if there is one, take the place of an admitted one that has ended. */
  release(owner: string | undefined): void {
    if (owner === undefined) return
    const heldBack = this.#heldBack.get(owner)
    const next = heldBack?.shift()
    if (heldBack?.length === 0) this.#heldBack.delete(owner)
    if (next !== undefined) {
      this.#next.push(next)
      return
    }
    const count = this.#countOf.get(owner)! - 1
    if (count === 0) this.#countOf.delete(owner)
    else this.#countOf.set(owner, count)
  }

  /** @param isAdmitted whether it was, and waits only for a connection */
  add(waiting: Waiting<Connection>, isAdmitted: boolean): void {
    if (isAdmitted) this.#next.push(waiting)
    else this.#heldBack.set(waiting.owner!, [...(this.#heldBack.get(waiting.owner!) ?? []), waiting])
  }

  /** Takes the one that is to have a connection now. Undefined: none waits only for that. */
  shift(): Waiting<Connection> | undefined {
    return this.#next.shift()
  }

  /** Takes a statement out that no longer waits. */
  remove(waiting: Waiting<Connection>): void {
    if (this.#removeHeldBack(waiting)) return
    this.#next.splice(this.#next.indexOf(waiting), 1)
    this.release(waiting.owner)
  }

  #removeHeldBack(waiting: Waiting<Connection>): boolean {
    const heldBack = this.#heldBack.get(waiting.owner ?? '')
    const index = heldBack?.indexOf(waiting) ?? -1
    if (index < 0) return false
    heldBack!.splice(index, 1)
    if (heldBack!.length === 0) this.#heldBack.delete(waiting.owner!)
    return true
  }
}
