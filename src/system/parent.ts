import { constants } from 'node:os'
import { cLibrary } from './c-library.ts'

const PR_SET_PDEATHSIG = 1

/**
 * Has this process killed when its parent ends, however that ends and whatever this one computes at the time. Only Linux
 * can do it; elsewhere the process goes on.
 *
 * @param parent the id of the process that has started this one
 */
export function endWithParent(parent: number): void {
  if (process.platform === 'linux') {
    const library = cLibrary({ prctl: { args: ['int', 'u64', 'u64', 'u64', 'u64'], returns: 'int' } })
    library?.prctl(PR_SET_PDEATHSIG, constants.signals.SIGKILL, 0, 0, 0)
  }
  // It may have ended before.
  if (process.ppid !== parent) process.exit(1)
}
