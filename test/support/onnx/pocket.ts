import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { npyOf } from '../../../src/engines/onnx/npy.ts'
import { seeded } from '../random.ts'
import { type Dimension, GraphBuilder, type TensorType } from './graph-builder.ts'
import { sentencePieceFile, type WrittenPiece } from './sentencepiece-file.ts'

/** Sizes that the real graphs have: numbers of a frame and of a token, and samples of a frame. */
export const FRAME = 32
export const TOKEN = 1024
export const HOP = 1920
/** Samples of a frame's tail, which is added to the next frame. */
export const TAIL = 960

/** Sizes that are small here. */
export const LAYERS = 2
export const HEADS = 2
export const HEAD = 4
const INNER = HEADS * HEAD
export const CHANNELS = 4
/** Frames that the decoder's convolution hears at once. */
export const KERNEL = 3

const VOCABULARY: readonly WrittenPiece[] = [
  ['<unk>', 0, 2],
  ['▁', -3],
  ...Array.from(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäöüß.,!?'-;",
    (letter): WrittenPiece => [letter, -4],
  ),
]
export const TOKENIZER = sentencePieceFile(VOCABULARY, { removesExtraSpaces: false })

/** A matrix of random weights. */
export interface Weights {
  readonly shape: readonly number[]
  readonly values: Float32Array
}

/** All weights of a small Pocket TTS. */
export type PocketWeights = ReturnType<typeof pocketWeights>

/** Random weights; the same seed gives the same. */
export function pocketWeights(seed: number) {
  const random = seeded(seed)
  const make = (...shape: number[]): Weights => {
    const scale = Math.sqrt(3 / shape[0]!)
    const values = Float32Array.from({ length: sizeOf(shape) }, () => (2 * random() - 1) * scale)
    return { shape, values }
  }
  return {
    tokens: make(VOCABULARY.length, TOKEN),
    start: make(1, FRAME),
    frameIn: make(FRAME, INNER),
    tokenIn: make(TOKEN, INNER),
    layers: Array.from({ length: LAYERS }, () => ({
      query: make(INNER, INNER),
      key: make(INNER, INNER),
      value: make(INNER, INNER),
      out: make(INNER, INNER),
      step: make(INNER, INNER),
    })),
    condition: make(INNER, TOKEN),
    flowCondition: make(TOKEN, FRAME),
    flowTimes: make(2, FRAME),
    flowFrame: make(FRAME, FRAME),
    /** [channels, numbers of a frame, kernel], as Conv has it. */
    conv: make(CHANNELS, FRAME, KERNEL),
    /** [channels, 1, samples], as ConvTranspose has it. */
    upsample: make(CHANNELS, 1, HOP + TAIL),
    encode: make(HOP, TOKEN),
  }
}

export interface PocketOptions {
  /**
   * `first`: the export of January 2026, with no bundle.json. `bundle`: those since. `growing`: as the first, with a memory
   * that grows from run to run.
   */
  readonly layout: 'first' | 'bundle' | 'growing'
  /** Position of the memory, voice and text included, at which the text ends. */
  readonly end: number
  /** Positions of the memory. */
  readonly positions?: number
  /** Fields of bundle.json that are not as usual. */
  readonly bundle?: Readonly<Record<string, unknown>>
  /** Added to the names of all graphs but the last two, such as "_int8". */
  readonly suffix?: string
}

/** Writes a small Pocket TTS with the names, shapes and types of the true one's inputs and outputs. */
export async function writePocket(
  folder: string,
  weights: PocketWeights,
  options: PocketOptions,
): Promise<void> {
  const { layout, suffix = '' } = options
  await mkdir(folder, { recursive: true })
  const main = mainGraph(weights, options)
  const decoder = decoderGraph(weights)
  await Bun.write(join(folder, 'text_conditioner.onnx'), conditionerGraph(weights))
  await Bun.write(join(folder, `flow_lm_main${suffix}.onnx`), main.bytes)
  await Bun.write(join(folder, `flow_lm_flow${suffix}.onnx`), flowGraph(weights))
  await Bun.write(join(folder, 'mimi_decoder.onnx'), decoder.bytes)
  await Bun.write(join(folder, 'mimi_encoder.onnx'), encoderGraph(weights))
  await Bun.write(join(folder, 'tokenizer.model'), TOKENIZER)
  if (layout !== 'bundle') return
  await Bun.write(
    join(folder, 'bos_before_voice.npy'),
    npyOf({ shape: [1, 1, TOKEN], data: voiceStart(weights) }),
  )
  await Bun.write(
    join(folder, 'bundle.json'),
    JSON.stringify({
      schema_version: 2,
      language: 'english_2026-04',
      sample_rate: 24_000,
      frame_rate: 12.5,
      samples_per_frame: HOP,
      latent_dim: FRAME,
      conditioning_dim: TOKEN,
      max_token_per_chunk: 50,
      pad_with_spaces_for_short_inputs: false,
      remove_semicolons: false,
      model_recommended_frames_after_eos: null,
      insert_bos_before_voice: true,
      tokenizer_file: 'tokenizer.model',
      bos_before_voice_file: 'bos_before_voice.npy',
      flow_lm_state_manifest: main.state,
      mimi_state_manifest: decoder.state,
      ...options.bundle,
    }),
  )
}

/** What the small model has in bos_before_voice.npy. */
export function voiceStart({ tokens }: PocketWeights): Float32Array {
  return tokens.values.slice(0, TOKEN)
}

/** A voice: random frames as an encoder gives them. */
export function randomVoice(frames: number, seed: number): Float32Array {
  const random = seeded(seed)
  return Float32Array.from({ length: frames * TOKEN }, () => 2 * random() - 1)
}

interface StatefulBytes {
  readonly bytes: Uint8Array
  /** As bundle.json lists it. */
  readonly state: readonly object[]
}

/** Declares states one after the other, with what bundle.json says of them. */
class States {
  readonly list: object[] = []
  readonly #graph: GraphBuilder

  constructor(graph: GraphBuilder) {
    this.#graph = graph
  }

  input(
    path: string,
    type: TensorType,
    shape: readonly Dimension[],
    fill: string,
  ): { input: string; output: string } {
    const index = this.list.length
    const [module, key] = path.split('/')
    const names = { input: `state_${index}`, output: `out_state_${index}` }
    const entry = { index, path, module, key, shape, dtype: type, fill }
    this.list.push({ ...entry, input_name: names.input, output_name: names.output })
    this.#graph.input(names.input, type, shape)
    this.#graph.output(names.output, type, shape)
    return names
  }
}

function conditionerGraph({ tokens }: PocketWeights): Uint8Array {
  const graph = new GraphBuilder('text_conditioner')
  graph.input('token_ids', 'int64', [1, 'seq_len'])
  graph.node('Gather', [constant(graph, tokens), 'token_ids'], { axis: 0 }, ['embeddings'])
  graph.output('embeddings', 'float32', [1, 'seq_len', TOKEN])
  return graph.bytes()
}

/** A transformer with a memory of keys and values; what is further back counts less, by a tenth a position. */
function mainGraph(weights: PocketWeights, { layout, end, positions = 200 }: PocketOptions): StatefulBytes {
  const graph = new GraphBuilder('flow_lm_main')
  const int = (...values: number[]) => graph.constant('int64', [values.length], values)
  const float = (value: number) => graph.constant('float32', [1], [value])
  graph.input('sequence', 'float32', [1, 'seq_len', FRAME])
  graph.input('text_embeddings', 'float32', [1, 'text_len', TOKEN])
  const states = new States(graph)

  const heard = graph.node('Where', [
    graph.node('IsNaN', ['sequence']),
    constant(graph, weights.start),
    'sequence',
  ])
  const frames = graph.node('MatMul', [heard, constant(graph, weights.frameIn)])
  const words = graph.node('MatMul', ['text_embeddings', constant(graph, weights.tokenIn)])
  let x = graph.node('Concat', [words, frames], { axis: 1 })
  const length = graph.node('Gather', [graph.node('Shape', [x]), int(1)])
  const zero = graph.constant('int64', [], [0])
  const one = graph.constant('int64', [], [1])
  const scalar = (value: string) => graph.node('Squeeze', [value, int(0)])
  let before = ''
  weights.layers.forEach((layer, index) => {
    const module = `transformer.layers.${index}.self_attn`
    const memory = layout === 'growing' ? `positions_${index}` : positions
    const cache = states.input(`${module}/cache`, 'float32', [2, 1, memory, HEADS, HEAD], 'nan')
    const unused = states.input(`${module}/current_end`, 'float32', [0], 'empty')
    const step = states.input(`${module}/step`, 'int64', [1], 'zeros')
    const after = graph.node('Add', [step.input, length])
    const heads = (matrix: Weights) =>
      graph.node('Reshape', [graph.node('MatMul', [x, constant(graph, matrix)]), int(1, -1, HEADS, HEAD)])
    const added = graph.node(
      'Concat',
      [
        graph.node('Unsqueeze', [heads(layer.key), int(0)]),
        graph.node('Unsqueeze', [heads(layer.value), int(0)]),
      ],
      { axis: 0 },
    )
    const known = graph.node('Slice', [cache.input, int(0), step.input, int(2)])
    const all = graph.node('Concat', [known, added], { axis: 2 })
    const rest = graph.node('Slice', [cache.input, after, int(2 ** 31), int(2)])
    graph.node('Concat', [all, rest], { axis: 2 }, [cache.output])
    graph.node('Identity', [unused.input], {}, [unused.output])
    graph.node('Identity', [after], {}, [step.output])

    const query = graph.node('Transpose', [heads(layer.query)], { perm: [0, 2, 1, 3] })
    const key = graph.node('Transpose', [graph.node('Gather', [all, zero], { axis: 0 })], {
      perm: [0, 2, 3, 1],
    })
    const value = graph.node('Transpose', [graph.node('Gather', [all, one], { axis: 0 })], {
      perm: [0, 2, 1, 3],
    })
    const mine = graph.node('Range', [scalar(step.input), scalar(after), one])
    const theirs = graph.node('Range', [zero, scalar(after), one])
    const distance = graph.node(
      'Cast',
      [
        graph.node('Sub', [
          graph.node('Unsqueeze', [mine, int(1)]),
          graph.node('Unsqueeze', [theirs, int(0)]),
        ]),
      ],
      { to: 1 },
    )
    const likeness = graph.node('Mul', [graph.node('MatMul', [query, key]), float(1 / Math.sqrt(HEAD))])
    const nearer = graph.node('Sub', [likeness, graph.node('Mul', [distance, float(0.1)])])
    const isLater = graph.node('Less', [distance, float(0)])
    const scores = graph.node('Where', [isLater, float(-1e9), nearer])
    const attended = graph.node('MatMul', [graph.node('Softmax', [scores], { axis: -1 }), value])
    const joined = graph.node('Reshape', [
      graph.node('Transpose', [attended], { perm: [0, 2, 1, 3] }),
      int(1, -1, INNER),
    ])
    x = graph.node('Add', [x, graph.node('MatMul', [joined, constant(graph, layer.out)])])
    x = graph.node('Add', [x, graph.node('Tanh', [graph.node('MatMul', [x, constant(graph, layer.step)])])])
    before = step.input
  })
  // The first frame's place; zeros stand there when there is no frame.
  const texts = graph.node('Gather', [graph.node('Shape', ['text_embeddings']), int(1)])
  const spoken = graph.node('Slice', [x, texts, int(2 ** 31), int(1)])
  const none = graph.constant('float32', [1, 1, INNER], new Float32Array(INNER))
  const place = graph.node('Gather', [graph.node('Concat', [spoken, none], { axis: 1 }), zero], { axis: 1 })
  graph.node('MatMul', [place, constant(graph, weights.condition)], {}, ['conditioning'])
  graph.output('conditioning', 'float32', [1, TOKEN])
  // The text ends at a position: the logit passes -4 there.
  const late = graph.node('Sub', [graph.node('Cast', [before], { to: 1 }), float(end + 3.5)])
  graph.node('Reshape', [late, int(1, 1)], {}, ['eos_logit'])
  graph.output('eos_logit', 'float32', [1, 1])
  return { bytes: graph.bytes(), state: states.list }
}

function flowGraph(weights: PocketWeights): Uint8Array {
  const graph = new GraphBuilder('flow_lm_flow')
  graph.input('c', 'float32', ['batch', TOKEN])
  graph.input('s', 'float32', ['batch', 1])
  graph.input('t', 'float32', ['batch', 1])
  graph.input('x', 'float32', ['batch', FRAME])
  const times = graph.node('Concat', ['s', 't'], { axis: 1 })
  const sum = graph.node('Sum', [
    graph.node('MatMul', ['c', constant(graph, weights.flowCondition)]),
    graph.node('MatMul', [times, constant(graph, weights.flowTimes)]),
    graph.node('MatMul', ['x', constant(graph, weights.flowFrame)]),
  ])
  graph.node('Tanh', [sum], {}, ['flow_dir'])
  graph.output('flow_dir', 'float32', ['batch', FRAME])
  return graph.bytes()
}

/**
 * A convolution over frames, louder at first by their number, and a transposed one to samples. Before the first frame stands
 * that frame itself, as a flag tells that is true at the start.
 */
function decoderGraph(weights: PocketWeights): StatefulBytes {
  const graph = new GraphBuilder('mimi_decoder')
  const int = (...values: number[]) => graph.constant('int64', [values.length], values)
  const float = (value: number) => graph.constant('float32', [1], [value])
  graph.input('latent', 'float32', [1, 'seq_len', FRAME])
  const states = new States(graph)
  const first = states.input('decoder.conv/first', 'bool', [1], 'ones')
  const previous = states.input('decoder.conv/previous', 'float32', [1, FRAME, KERNEL - 1], 'zeros')
  const offset = states.input('decoder.attn/offset', 'int64', [1], 'zeros')
  const partial = states.input('upsample.convtr/partial', 'float32', [1, 1, TAIL], 'zeros')

  const frames = graph.node('Transpose', ['latent'], { perm: [0, 2, 1] })
  const opening = graph.node('Slice', [frames, int(0), int(1), int(2)])
  const behind = graph.node('Where', [first.input, opening, previous.input])
  const heard = graph.node('Concat', [behind, frames], { axis: 2 })
  graph.node('Slice', [heard, int(-(KERNEL - 1)), int(2 ** 31), int(2)], {}, [previous.output])
  graph.node('And', [first.input, graph.constant('bool', [1], [0])], {}, [first.output])

  const count = graph.node('Gather', [graph.node('Shape', ['latent']), int(1)])
  const after = graph.node('Add', [offset.input, count])
  graph.node('Identity', [after], {}, [offset.output])
  const scalar = (value: string) => graph.node('Squeeze', [value, int(0)])
  const numbers = graph.node('Range', [scalar(offset.input), scalar(after), graph.constant('int64', [], [1])])
  const gain = graph.node('Div', [
    float(0.5),
    graph.node('Add', [float(1), graph.node('Mul', [graph.node('Cast', [numbers], { to: 1 }), float(0.01)])]),
  ])
  const channels = graph.node('Tanh', [graph.node('Conv', [heard, constant(graph, weights.conv)])])
  const samples = graph.node(
    'ConvTranspose',
    [graph.node('Mul', [channels, gain]), constant(graph, weights.upsample)],
    { strides: [HOP] },
  )
  const head = graph.node('Slice', [samples, int(0), int(TAIL), int(2)])
  const body = graph.node('Slice', [samples, int(TAIL), int(-TAIL), int(2)])
  graph.node('Concat', [graph.node('Add', [head, partial.input]), body], { axis: 2 }, ['audio_frame'])
  graph.output('audio_frame', 'float32', [1, 1, 'samples'])
  graph.node('Slice', [samples, int(-TAIL), int(2 ** 31), int(2)], {}, [partial.output])
  return { bytes: graph.bytes(), state: states.list }
}

function encoderGraph({ encode }: PocketWeights): Uint8Array {
  const graph = new GraphBuilder('mimi_encoder')
  graph.input('audio', 'float32', [1, 1, 'audio_len'])
  const frames = graph.node('Reshape', ['audio', graph.constant('int64', [3], [1, -1, HOP])])
  graph.node('MatMul', [frames, constant(graph, encode)], {}, ['latents'])
  graph.output('latents', 'float32', [1, 'frames', TOKEN])
  return graph.bytes()
}

function constant(graph: GraphBuilder, { shape, values }: Weights): string {
  return graph.constant('float32', shape, values)
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1)
}
