import { basename, dirname, join } from 'node:path'
import { env, Tensor, VitsModel } from '@huggingface/transformers'
import type { LetterNetwork } from '../../languages/shared/pronunciation/letter-to-sound.ts'
import { SESSION_OPTIONS } from './session.ts'

/**
 * Loads the graph of a model's folder, or of a folder within it; nothing is ever fetched. VitsModel is the plainest of
 * the library's classes: `forward` gives any graph's outputs as they are. Throws when a file is missing or damaged.
 */
export async function loadModel(folder: string, within = ''): Promise<VitsModel> {
  env.allowRemoteModels = false
  env.localModelPath = dirname(folder)
  const model = await VitsModel.from_pretrained(join(basename(folder), within), {
    dtype: 'fp32',
    device: 'cpu',
    session_options: SESSION_OPTIONS,
  })
  return model as VitsModel
}

/** Loads a letter-to-sound network of a folder within a model's. Throws when a file is missing or damaged. */
export async function loadLetterNetwork(folder: string, within: string): Promise<LetterNetwork> {
  const model = await loadModel(folder, within)
  return async (ids, rows, letters) => {
    const { logits } = await model.forward({ input_ids: new Tensor('int64', ids, [rows, letters]) })
    return { scores: logits.data, width: logits.dims[2] }
  }
}
