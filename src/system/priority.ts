import { getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of this process. It stays as low as it was started, if that is lower: only root may raise it.
 *
 * @param niceness 0 for as high as that of other processes, to 19: each step up gets about a fifth less time
 */
export function lowerPriority(niceness: number): void {
  setPriority(Math.max(niceness, getPriority()))
}
