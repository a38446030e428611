import { basename, dirname, resolve } from 'node:path'
import { AutoTokenizer, env, type PreTrainedModel, type PreTrainedTokenizer } from '@huggingface/transformers'
import { SESSION_OPTIONS } from '../shared/session.ts'

type LoadOptions = NonNullable<Parameters<typeof PreTrainedModel.from_pretrained>[1]>

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

/** Loads the tokenizer of a local folder; nothing is ever fetched. Throws when it is missing or damaged. */
export function loadTokenizer(folder: string): Promise<PreTrainedTokenizer> {
  env.allowRemoteModels = false
  return AutoTokenizer.from_pretrained(resolve(folder))
}
