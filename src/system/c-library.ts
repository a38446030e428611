import { dlopen, type FFIFunction, type Library } from 'bun:ffi'
import { constants } from 'node:os'

const MUSL = `libc.musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`

/** Functions of the system's C library (macOS, glibc or musl); undefined if none of these libraries is there and has them all. */
export function cLibrary<Functions extends Record<string, FFIFunction>>(
  functions: Functions,
): Library<Functions>['symbols'] | undefined {
  for (const name of ['libSystem.B.dylib', 'libc.so.6', MUSL]) {
    try {
      return dlopen(name, functions).symbols
    } catch {
      // another system's library
    }
  }
  return undefined
}

const PRIO_PROCESS = 0

/**
 * Lowers the priority of the calling thread, on Linux, where priorities belong to threads. A thread that computes for long
 * would otherwise delay the one that answers requests. It stays as low as it was started, if that is lower.
 *
 * @param niceness 0 for as high as that of other threads, to 19: each step up gets about a fifth less time
 */
export function lowerThreadPriority(niceness: number): void {
  if (process.platform !== 'linux') return
  const library = cLibrary({
    getpriority: { args: ['int', 'u32'], returns: 'int' },
    setpriority: { args: ['int', 'u32', 'int'], returns: 'int' },
  })
  library?.setpriority(PRIO_PROCESS, 0, Math.max(niceness, library.getpriority(PRIO_PROCESS, 0)))
}

/** Changes a trait of this process that only Linux has. False if it could not. */
export function prctl(option: number, value: number): boolean {
  if (process.platform !== 'linux') return false
  const library = cLibrary({ prctl: { args: ['int', 'u64', 'u64', 'u64', 'u64'], returns: 'int' } })
  return library?.prctl(option, value, 0, 0, 0) === 0
}

const PR_SET_PDEATHSIG = 1

/**
 * Has the system kill this process when its parent ends, even in the middle of a computation. Only Linux can do it;
 * elsewhere the process goes on.
 *
 * @param parent the id of the process that has started this one
 */
export function endWithParent(parent: number): void {
  prctl(PR_SET_PDEATHSIG, constants.signals.SIGKILL)
  // It may have ended before.
  if (process.ppid !== parent) process.exit(1)
}
