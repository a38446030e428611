import type { Clock } from '../../../src/bridges/calls/metronome.ts'

/** Time that goes on when it is told to. Its alarms may be late. */
export class ManualClock implements Clock {
  readonly #lateness: () => number
  readonly #alarms = new Set<{ readonly at: number; readonly callBack: () => void }>()
  #now = 0

  /** @param lateness of each alarm (milliseconds) */
  constructor(lateness = () => 0) {
    this.#lateness = lateness
  }

  /** Alarms that are set. */
  get pending(): number {
    return this.#alarms.size
  }

  now(): number {
    return this.#now
  }

  after(milliseconds: number, callBack: () => void): () => void {
    const alarm = { at: this.#now + milliseconds + this.#lateness(), callBack }
    this.#alarms.add(alarm)
    return () => this.#alarms.delete(alarm)
  }

  /** Lets time pass, and the alarms in it go off. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds
    while (true) {
      const [next] = [...this.#alarms].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
      if (next === undefined) break
      this.#alarms.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.callBack()
    }
    this.#now = end
  }

  /** Lets time pass in which nothing runs: the alarms in it go off at its end. */
  stall(milliseconds: number): void {
    this.#now += milliseconds
    this.advance(0)
  }
}
