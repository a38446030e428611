/** Work is repeated until it has taken at least this long (microseconds). Some machines count in ticks of 4 ms. */
const MEASURABLE = 5000

/**
 * Processor time of one run on this thread (microseconds). Other busy threads do not affect it.
 * @param least how long to repeat the work for (microseconds): the longer, the more exact
 */
function threadTime(work: () => unknown, least = MEASURABLE): number {
  const start = process.threadCpuUsage()
  let times = 0
  let spent = 0
  while (spent < least) {
    work()
    times++
    const { user, system } = process.threadCpuUsage(start)
    spent = user + system
  }
  return spent / times
}

/**
 * Each attempt measures twice as long as the one before: neither a collection of garbage nor a coarse clock must look like slow
 * work.
 */
const ATTEMPTS = 8

/**
 * How many times as long one work takes as another: the first attempt whose best times are within the limit, or the best times
 * of all.
 */
export function timesAsLong(work: () => unknown, reference: () => unknown, limit: number): number {
  let [best, bestReference] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let attempt = 0; attempt < ATTEMPTS && !(best < limit * bestReference); attempt++) {
    const least = MEASURABLE * 2 ** attempt
    best = Math.min(best, threadTime(work, least))
    bestReference = Math.min(bestReference, threadTime(reference, least))
  }
  return best / bestReference
}
