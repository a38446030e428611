import { cLibrary } from './c-library.ts'

/**
 * Gives memory that is free back to the system. Starting leaves much of it: JavaScript garbage, and what ONNX Runtime
 * needed to load its models, which glibc would keep (about 45 MB with two workers).
 */
export function returnFreeMemory(): void {
  Bun.gc(true)
  cLibrary({ malloc_trim: { args: ['usize'], returns: 'int' } })?.malloc_trim(0)
}
