import { cLibrary } from './c-library.ts'

const PRIO_PROCESS = 0
const NICENESS = 5

/**
 * Lets the calling thread step back behind the others of the process, on Linux, where priorities belong to threads:
 * one that computes for long would otherwise make one that answers wait.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  const library = cLibrary({ setpriority: { args: ['int', 'u32', 'int'], returns: 'int' } })
  library?.setpriority(PRIO_PROCESS, 0, NICENESS)
}
