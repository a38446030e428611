/** Work is repeated until it has taken at least this long (microseconds). */
const MEASURABLE = 5000

/** Processor time of one run on this thread (microseconds). Other busy threads do not affect it. */
export function threadTime(work: () => unknown): number {
  const start = process.threadCpuUsage()
  let times = 0
  let spent = 0
  while (spent < MEASURABLE) {
    work()
    times++
    const { user, system } = process.threadCpuUsage(start)
    spent = user + system
  }
  return spent / times
}
