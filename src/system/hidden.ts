import { prctl } from './c-library.ts'

const PR_SET_DUMPABLE = 4

/**
 * Hides the environment and the memory of this process from other processes of its user, on Linux: only root can read them from
 * now on, and there are no core dumps. Processes that it starts are not hidden.
 */
export function hideFromOthers(): void {
  prctl(PR_SET_DUMPABLE, 0)
}
