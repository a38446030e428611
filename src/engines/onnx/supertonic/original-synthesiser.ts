import { join } from 'node:path'
import { random } from '@huggingface/transformers'
import { Type } from '@sinclair/typebox'
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { ModelError } from '../../shared/engine-kind.ts'
import { int64Tensor } from '../../shared/int64-tensor.ts'
import { loadSession } from '../../shared/session.ts'
import { readJson } from '../json-file.ts'
import { namesIn } from './names-in.ts'
import type { Synthesis, Synthesiser } from './synthesiser.ts'

/** Whose files are read, for messages. */
const MODEL = 'a Supertonic model'

const CONFIG = Type.Object({
  ae: Type.Object({
    sample_rate: Type.Integer({ minimum: 8000 }),
    base_chunk_size: Type.Integer({ minimum: 1 }),
  }),
  ttl: Type.Object({
    chunk_compress_factor: Type.Integer({ minimum: 1 }),
    latent_dim: Type.Integer({ minimum: 1 }),
  }),
})

/** The number of each character by its code point; negative where the model has none. */
const INDEXER = Type.Array(Type.Integer())

/** Numbers in rows, as deep as `dims` says. */
const STYLE_TENSOR = Type.Object({ dims: Type.Array(Type.Integer()), data: Type.Array(Type.Unknown()) })
const STYLE = Type.Object({ style_ttl: STYLE_TENSOR, style_dp: STYLE_TENSOR })

/** The style of a voice: one tensor for the latents, one for the duration. */
interface Style {
  readonly latents: Tensor
  readonly duration: Tensor
}

const NOTHING = new Float32Array()

interface OriginalParts {
  readonly sampleRate: number
  /** Samples of a latent. */
  readonly latentSamples: number
  /** Numbers of a latent. */
  readonly latentSize: number
  readonly indexer: readonly number[]
  readonly styles: ReadonlyMap<string, Style>
  readonly durationPredictor: InferenceSession
  readonly textEncoder: InferenceSession
  readonly vectorEstimator: InferenceSession
  readonly vocoder: InferenceSession
  readonly steps: number
}

/**
 * Supertonic in the form that its makers publish: four graphs, run as their reference does (supertone-inc/supertonic,
 * py/helper.py).
 */
export class OriginalSynthesiser implements Synthesiser {
  readonly sampleRate: number
  readonly styles: readonly string[]
  readonly #parts: OriginalParts

  private constructor(parts: OriginalParts) {
    this.#parts = parts
    this.sampleRate = parts.sampleRate
    this.styles = [...parts.styles.keys()]
  }

  /**
   * @param steps of the vector estimator
   * @throws ModelError
   */
  static async load(files: string, steps: number): Promise<OriginalSynthesiser> {
    const onnx = join(files, 'onnx')
    const { ae, ttl } = await readJson(join(onnx, 'tts.json'), CONFIG, MODEL)
    const [indexer, styles, durationPredictor, textEncoder, vectorEstimator, vocoder] = await Promise.all([
      readJson(join(onnx, 'unicode_indexer.json'), INDEXER, MODEL),
      loadStyles(join(files, 'voice_styles')),
      loadGraph(join(onnx, 'duration_predictor.onnx')),
      loadGraph(join(onnx, 'text_encoder.onnx')),
      loadGraph(join(onnx, 'vector_estimator.onnx')),
      loadGraph(join(onnx, 'vocoder.onnx')),
    ])
    return new OriginalSynthesiser({
      sampleRate: ae.sample_rate,
      latentSamples: ae.base_chunk_size * ttl.chunk_compress_factor,
      latentSize: ttl.latent_dim * ttl.chunk_compress_factor,
      indexer,
      styles,
      durationPredictor,
      textEncoder,
      vectorEstimator,
      vocoder,
      steps,
    })
  }

  async *speak({ text, style, speed, seed }: Synthesis): AsyncGenerator<Float32Array> {
    const { sampleRate, latentSamples, latentSize, steps, ...graphs } = this.#parts
    const { latents: style_ttl, duration: style_dp } = graphs.styles.get(style)!
    const ids = this.#ids(text)
    const text_ids = int64Tensor(ids, [1, ids.length])
    const text_mask = ones([1, 1, ids.length])
    const predicted = await first(graphs.durationPredictor, { text_ids, style_dp, text_mask })
    const samples = Math.floor(((predicted.data as Float32Array)[0]! / speed) * sampleRate)
    const text_emb = await first(graphs.textEncoder, { text_ids, style_ttl, text_mask })
    const length = Math.max(1, Math.ceil(samples / latentSamples))
    const latent_mask = ones([1, 1, length])
    let latents = noise([1, latentSize, length], seed)
    for (let step = 0; step < steps; step++) {
      latents = await first(graphs.vectorEstimator, {
        noisy_latent: latents,
        text_emb,
        style_ttl,
        text_mask,
        latent_mask,
        current_step: number(step),
        total_step: number(steps),
      })
      yield NOTHING
    }
    const waveform = await first(graphs.vocoder, { latent: latents })
    yield (waveform.data as Float32Array).subarray(0, samples)
  }

  /** What the model has no number for is left out. */
  #ids(text: string): number[] {
    const ids = Array.from(text, (character) => this.#parts.indexer[character.codePointAt(0)!] ?? -1)
    return ids.filter((id) => id >= 0)
  }
}

/** Runs a graph that has one output. */
async function first(graph: InferenceSession, inputs: Record<string, Tensor>): Promise<Tensor> {
  const outputs = await graph.run(inputs)
  return outputs[graph.outputNames[0]!]!
}

async function loadGraph(file: string): Promise<InferenceSession> {
  try {
    return await loadSession(file)
  } catch (cause) {
    throw new ModelError(`${file} is missing or damaged: download the model again`, { cause })
  }
}

async function loadStyles(folder: string): Promise<Map<string, Style>> {
  const styles = new Map<string, Style>()
  for (const name of await namesIn(folder, '.json')) {
    const file = join(folder, `${name}.json`)
    const { style_ttl, style_dp } = await readJson(file, STYLE, MODEL)
    styles.set(name, { latents: tensorOf(style_ttl, file), duration: tensorOf(style_dp, file) })
  }
  return styles
}

function tensorOf({ dims, data }: { dims: number[]; data: unknown[] }, file: string): Tensor {
  const values = data.flat(dims.length) as number[]
  if (values.length !== dims.reduce((product, size) => product * size, 1)) {
    throw new ModelError(
      `${file} has ${values.length} numbers where ${dims.join(' x ')} are due: download it again`,
    )
  }
  return new Tensor('float32', Float32Array.from(values), dims)
}

function ones(shape: readonly number[]): Tensor {
  return new Tensor('float32', new Float32Array(shape.at(-1)!).fill(1), shape)
}

function number(value: number): Tensor {
  return new Tensor('float32', Float32Array.of(value), [1])
}

/** Gaussian noise, the same for the same seed. */
function noise(shape: readonly number[], seed: number): Tensor {
  const generator = new random.Random(seed)
  const length = shape.reduce((product, size) => product * size, 1)
  return new Tensor(
    'float32',
    Float32Array.from({ length }, () => generator.gauss()),
    shape,
  )
}
