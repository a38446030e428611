import { existsSync, readFileSync } from 'node:fs'

/** Whether a process runs: one that has ended and waits for its parent does not, one of another user does. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return !existsSync('/proc/self') // it has ended meanwhile
  }
}
