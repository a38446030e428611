import { basename, dirname, join, resolve } from 'node:path'
import { env, Tensor, VitsModel } from '@huggingface/transformers'
import type { LetterNetwork } from '../../languages/shared/pronunciation/letter-to-sound.ts'
import { SESSION_OPTIONS } from './session.ts'

type LoadOptions = NonNullable<Parameters<typeof VitsModel.from_pretrained>[1]>

/** A class of transformers.js. */
interface PretrainedClass<Model> {
  from_pretrained(path: string, options: LoadOptions): Promise<unknown>
  readonly prototype: Model
}

/**
 * Loads a model of a local folder; nothing is ever fetched. Throws when a file is missing or damaged.
 *
 * @param graph path of its graph, without ".onnx" and what the precision adds to the name
 */
export async function loadPretrained<Model>(
  kind: PretrainedClass<Model>,
  folder: string,
  {
    dtype = 'fp32',
    graph = 'onnx/model',
  }: { readonly dtype?: LoadOptions['dtype']; readonly graph?: string } = {},
): Promise<Model> {
  env.allowRemoteModels = false
  const options: LoadOptions = {
    dtype,
    device: 'cpu',
    session_options: SESSION_OPTIONS,
    subfolder: dirname(graph) === '.' ? '' : dirname(graph),
    model_file_name: basename(graph),
  }
  // an absolute path is taken as it is: no name of a repository looks like one
  return (await kind.from_pretrained(resolve(folder), options)) as Model
}

/**
 * Loads the graph of a model's folder, or of a folder within it. VitsModel is the plainest of the library's classes: `forward`
 * gives any graph's outputs as they are. Throws when a file is missing or damaged.
 */
export function loadModel(folder: string, within = ''): Promise<VitsModel> {
  return loadPretrained(VitsModel, join(folder, within))
}

/** Loads a letter-to-sound network of a folder within a model's. Throws when a file is missing or damaged. */
export async function loadLetterNetwork(folder: string, within: string): Promise<LetterNetwork> {
  const model = await loadModel(folder, within)
  return async (ids, rows, letters) => {
    const { logits } = await model.forward({ input_ids: new Tensor('int64', ids, [rows, letters]) })
    return { scores: logits.data, width: logits.dims[2] }
  }
}
