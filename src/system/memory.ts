import { cLibrary } from './c-library.ts'

/**
 * Gives memory that is free back to the system. Starting leaves much of it: JavaScript garbage, and what ONNX Runtime
 * needed to load its models, which glibc would keep (about 45 MB with two workers).
 */
export function returnFreeMemory(): void {
  Bun.gc(true)
  cLibrary({ malloc_trim: { args: ['usize'], returns: 'int' } })?.malloc_trim(0)
}

/**
 * Gives the memory of bytes back at once, when they have a buffer to themselves; they are empty then. Without it large
 * bodies pile up: the garbage collector lets them come to as much as all else that the server has in memory.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.detached) return
  if (buffer.byteLength === byteLength) buffer.transfer(0)
}
