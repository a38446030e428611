import { join } from 'node:path'
import { Tensor } from 'onnxruntime-node'
import type { LetterNetwork } from '../../languages/shared/pronunciation/letter-to-sound.ts'
import { loadSession } from '../shared/session.ts'

/** Loads a letter-to-sound network of a folder within a model's. Throws when a file is missing or damaged. */
export async function loadLetterNetwork(folder: string, within: string): Promise<LetterNetwork> {
  const session = await loadSession(join(folder, within, 'onnx/model.onnx'))
  return async (ids, rows, letters) => {
    const { logits } = await session.run({ input_ids: new Tensor('int64', ids, [rows, letters]) })
    return { scores: logits!.data as Float32Array, width: logits!.dims[2]! }
  }
}
