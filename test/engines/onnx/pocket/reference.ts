import { normalNoise } from '../../../../src/engines/onnx/pocket/noise.ts'
import {
  CHANNELS,
  FRAME,
  HEAD,
  HEADS,
  HOP,
  KERNEL,
  type PocketWeights,
  TAIL,
  TOKEN,
  type Weights,
} from '../../../support/onnx/pocket.ts'

type Row = readonly number[]

/** What is spoken in the reference. */
export interface ReferenceText {
  /** Frames of the voice, with what stands before them. */
  readonly voice: Float32Array
  readonly ids: readonly number[]
  /** Position at which the text ends. */
  readonly end: number
  readonly framesAfterEnd: number
  readonly mostFrames: number
}

/**
 * Speaks with the small model as its makers publish the algorithm, on whole sequences: nothing is remembered, everything is
 * computed again for each frame. It gives the samples of all texts, one after the other.
 */
export function referenceSpeech(
  weights: PocketWeights,
  texts: readonly ReferenceText[],
  { seed, temperature, flowSteps }: { seed: number; temperature: number; flowSteps: number },
): Float32Array {
  const noise = normalNoise(seed)
  const spoken = texts.map((text) => {
    const prompt = [...rowsOf(text.voice, TOKEN), ...text.ids.map((id) => rowOf(weights.tokens, id))]
    const read = prompt.map((row) => times(row, weights.tokenIn))
    const frames: Row[] = []
    let ended: number | undefined
    for (let step = 0; step < text.mostFrames; step++) {
      const heard = [rowOf(weights.start, 0), ...frames].map((row) => times(row, weights.frameIn))
      const last = transformed(weights, [...read, ...heard]).at(-1)!
      const position = read.length + step
      if (ended === undefined && position - (text.end + 3.5) > -4) ended = step
      if (ended !== undefined && step >= ended + text.framesAfterEnd) break
      const conditioning = times(last, weights.condition)
      let frame: Row = Array.from({ length: FRAME }, () => noise() * Math.sqrt(temperature))
      for (let i = 0; i < flowSteps; i++) {
        const direction = flow(weights, conditioning, i / flowSteps, (i + 1) / flowSteps, frame)
        frame = frame.map((number, at) => number + direction[at]! / flowSteps)
      }
      frames.push(frame)
    }
    return decoded(weights, frames)
  })
  return Float32Array.from(spoken.flat())
}

function flow(weights: PocketWeights, conditioning: Row, s: number, t: number, x: Row): Row {
  const parts = [
    times(conditioning, weights.flowCondition),
    times([s, t], weights.flowTimes),
    times(x, weights.flowFrame),
  ]
  return x.map((_, at) => Math.tanh(parts[0]![at]! + parts[1]![at]! + parts[2]![at]!))
}

/** The transformer's output for every position. */
function transformed({ layers }: PocketWeights, rows: readonly Row[]): Row[] {
  let x = [...rows]
  for (const layer of layers) {
    const queries = x.map((row) => times(row, layer.query))
    const keys = x.map((row) => times(row, layer.key))
    const values = x.map((row) => times(row, layer.value))
    x = x.map((row, at) => {
      const joined: number[] = []
      for (let head = 0; head < HEADS; head++) {
        const within = (vector: Row) => vector.slice(head * HEAD, (head + 1) * HEAD)
        const scores = keys
          .slice(0, at + 1)
          .map((key, other) => dot(within(queries[at]!), within(key)) / Math.sqrt(HEAD) - 0.1 * (at - other))
        const most = Math.max(...scores)
        const shares = scores.map((score) => Math.exp(score - most))
        const sum = shares.reduce((total, share) => total + share)
        for (let i = 0; i < HEAD; i++) {
          joined.push(
            shares.reduce((total, share, other) => total + (share / sum) * within(values[other]!)[i]!, 0),
          )
        }
      }
      const out = times(joined, layer.out)
      return row.map((number, i) => number + out[i]!)
    })
    x = x.map((row) => {
      const step = times(row, layer.step)
      return row.map((number, i) => number + Math.tanh(step[i]!))
    })
  }
  return x
}

/** The samples of all frames at once. */
function decoded({ conv, upsample }: PocketWeights, frames: readonly Row[]): number[] {
  const heard = [...Array.from({ length: KERNEL - 1 }, () => frames[0]!), ...frames]
  const samples = new Array<number>(frames.length * HOP + TAIL).fill(0)
  frames.forEach((_, at) => {
    for (let channel = 0; channel < CHANNELS; channel++) {
      let sum = 0
      for (let i = 0; i < FRAME; i++) {
        for (let k = 0; k < KERNEL; k++) {
          sum += heard[at + k]![i]! * conv.values[(channel * FRAME + i) * KERNEL + k]!
        }
      }
      const level = (Math.tanh(sum) * 0.5) / (1 + 0.01 * at)
      for (let i = 0; i < HOP + TAIL; i++)
        samples[at * HOP + i]! += level * upsample.values[channel * (HOP + TAIL) + i]!
    }
  })
  return samples.slice(0, frames.length * HOP)
}

function rowOf({ shape, values }: Weights, row: number): Row {
  const width = shape.at(-1)!
  return Array.from(values.subarray(row * width, (row + 1) * width))
}

function rowsOf(values: Float32Array, width: number): Row[] {
  return Array.from({ length: values.length / width }, (_, row) =>
    Array.from(values.subarray(row * width, (row + 1) * width)),
  )
}

function times(row: Row, { shape, values }: Weights): Row {
  const width = shape[1]!
  return Array.from({ length: width }, (_, column) =>
    row.reduce((sum, number, at) => sum + number * values[at * width + column]!, 0),
  )
}

function dot(one: Row, other: Row): number {
  return one.reduce((sum, number, at) => sum + number * other[at]!, 0)
}
