interface Queue {
  running: number
  readonly waiting: PromiseWithResolvers<void>[]
}

/**
 * Limits how many tasks of each owner run at a time. The tasks of an owner start in order; those of others do not wait for
 * them.
 */
export class KeyedSemaphore {
  readonly #max: number
  readonly #queues = new Map<string, Queue>()

  constructor(max: number) {
    this.#max = max
  }

  /**
   * Runs a task as soon as it is its turn.
   *
   * @throws what the task throws. The owner's tasks that still wait then fail with the same error, and are not started
   */
  async run<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(owner) ?? { running: 0, waiting: [] }
    this.#queues.set(owner, queue)
    if (queue.running < this.#max) queue.running++
    else await this.#turn(queue)
    try {
      return await task()
    } catch (cause) {
      for (const { reject } of queue.waiting.splice(0)) reject(cause)
      throw cause
    } finally {
      const next = queue.waiting.shift()
      if (next !== undefined) next.resolve()
      else if (--queue.running === 0) this.#queues.delete(owner)
    }
  }

  /**
   * Runs a task as soon as it is its turn. If it fails, those that wait are started all the same.
   *
   * @throws what the task throws
   */
  async runIndependently<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
    const outcome = await this.run(owner, async () => {
      const [settled] = await Promise.allSettled([task()])
      return settled
    })
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }

  /** Resolves when a task has ended and its place is free. */
  #turn(queue: Queue): Promise<void> {
    const turn = Promise.withResolvers<void>()
    queue.waiting.push(turn)
    return turn.promise
  }
}
