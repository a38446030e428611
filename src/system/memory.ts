import { cLibrary } from './c-library.ts'

/**
 * Returns free memory to the system. The start leaves much of it: JavaScript garbage, and what ONNX Runtime needed to load
 * its models, which glibc would keep (about 45 MB with two workers).
 */
export function returnFreeMemory(): void {
  Bun.gc(true)
  cLibrary({ malloc_trim: { args: ['usize'], returns: 'int' } })?.malloc_trim(0)
}

/**
 * Frees the memory of bytes at once, if they have a buffer to themselves; they are empty afterwards. Otherwise large bodies
 * pile up, because the garbage collector waits until they take as much memory as everything else.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.detached) return
  if (buffer.byteLength === byteLength) buffer.transfer(0)
}
