/** Upper ends of the buckets, in seconds: from a step of the embedded model to an engine that hangs. */
export const DURATION_BOUNDS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Durations, counted in buckets: adding one costs some nanoseconds, so it may be done anywhere. */
export class Durations {
  /** How many fall into each bucket; the last one has those beyond all bounds. */
  readonly counts = new Array<number>(DURATION_BOUNDS.length + 1).fill(0)
  #sum = 0

  /** The sum of all of them, in seconds. */
  get sum(): number {
    return this.#sum
  }

  /** How many there are. */
  get count(): number {
    return this.counts.reduce((sum, each) => sum + each, 0)
  }

  add(seconds: number): void {
    let bucket = 0
    while (bucket < DURATION_BOUNDS.length && seconds > DURATION_BOUNDS[bucket]!) bucket++
    this.counts[bucket]!++
    this.#sum += seconds
  }
}
