import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedFile, ReadFile } from '../../../src/engines/onnx/recognised-model.ts'

/** What a recogniser is given of a folder. A graph is not to be read: it might not be downloaded yet. */
export async function listing(folder: string): Promise<{ files: ListedFile[]; read: ReadFile }> {
  const files: ListedFile[] = []
  for (const path of await readdir(folder, { recursive: true })) {
    const found = await stat(join(folder, path))
    if (found.isFile()) files.push({ path, size: found.size })
  }
  const read: ReadFile = async (path) => {
    if (path.endsWith('.onnx')) throw new Error(`${path} is large`)
    return Bun.file(join(folder, path)).bytes()
  }
  return { files, read }
}
