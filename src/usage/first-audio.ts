/** The upper end of the first bucket (seconds). No model is so fast. */
const FIRST = 0.004
/** Ratio of each bucket's upper end to that of the bucket before. */
const GROWTH = 1.2
/** The last bucket has all times beyond about a minute. */
export const BUCKETS = 54

/** The bucket of a time to first audio, from 0. */
export function bucketOf(seconds: number): number {
  if (seconds <= FIRST) return 0
  return Math.min(BUCKETS - 1, Math.ceil(Math.log(seconds / FIRST) / Math.log(GROWTH)))
}

/**
 * A quantile of the times to first audio, in seconds. From 4 ms to a minute it is at most 10 % off.
 *
 * @param counts turns in each bucket; those at the end that are empty can be missing
 * @param part from 0 to 1
 * @returns null if there are no turns
 */
export function quantile(counts: readonly number[], part: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  const rank = Math.max(1, Math.ceil(part * all))
  let seen = 0
  const bucket = counts.findIndex((count) => {
    seen += count
    return seen >= rank
  })
  return middleOf(bucket)
}

/** The time of a bucket that is nearest to all of it, by ratio. */
function middleOf(bucket: number): number {
  return bucket === 0 ? FIRST : FIRST * GROWTH ** (bucket - 0.5)
}
