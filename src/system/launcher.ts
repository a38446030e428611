import { readFileSync, readlinkSync } from 'node:fs'

/** Time between two checks (milliseconds). */
const PERIOD = 250

/**
 * Calls back once the program ends through which npm started this process ("npx bun start"), on Linux. npm passes SIGTERM on
 * only to its shell, which ends and leaves its children behind without a word.
 */
export function onLauncherGone(act: () => void): void {
  if (!isStartedThroughNpm()) return
  const launcher = parentOf(process.ppid)
  const polling = setInterval(() => {
    if (parentOf(process.ppid) === launcher) return
    clearInterval(polling)
    act()
  }, PERIOD)
  polling.unref()
}

/** Whether "bun start" has started this process, and npm has started that. */
function isStartedThroughNpm(): boolean {
  if (!/\bnp[mx]-cli\.js$/.test(process.env.npm_execpath ?? '')) return false
  try {
    return readlinkSync(`/proc/${process.ppid}/exe`) === process.execPath
  } catch {
    return false
  }
}

/** The id of the parent of a process, or undefined if it is gone. */
function parentOf(pid: number): string | undefined {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
