/**
 * Does one task at a time. Owners take turns, and the tasks of each are done in their order: however many one owner has,
 * another's first waits for no more of them than the one that is being done.
 */
export class FairQueue {
  /** The tasks of each owner that wait; the owner whose turn it is comes first. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>()
  #isBusy = false

  /** Tasks that wait. */
  get length(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
  }

  /** Runs a task when its turn has come. Returns its result, or throws its error. */
  add<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const tasks = this.#waiting.get(owner) ?? []
    tasks.push(() => task().then(resolve, reject))
    this.#waiting.set(owner, tasks)
    if (!this.#isBusy) void this.#work()
    return promise
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    // An owner that is set again comes last, and is met again by this loop.
    for (const [owner, tasks] of this.#waiting) {
      await tasks.shift()!()
      this.#waiting.delete(owner)
      if (tasks.length > 0) this.#waiting.set(owner, tasks)
    }
    this.#isBusy = false
  }
}
