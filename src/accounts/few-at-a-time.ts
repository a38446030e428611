interface Queue {
  running: number
  readonly waiting: PromiseWithResolvers<void>[]
}

/** Does work for many, for each of them a few pieces at a time and in order, so that nobody's crowd is ahead of others. */
export class FewAtATime {
  readonly #max: number
  readonly #queues = new Map<string, Queue>()

  constructor(max: number) {
    this.#max = max
  }

  /**
   * Does a piece of work as soon as it is its turn.
   *
   * @throws what the work throws; the pieces of the same one that still wait then fail with it, and are not begun
   */
  async run<Result>(whose: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(whose) ?? { running: 0, waiting: [] }
    this.#queues.set(whose, queue)
    if (queue.running < this.#max) queue.running++
    else await this.#turn(queue)
    try {
      return await work()
    } catch (cause) {
      for (const { reject } of queue.waiting.splice(0)) reject(cause)
      throw cause
    } finally {
      const next = queue.waiting.shift()
      if (next !== undefined) next.resolve()
      else if (--queue.running === 0) this.#queues.delete(whose)
    }
  }

  /** Resolves when one that is done gives its place away. */
  #turn(queue: Queue): Promise<void> {
    const turn = Promise.withResolvers<void>()
    queue.waiting.push(turn)
    return turn.promise
  }
}
