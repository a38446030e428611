import { dlopen, type FFIFunction, type Library } from 'bun:ffi'

const MUSL = `libc.musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`

/** Functions of the system's C library (macOS, glibc or musl); undefined where it has none of this name. */
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
