import type { ListedFile, ReadFile } from '../onnx/recognised-model.ts'

/** The largest file that is read into memory to recognise a model (bytes). */
export const LARGEST_READ = 32_000_000

/** Where a model comes from. */
export interface ModelSource {
  /** As the user knows it, such as onnx-community/Kokoro-82M-v1.0-ONNX. */
  readonly name: string
  /** Where exactly it was found, for config.json. */
  readonly origin: string
  /** Identifier of its licence. Undefined: it states none. */
  readonly license: string | undefined
  /** All that there is. No path leads out of a folder. */
  readonly files: readonly ListedFile[]
  /** Whether it is a folder of this machine. */
  readonly isFolder: boolean
  readonly read: ReadFile
  /**
   * Brings one file, whole and as its source has it. Called again after a failure, it goes on where it stopped.
   *
   * @param target an absolute path in a folder that exists
   * @param onBytes is called with the bytes that have been added; a negative number takes bytes back
   * @throws SourceError
   */
  bring(path: string, target: string, onBytes: (count: number) => void): Promise<void>
  /** Where a file lies until it is whole. Another version of the file has another path. */
  partOf(path: string, target: string): string
}

/** A model cannot be had from its source. The message says what to do. */
export class SourceError extends Error {}

/** True for a path that stays within the folder it is put into, on every system. */
export function isWithin(path: string): boolean {
  return !/[\\:\0]/.test(path) && path.split('/').every((part) => !['', '.', '..'].includes(part))
}
