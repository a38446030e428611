/** Less is not measured, but repeated until it comes to so much (microseconds). */
const MEASURABLE = 5000

/** What work takes of this thread (microseconds), so that others that are busy do not count. */
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
