/** Upper ends of the buckets, in seconds: from a step of the embedded model to an engine that hangs. */
export const DURATION_BOUNDS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How many durations fall into each bucket, and their sum in seconds. */
export interface DurationCounts {
  /** The last one has those beyond all bounds. */
  readonly counts: readonly number[]
  readonly sum: number
}

/** How many durations there are. */
export function countOf({ counts }: Pick<DurationCounts, 'counts'>): number {
  return counts.reduce((sum, each) => sum + each, 0)
}

/**
 * A quantile of the durations, in seconds: those within a bucket are taken as evenly spread, as Prometheus does.
 *
 * @param part from 0 to 1
 * @returns undefined if there are none
 */
export function quantile(durations: DurationCounts, part: number): number | undefined {
  const { counts } = durations
  const all = countOf(durations)
  if (all === 0) return undefined
  const rank = part * all
  let below = 0
  for (const [bucket, upper] of DURATION_BOUNDS.entries()) {
    const count = counts[bucket]!
    if (count > 0 && below + count >= rank) {
      const lower = DURATION_BOUNDS[bucket - 1] ?? 0
      return lower + ((upper - lower) * (rank - below)) / count
    }
    below += count
  }
  return DURATION_BOUNDS.at(-1)
}

/** The durations of some that were not among earlier ones. */
export function durationsSince(now: DurationCounts, earlier: DurationCounts): DurationCounts {
  return {
    counts: now.counts.map((count, bucket) => count - earlier.counts[bucket]!),
    sum: now.sum - earlier.sum,
  }
}

/** Durations, counted in buckets: adding one costs some nanoseconds, so it may be done anywhere. */
export class Durations implements DurationCounts {
  /** How many fall into each bucket; the last one has those beyond all bounds. */
  readonly counts = new Array<number>(DURATION_BOUNDS.length + 1).fill(0)
  #sum = 0

  /** The sum of all of them, in seconds. */
  get sum(): number {
    return this.#sum
  }

  /** How many there are. */
  get count(): number {
    return countOf(this)
  }

  add(seconds: number): void {
    let bucket = 0
    while (bucket < DURATION_BOUNDS.length && seconds > DURATION_BOUNDS[bucket]!) bucket++
    this.counts[bucket]!++
    this.#sum += seconds
  }
}
