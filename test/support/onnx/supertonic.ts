import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { random } from '@huggingface/transformers'
import { GraphBuilder } from './graph-builder.ts'

/** Sizes of the tiny models: the true ones are 24, 6, 512, 128. */
const LATENT_DIM = 3
const COMPRESSION = 2
const BASE_CHUNK = 4
const STYLE_DIM = 8
const STYLE_ROWS = 5
const HIDDEN = 4
const LATENT_SIZE = LATENT_DIM * COMPRESSION
const LATENT_SAMPLES = BASE_CHUNK * COMPRESSION
const RATE = 44_100

/** Characters that the tiny models know, in the order of their numbers. */
export const ALPHABET = ` !"'(),-.:;?</>abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\u0301\u0308`

interface Weights {
  readonly embedding: Float32Array
  readonly seconds: Float32Array
  readonly context: Float32Array
  readonly decoder: Float32Array
}

const WEIGHTS = weights()
/** The styles of the voices: "F1" and "M1". */
const STYLES: Readonly<Record<string, Float32Array>> = { F1: style(11), M1: style(12) }

function weights(): Weights {
  const generator = new random.Random(4)
  const drawn = (length: number, scale: number) =>
    Float32Array.from({ length }, () => generator.gauss(0, scale))
  return {
    embedding: drawn(ALPHABET.length * HIDDEN, 1),
    seconds: drawn(ALPHABET.length, 0.005),
    context: drawn(HIDDEN * LATENT_SIZE, 0.5),
    decoder: drawn(LATENT_SIZE * LATENT_SAMPLES, 0.4),
  }
}

function style(seed: number): Float32Array {
  const generator = new random.Random(seed)
  return Float32Array.from({ length: STYLE_ROWS * STYLE_DIM }, () => generator.gauss())
}

/** Writes a tiny model in the form of the hub, with the names, shapes and types of onnx-community/Supertonic-TTS-ONNX. */
export async function writeHubForm(files: string): Promise<void> {
  await mkdir(join(files, 'onnx'), { recursive: true })
  await mkdir(join(files, 'voices'), { recursive: true })
  const vocab = Object.fromEntries([...ALPHABET].map((character, id) => [character, id]))
  const written = {
    'config.json': {
      model_type: 'supertonic',
      architectures: ['SupertonicForConditionalGeneration'],
      sampling_rate: RATE,
      chunk_compress_factor: COMPRESSION,
      base_chunk_size: BASE_CHUNK,
      latent_dim: LATENT_DIM,
      style_dim: STYLE_DIM,
    },
    'tokenizer_config.json': { tokenizer_class: 'PreTrainedTokenizer', model_max_length: 1000 },
    'tokenizer.json': {
      version: '1.0',
      added_tokens: [],
      normalizer: null,
      pre_tokenizer: { type: 'Split', pattern: { Regex: '' }, behavior: 'Isolated', invert: false },
      post_processor: null,
      decoder: null,
      model: { type: 'WordLevel', vocab, unk_token: ' ' },
    },
  }
  for (const [name, content] of Object.entries(written)) {
    await Bun.write(join(files, name), JSON.stringify(content))
  }
  for (const [name, values] of Object.entries(STYLES))
    await Bun.write(join(files, `voices/${name}.bin`), values)
  await Bun.write(join(files, 'onnx/text_encoder.onnx'), hubTextEncoder())
  await Bun.write(join(files, 'onnx/latent_denoiser.onnx'), hubDenoiser())
  await Bun.write(join(files, 'onnx/voice_decoder.onnx'), decoder('latents', 'waveform'))
}

/** Writes a tiny model in its makers' form, with the names, shapes and types of Supertone/supertonic. */
export async function writeOriginalForm(files: string): Promise<void> {
  await mkdir(join(files, 'onnx'), { recursive: true })
  await mkdir(join(files, 'voice_styles'), { recursive: true })
  const indexer = new Array<number>(0x400).fill(-1)
  for (const [id, character] of [...ALPHABET].entries()) indexer[character.codePointAt(0)!] = id
  await Bun.write(join(files, 'onnx/unicode_indexer.json'), JSON.stringify(indexer))
  const config = {
    ae: { sample_rate: RATE, base_chunk_size: BASE_CHUNK },
    ttl: { chunk_compress_factor: COMPRESSION, latent_dim: LATENT_DIM },
  }
  await Bun.write(join(files, 'onnx/tts.json'), JSON.stringify(config))
  for (const [name, values] of Object.entries(STYLES)) {
    const rows = Array.from({ length: STYLE_ROWS }, (_, row) => [
      ...values.subarray(row * STYLE_DIM, (row + 1) * STYLE_DIM),
    ])
    const tensor = { dims: [1, STYLE_ROWS, STYLE_DIM], data: [rows], type: 'float32' }
    const file = join(files, `voice_styles/${name}.json`)
    await Bun.write(file, JSON.stringify({ style_ttl: tensor, style_dp: tensor }))
  }
  await Bun.write(join(files, 'onnx/duration_predictor.onnx'), durationPredictor())
  await Bun.write(join(files, 'onnx/text_encoder.onnx'), originalTextEncoder())
  await Bun.write(join(files, 'onnx/vector_estimator.onnx'), vectorEstimator())
  await Bun.write(join(files, 'onnx/vocoder.onnx'), decoder('latent', 'wav_tts'))
}

function hubTextEncoder(): Uint8Array {
  const graph = new GraphBuilder('text_encoder')
  const ids = graph.input('input_ids', 'int64', [1, 'n'])
  const mask = graph.input('attention_mask', 'int64', [1, 'n'])
  const styles = graph.input('style', 'float32', [1, STYLE_ROWS, STYLE_DIM])
  encoded(graph, ids, styles, 'last_hidden_state')
  seconds(graph, ids, graph.node('Cast', [mask], { to: 1 }), styles, 'durations')
  graph.output('last_hidden_state', 'float32', [1, 'n', HIDDEN])
  graph.output('durations', 'float32', [1])
  return graph.bytes()
}

function durationPredictor(): Uint8Array {
  const graph = new GraphBuilder('duration_predictor')
  const ids = graph.input('text_ids', 'int64', [1, 'n'])
  const styles = graph.input('style_dp', 'float32', [1, STYLE_ROWS, STYLE_DIM])
  const mask = graph.input('text_mask', 'float32', [1, 1, 'n'])
  seconds(graph, ids, graph.node('Squeeze', [mask, axes(graph, 1)]), styles, 'duration')
  graph.output('duration', 'float32', [1])
  return graph.bytes()
}

function originalTextEncoder(): Uint8Array {
  const graph = new GraphBuilder('text_encoder')
  const ids = graph.input('text_ids', 'int64', [1, 'n'])
  const styles = graph.input('style_ttl', 'float32', [1, STYLE_ROWS, STYLE_DIM])
  graph.input('text_mask', 'float32', [1, 1, 'n'])
  graph.node('Transpose', [encoded(graph, ids, styles)], { perm: [0, 2, 1] }, ['text_emb'])
  graph.output('text_emb', 'float32', [1, HIDDEN, 'n'])
  return graph.bytes()
}

function hubDenoiser(): Uint8Array {
  const graph = new GraphBuilder('latent_denoiser')
  const styles = graph.input('style', 'float32', [1, STYLE_ROWS, STYLE_DIM])
  const noisy = graph.input('noisy_latents', 'float32', [1, LATENT_SIZE, 'l'])
  const latentMask = graph.input('latent_mask', 'int64', [1, 'l'])
  const text = graph.input('encoder_outputs', 'float32', [1, 'n', HIDDEN])
  const mask = graph.input('attention_mask', 'int64', [1, 'n'])
  const step = graph.input('timestep', 'float32', [1])
  const steps = graph.input('num_inference_steps', 'float32', [1])
  const textMask = graph.node('Unsqueeze', [graph.node('Cast', [mask], { to: 1 }), axes(graph, 2)])
  const masked = graph.node('Unsqueeze', [graph.node('Cast', [latentMask], { to: 1 }), axes(graph, 1)])
  denoised(graph, { noisy, text, textMask, styles, step, steps, mask: masked }, 'denoised_latents')
  graph.output('denoised_latents', 'float32', [1, LATENT_SIZE, 'l'])
  return graph.bytes()
}

function vectorEstimator(): Uint8Array {
  const graph = new GraphBuilder('vector_estimator')
  const noisy = graph.input('noisy_latent', 'float32', [1, LATENT_SIZE, 'l'])
  const emb = graph.input('text_emb', 'float32', [1, HIDDEN, 'n'])
  const styles = graph.input('style_ttl', 'float32', [1, STYLE_ROWS, STYLE_DIM])
  const mask = graph.input('latent_mask', 'float32', [1, 1, 'l'])
  const textMask = graph.input('text_mask', 'float32', [1, 1, 'n'])
  const step = graph.input('current_step', 'float32', [1])
  const steps = graph.input('total_step', 'float32', [1])
  const text = graph.node('Transpose', [emb], { perm: [0, 2, 1] })
  const columns = graph.node('Transpose', [textMask], { perm: [0, 2, 1] })
  denoised(graph, { noisy, text, textMask: columns, styles, step, steps, mask }, 'denoised_latent')
  graph.output('denoised_latent', 'float32', [1, LATENT_SIZE, 'l'])
  return graph.bytes()
}

function decoder(input: string, output: string): Uint8Array {
  const graph = new GraphBuilder('decoder')
  const latents = graph.input(input, 'float32', [1, LATENT_SIZE, 'l'])
  const perLatent = graph.node('Transpose', [latents], { perm: [0, 2, 1] })
  const weight = graph.constant('float32', [LATENT_SIZE, LATENT_SAMPLES], WEIGHTS.decoder)
  const samples = graph.node('Tanh', [graph.node('MatMul', [perLatent, weight])])
  graph.node('Reshape', [samples, graph.constant('int64', [2], [1, -1])], {}, [output])
  graph.output(output, 'float32', [1, 'samples'])
  return graph.bytes()
}

/** An embedding, with the mean of the style added. */
function encoded(graph: GraphBuilder, ids: string, styles: string, output?: string): string {
  const table = graph.constant('float32', [ALPHABET.length, HIDDEN], WEIGHTS.embedding)
  const inputs = [graph.node('Gather', [table, ids]), mean(graph, styles)]
  return output === undefined ? graph.node('Add', inputs) : graph.node('Add', inputs, {}, [output])
}

/** The sum of what each character lasts, longer or shorter with the mean of the style. */
function seconds(graph: GraphBuilder, ids: string, mask: string, styles: string, output: string): void {
  const table = graph.constant('float32', [ALPHABET.length], WEIGHTS.seconds.map(Math.abs))
  const each = graph.node('Mul', [graph.node('Gather', [table, ids]), mask])
  const sum = graph.node('ReduceSum', [each, axes(graph, 1)], { keepdims: 0 })
  const factor = graph.node('Add', [mean(graph, styles), graph.constant('float32', [], [1])])
  graph.node('Mul', [sum, factor], {}, [output])
}

interface Denoised {
  readonly noisy: string
  readonly text: string
  readonly textMask: string
  readonly styles: string
  readonly step: string
  readonly steps: string
  readonly mask: string
}

/** Goes from the noise towards what the mean of the text says, in as many steps as there are. */
function denoised(graph: GraphBuilder, values: Denoised, output: string): void {
  const { noisy, text, textMask, styles, step, steps, mask } = values
  const masked = graph.node('Mul', [text, textMask])
  const average = graph.node('ReduceMean', [masked, axes(graph, 1)], { keepdims: 1 }) // [1, 1, hidden]
  const weight = graph.constant('float32', [HIDDEN, LATENT_SIZE], WEIGHTS.context)
  const context = graph.node('Transpose', [graph.node('MatMul', [average, weight])], { perm: [0, 2, 1] })
  const target = graph.node('Add', [context, mean(graph, styles)])
  const share = graph.node('Div', [graph.constant('float32', [1], [0.5]), graph.node('Sub', [steps, step])])
  const change = graph.node('Mul', [graph.node('Sub', [target, noisy]), share])
  graph.node('Mul', [graph.node('Add', [noisy, change]), mask], {}, [output])
}

function mean(graph: GraphBuilder, values: string): string {
  return graph.node('ReduceMean', [values], { keepdims: 0 })
}

function axes(graph: GraphBuilder, axis: number): string {
  return graph.constant('int64', [1], [axis])
}

/** What a tiny model is run with. */
export interface SupertonicRun {
  readonly form: 'hub' | 'original'
  /** As the model is given it. */
  readonly text: string
  readonly style: string
  readonly seed: number
  readonly steps: number
  readonly speed: number
}

/** The samples of a tiny model, in plain loops. */
export function supertonicSamples({ form, text, style: name, seed, steps, speed }: SupertonicRun): number[] {
  const ids = [...text].map((character) => ALPHABET.indexOf(character)).filter((id) => id >= 0)
  const values = STYLES[name]!
  const mood = values.reduce((sum, value) => sum + value, 0) / values.length
  const length = ids.reduce((sum, id) => sum + Math.abs(WEIGHTS.seconds[id]!), 0) * (1 + mood)
  const samples = (length / speed) * RATE
  const whole = Math.floor(samples)
  const count = Math.ceil((form === 'hub' ? samples : whole) / LATENT_SAMPLES)
  const average = Array.from(
    { length: HIDDEN },
    (_, at) => ids.reduce((sum, id) => sum + WEIGHTS.embedding[id * HIDDEN + at]! + mood, 0) / ids.length,
  )
  const target = Array.from(
    { length: LATENT_SIZE },
    (_, size) =>
      average.reduce((sum, value, at) => sum + value * WEIGHTS.context[at * LATENT_SIZE + size]!, 0) + mood,
  )
  const generator = new random.Random(seed)
  const latents = Array.from({ length: LATENT_SIZE }, () =>
    Array.from({ length: count }, () => Math.fround(generator.gauss())),
  )
  for (let step = 0; step < steps; step++) {
    for (const [size, row] of latents.entries()) {
      for (const [at, value] of row.entries())
        row[at] = value + ((target[size]! - value) * 0.5) / (steps - step)
    }
  }
  const waveform: number[] = []
  for (let at = 0; at < count; at++) {
    for (let sample = 0; sample < LATENT_SAMPLES; sample++) {
      const sum = latents.reduce(
        (total, row, size) => total + row[at]! * WEIGHTS.decoder[size * LATENT_SAMPLES + sample]!,
        0,
      )
      waveform.push(Math.tanh(sum))
    }
  }
  return waveform.slice(0, whole)
}
