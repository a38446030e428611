import { random } from '@huggingface/transformers'
import { NOISE_LENGTH } from '../../../src/engines/onnx/vits/seeded-graph.ts'
import { GraphBuilder } from './graph-builder.ts'

/** Channels of the tiny models. */
const CHANNELS = 4
/** Samples that a frame gives. */
const HOP = 8
/** Samples a second of the tiny models. */
const TINY_RATE = 16_000
const SYMBOLS = 200
const SPEAKERS = 3
/** Noise of durations and latents in models of Hugging Face's form. */
const NOISE_W = 0.8
const NOISE = 0.667

/** Weights of a tiny VITS model, the same for the same seed. */
export interface TinyVits {
  readonly embedding: Float32Array
  readonly speakers: Float32Array
  readonly duration: Float32Array
  readonly decoder: Float32Array
}

export function tinyVits(seed: number): TinyVits {
  const generator = new random.Random(seed)
  const weights = (length: number, scale: number) =>
    Float32Array.from({ length }, () => generator.gauss(0, scale))
  return {
    embedding: weights(SYMBOLS * CHANNELS, 0.7),
    speakers: weights(SPEAKERS * CHANNELS, 0.7),
    duration: weights(CHANNELS, 0.5),
    decoder: weights(CHANNELS * HOP, 0.4),
  }
}

/** What a graph is made of, whoever exported it. */
interface Shared {
  readonly ids: string
  readonly noise: string
  readonly noiseW: string
  readonly lengthScale: string | undefined
  readonly speaker: string | undefined
}

/**
 * The graph of Piper's exports: `input`, `input_lengths`, `scales` and, with several speakers, `sid` give `output`.
 */
export function piperGraph(weights: TinyVits, hasSpeakers: boolean): Uint8Array {
  const graph = new GraphBuilder('tiny-piper')
  const ids = graph.input('input', 'int64', [1, 'phonemes'])
  graph.input('input_lengths', 'int64', [1])
  const scales = graph.input('scales', 'float32', [3])
  const speaker = hasSpeakers ? graph.input('sid', 'int64', [1]) : undefined
  const scale = (at: number) => graph.node('Gather', [scales, graph.constant('int64', [], [at])])
  const shared = { ids, noise: scale(0), lengthScale: scale(1), noiseW: scale(2), speaker }
  const samples = waveform(graph, weights, shared)
  graph.node('Reshape', [samples, graph.constant('int64', [4], [1, 1, 1, -1])], {}, ['output'])
  graph.output('output', 'float32', [1, 1, 1, 'time'])
  return graph.bytes()
}

/** The graph of Hugging Face's VitsModel: `input_ids` and `attention_mask` give `waveform`. */
export function mmsGraph(weights: TinyVits): Uint8Array {
  const graph = new GraphBuilder('tiny-mms')
  const ids = graph.input('input_ids', 'int64', [1, 'sequence_length'])
  graph.input('attention_mask', 'int64', [1, 'sequence_length'])
  const number = (value: number) => graph.constant('float32', [], [value])
  const shared = {
    ids,
    noise: number(NOISE),
    noiseW: number(NOISE_W),
    lengthScale: undefined,
    speaker: undefined,
  }
  const samples = waveform(graph, weights, shared)
  graph.node('Reshape', [samples, graph.constant('int64', [2], [1, -1])], {}, ['waveform'])
  graph.output('waveform', 'float32', [1, 'n_samples'])
  return graph.bytes()
}

/** Durations with noise, each symbol's channels repeated for them, noise again, and a decoder of one layer. */
function waveform(graph: GraphBuilder, weights: TinyVits, shared: Shared): string {
  const { ids, noise, noiseW, lengthScale, speaker } = shared
  const weight = (values: Float32Array, rows: number, columns: number) =>
    graph.constant('float32', [rows, columns], values)
  let encoded = graph.node('Gather', [weight(weights.embedding, SYMBOLS, CHANNELS), ids])
  if (speaker !== undefined) {
    const own = graph.node('Gather', [weight(weights.speakers, SPEAKERS, CHANNELS), speaker])
    encoded = graph.node('Add', [encoded, own])
  }
  const plain = graph.node('MatMul', [encoded, weight(weights.duration, CHANNELS, 1)])
  const random1 = graph.node('RandomNormalLike', [plain], { dtype: 1 })
  const noisy = graph.node('Add', [plain, graph.node('Mul', [random1, noiseW])])
  let exact = graph.node('Exp', [noisy])
  if (lengthScale !== undefined) exact = graph.node('Mul', [exact, lengthScale])
  const durations = graph.node('Ceil', [exact]) // [1, n, 1]
  const ends = graph.node('CumSum', [durations, graph.constant('int64', [], [1])])
  const starts = graph.node('Sub', [ends, durations])
  const total = graph.node('ReduceSum', [durations, ''], { keepdims: 0 })
  const zero = graph.constant('float32', [], [0])
  const one = graph.constant('float32', [], [1])
  const frames = graph.node('Range', [zero, total, one])
  const row = graph.node('Reshape', [frames, graph.constant('int64', [3], [1, 1, -1])])
  const after = graph.node('Not', [graph.node('Less', [row, starts])])
  const before = graph.node('Less', [row, ends])
  const path = graph.node('Cast', [graph.node('And', [after, before])], { to: 1 }) // [1, n, frames]
  const aligned = graph.node('MatMul', [graph.node('Transpose', [encoded], { perm: [0, 2, 1] }), path])
  const random2 = graph.node('RandomNormalLike', [aligned], { dtype: 1 })
  const latents = graph.node('Add', [aligned, graph.node('Mul', [random2, noise])]) // [1, channels, frames]
  const perFrame = graph.node('Transpose', [latents], { perm: [0, 2, 1] })
  return graph.node('Tanh', [graph.node('MatMul', [perFrame, weight(weights.decoder, CHANNELS, HOP)])])
}

/** What a tiny model is run with. */
export interface VitsRun {
  readonly ids: readonly number[]
  readonly seed: number
  readonly lengthScale: number
  readonly noise?: number
  readonly noiseW?: number
  readonly speaker?: number
}

/** The samples of a tiny model, in plain loops. */
export function vitsSamples(weights: TinyVits, run: VitsRun): number[] {
  const { seed, noise = NOISE } = run
  const drawn = noiseFrom(seed)
  const encoded = encodedSymbols(weights, run)
  const durations = vitsDurations(weights, run)
  const frames = encoded.flatMap((channels, at) => new Array<number[]>(durations[at]!).fill(channels))
  return frames.flatMap((channels, frame) => {
    const latents = channels.map(
      (value, channel) => value + noise * drawn(1, channel * frames.length + frame),
    )
    return Array.from({ length: HOP }, (_, sample) =>
      Math.tanh(
        latents.reduce((sum, value, channel) => sum + value * weights.decoder[channel * HOP + sample]!, 0),
      ),
    )
  })
}

/** The frames that each id of a tiny model lasts, in plain loops. */
function vitsDurations(weights: TinyVits, run: VitsRun): number[] {
  const { seed, lengthScale, noiseW = NOISE_W } = run
  const drawn = noiseFrom(seed)
  return encodedSymbols(weights, run).map((channels, at) => {
    const plain = channels.reduce((sum, value, channel) => sum + value * weights.duration[channel]!, 0)
    return Math.ceil(Math.exp(plain + noiseW * drawn(0, at)) * lengthScale)
  })
}

/** When a stretch of ids of a tiny model is heard, in seconds. */
export function vitsTime(
  weights: TinyVits,
  run: VitsRun,
  { from, to }: { readonly from: number; readonly to: number },
): { start: number; end: number } {
  const durations = vitsDurations(weights, run)
  const seconds = (count: number) =>
    (durations.slice(0, count).reduce((sum, each) => sum + each, 0) * HOP) / TINY_RATE
  return { start: seconds(from), end: seconds(to) }
}

function encodedSymbols(weights: TinyVits, { ids, speaker }: VitsRun): number[][] {
  return ids.map((id) =>
    Array.from(
      { length: CHANNELS },
      (_, channel) =>
        weights.embedding[id * CHANNELS + channel]! +
        (speaker === undefined ? 0 : weights.speakers[speaker * CHANNELS + channel]!),
    ),
  )
}

/** The noise that stands in for a graph's n-th random node. */
function noiseFrom(seed: number): (node: number, at: number) => number {
  const generator = new random.Random(0x5eed)
  const table = Float32Array.from({ length: NOISE_LENGTH }, () => generator.gauss())
  const start = (Math.imul(seed, 0x9e3779b1) >>> 0) % NOISE_LENGTH
  return (node, at) => table[(start + node * 65_537 + at) % NOISE_LENGTH]!
}
