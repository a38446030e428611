import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { InferenceSession } from 'onnxruntime-node'
import { ModelError } from '../../shared/engine-kind.ts'
import { loadSession } from '../../shared/session.ts'
import type { LoadLocalModel } from '../local-model.ts'
import { readModelFile } from '../model-file.ts'
import { readNpy } from '../npy.ts'
import { FIRST_EXPORT, readBundle } from './bundle.ts'
import type { PocketConfig } from './config.ts'
import { type GraphName, graphFile } from './graph-files.ts'
import { LanguageModel } from './language-model.ts'
import { temperatureOf } from './languages.ts'
import { PocketModel } from './pocket-model.ts'
import { Tokenizer } from './sentencepiece/tokenizer.ts'
import { StatefulGraph } from './stateful-graph.ts'
import { Voices } from './voices.ts'

/** The defaults of the model's makers. */
const FLOW_STEPS = 1
const END_THRESHOLD = -4

/** Loads Pocket TTS: an export with a bundle.json, or the first one without. */
async function loadPocket(files: string, config: PocketConfig): Promise<PocketModel> {
  const folder = join(files, config.graphs ?? '')
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new ModelError(`There is no folder ${folder}. Download the model again.`, { cause })
  })
  const bundle = names.includes('bundle.json')
    ? readBundle(await Bun.file(join(folder, 'bundle.json')).text())
    : FIRST_EXPORT
  const load = async (graph: GraphName, inputs: readonly string[], outputs: readonly string[]) => {
    const file = graphFile(names, graph)
    if (file === undefined)
      throw new ModelError(`${graph}.onnx is missing in ${folder}. Download the model again.`)
    const session = await loadSession(join(folder, file)).catch((cause: unknown) => {
      throw new ModelError(`${join(folder, file)} cannot be loaded. Download it again.`, { cause })
    })
    checkNames(session, file, inputs, outputs)
    return { file, session }
  }
  const [conditioner, main, flow, decoder] = await Promise.all([
    load('text_conditioner', ['token_ids'], ['embeddings']),
    load('flow_lm_main', ['sequence', 'text_embeddings'], LanguageModel.outputs),
    load('flow_lm_flow', ['c', 's', 't', 'x'], ['flow_dir']),
    load('mimi_decoder', ['latent'], ['audio_frame']),
  ])
  const frameWidth = lastSize(main.session, main.file, 'sequence')
  const width = { frame: frameWidth, token: lastSize(main.session, main.file, 'text_embeddings') }
  const voiceStart =
    bundle.voiceStart && readNpy(await readModelFile(join(folder, bundle.voiceStart)), bundle.voiceStart)
  const language = new LanguageModel(
    new StatefulGraph(main.session, main.file, bundle.flowState),
    width,
    voiceStart || undefined,
  )
  const tokenizer = config.tokenizer ? join(files, config.tokenizer) : join(folder, bundle.tokenizer)
  const parts = {
    bundle,
    tokenizer: new Tokenizer(await readModelFile(tokenizer)),
    conditioner: conditioner.session,
    language,
    flow: flow.session,
    decoder: new StatefulGraph(decoder.session, decoder.file, bundle.decoderState),
    voices: await Voices.of(
      files,
      language,
      join(folder, graphFile(names, 'mimi_encoder') ?? 'mimi_encoder.onnx'),
    ),
    frameWidth,
  }
  return new PocketModel(parts, {
    temperature: config.temperature ?? temperatureOf(bundle.language),
    flowSteps: config.flow_steps ?? FLOW_STEPS,
    endThreshold: config.end_threshold ?? END_THRESHOLD,
  })
}

export default loadPocket satisfies LoadLocalModel<PocketConfig>

function checkNames(
  session: InferenceSession,
  file: string,
  inputs: readonly string[],
  outputs: readonly string[],
): void {
  const input = inputs.find((name) => !session.inputNames.includes(name))
  const output = outputs.find((name) => !session.outputNames.includes(name))
  if (input === undefined && output === undefined) return
  const missing = input === undefined ? `output "${output}"` : `input "${input}"`
  throw new ModelError(`${file} is not a graph of Pocket TTS that Purr knows: it has no ${missing}.`)
}

/** The size of the last axis of an input. */
function lastSize(session: InferenceSession, file: string, name: string): number {
  const input = session.inputMetadata.find((each) => each.name === name)
  const size = input?.isTensor ? input.shape.at(-1) : undefined
  if (typeof size === 'number') return size
  throw new ModelError(`${file} does not say how many numbers a row of "${name}" has.`)
}
