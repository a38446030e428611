import type { SocketBudget } from './budgets.ts'
import { FRAME_WEIGHT } from './limits.ts'
import type { Message } from './socket.ts'

/** Average time between two attempts to read waiting messages (milliseconds). */
const PACE = 20

/**
 * The incoming messages of a client. Each is read at once if the socket's budget allows it. Otherwise it waits, and so do those
 * after it: none is lost, and their order stays.
 */
export class Inbox {
  readonly #budget: SocketBudget
  readonly #read: (message: Message) => void
  readonly #waiting: Message[] = []
  #weight = 0
  #timer: Timer | undefined
  #isForRefusals = false

  constructor(budget: SocketBudget, read: (message: Message) => void) {
    this.#budget = budget
    this.#read = read
  }

  /** Bytes of the messages that wait. */
  get weight(): number {
    return this.#weight
  }

  /** Whether they wait because too many frames were refused, not because too many were sent. */
  get isForRefusals(): boolean {
    return this.#isForRefusals
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  /** Reads a message, now or as soon as the budget allows it. */
  push(message: Message): void {
    if (this.isEmpty && this.#budget.wait() === 0) {
      this.#pass(message)
      return
    }
    this.#waiting.push(message)
    this.#weight += weight(message)
    this.#timer ??= this.#later()
  }

  /** Drops the messages that wait. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting.length = 0
    this.#weight = 0
  }

  #pass(message: Message): void {
    this.#budget.takeFrame(message.length)
    this.#read(message)
  }

  #goOn(): void {
    this.#timer = undefined
    while (!this.isEmpty && this.#budget.wait() === 0) {
      const message = this.#waiting.shift()!
      this.#weight -= weight(message)
      this.#pass(message)
    }
    if (!this.isEmpty) this.#timer = this.#later()
  }

  /** At a random moment, so that of several sockets with a shared budget not always the same one is first. */
  #later(): Timer {
    this.#isForRefusals = this.#budget.hasTooManyRefusals()
    const pause = PACE * (0.5 + Math.random())
    return setTimeout(() => this.#goOn(), Math.max(pause, this.#budget.wait()))
  }
}

function weight(message: Message): number {
  return message.length + FRAME_WEIGHT
}
