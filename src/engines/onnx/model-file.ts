import { ModelError } from '../shared/engine-kind.ts'

/**
 * Reads a file of a model.
 *
 * @throws ModelError when it is missing or cannot be read
 */
export async function readModelFile(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await Bun.file(file).bytes()
  } catch (cause) {
    throw new ModelError(`${file} cannot be read: download the model again`, { cause })
  }
}
