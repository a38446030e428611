/** Work is repeated until it has taken at least this long (microseconds). Some machines count in ticks of 4 ms. */
const MEASURABLE = 5000

/**
 * Processor time of one run on this thread (microseconds). Other busy threads do not affect it.
 * @param least how long to repeat the work for (microseconds): the longer, the more exact
 */
export function threadTime(work: () => unknown, least = MEASURABLE): number {
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
