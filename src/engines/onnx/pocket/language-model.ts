import { ModelError } from '../../shared/engine-kind.ts'
import type { NumpyArray } from '../npy.ts'
import type { GraphState, StatefulGraph } from './stateful-graph.ts'
import { copyCommon, dataOf, floats, newTensor, sizeOf, type TensorData } from './tensor-data.ts'
import type { VoicePrompt } from './voice-prompt.ts'

const OUTPUTS = ['conditioning', 'eos_logit'] as const

/** What the language model remembers of a voice before it reads any text. */
export interface VoiceState {
  /** The stored tensors by input name; of the memory, only the used positions. */
  readonly stored: ReadonlyMap<string, TensorData>
  /** Positions of the memory that the voice takes. */
  readonly positions: number
}

/** What the language model computes for a frame. */
export interface FrameCondition {
  /** Input of the flow that generates the frame. */
  readonly conditioning: Float32Array
  /** How sure the model is that the text ends here. */
  readonly endLogit: number
}

/** `flow_lm_main`: reads a voice and a text, and then hears its own frames, each of which leads to the next. */
export class LanguageModel {
  readonly #graph: StatefulGraph
  /** Numbers of a frame, and of a token's embedding. */
  readonly #width: { readonly frame: number; readonly token: number }
  readonly #voiceStart: NumpyArray | undefined
  /** Positions of its memory: voice, text and frames share them. */
  readonly positions: number

  /** @param voiceStart what stands before the frames of a voice: `bos_before_voice.npy` */
  constructor(
    graph: StatefulGraph,
    width: { readonly frame: number; readonly token: number },
    voiceStart: NumpyArray | undefined,
  ) {
    this.#graph = graph
    this.#width = width
    this.#voiceStart = voiceStart
    const fixed = graph.entries.filter((entry) => isMemory(entry.shape) && entry.isFixed)
    this.positions = Math.min(Number.POSITIVE_INFINITY, ...fixed.map(({ shape }) => shape[2]!))
  }

  static readonly outputs = OUTPUTS

  /**
   * Hears a voice.
   *
   * @param name of the voice, for errors
   * @throws ModelError when it does not belong to this model, or leaves no room for text
   */
  async hear({ frames, width, data }: VoicePrompt, name: string): Promise<VoiceState> {
    if (width !== this.#width.token) {
      throw new ModelError(
        `The voice ${name} has ${width} numbers a frame, and the model ${this.#width.token}: it is of another model.`,
      )
    }
    const start = this.#voiceStart?.data ?? new Float32Array()
    const prompt = new Float32Array(start.length + data.length)
    prompt.set(start)
    prompt.set(data, start.length)
    const positions = start.length / width + frames
    this.#checkRoom(positions, name)
    const state = this.#graph.begin()
    try {
      await this.#run(state, new Float32Array(), prompt)
      return { stored: this.#snapshot(state, positions), positions }
    } finally {
      this.#graph.end(state)
    }
  }

  /**
   * Takes a voice that was heard before and stored by the model's makers: its tensors under `module/key`.
   *
   * @param name of the voice, for errors
   * @throws ModelError when it does not belong to this model
   */
  recall(tensors: ReadonlyMap<string, TensorData>, name: string): VoiceState {
    const memories = [...tensors].filter(([key]) => key.endsWith('/cache')).sort(byName)
    const own = this.#graph.entries.filter(({ shape }) => isMemory(shape))
    const positions = memories[0]?.[1].shape[2]
    if (positions === undefined || memories.length !== own.length) {
      throw new ModelError(
        `The voice ${name} has the memory of ${memories.length} layers, and the model ${own.length} layers: it is of another model.`,
      )
    }
    const used = usedPositions(tensors) ?? positions
    this.#checkRoom(used, name)
    const stored = new Map<string, TensorData>()
    let layer = 0
    for (const { input, path, shape, type } of this.#graph.entries) {
      if (isMemory(shape)) {
        const memory = (path === undefined ? undefined : tensors.get(path)) ?? memories[layer]![1]
        layer++
        if (!fits(memory.shape, shape)) {
          throw new ModelError(
            `The voice ${name} has a memory of [${memory.shape}], and the model of [${shape}]: it is of another model.`,
          )
        }
        stored.set(input, cropped(memory, used))
      } else if (type === 'int64') {
        stored.set(input, { type, shape: [1], data: BigInt64Array.of(BigInt(used)) })
      }
    }
    return { stored, positions: used }
  }

  /** Reads a text after a voice. Pass what it returns to `end`. */
  async read(voice: VoiceState, embeddings: Float32Array): Promise<GraphState> {
    const state = this.#graph.begin(voice.stored)
    await this.#run(state, new Float32Array(), embeddings)
    return state
  }

  /** What follows a frame. @param frame NaN for what stands before the first one */
  async follow(state: GraphState, frame: Float32Array): Promise<FrameCondition> {
    return this.#run(state, frame, new Float32Array())
  }

  end(state: GraphState): void {
    this.#graph.end(state)
  }

  async #run(state: GraphState, frames: Float32Array, embeddings: Float32Array): Promise<FrameCondition> {
    const { frame, token } = this.#width
    const inputs = {
      sequence: floats(frames, [1, frames.length / frame, frame]),
      text_embeddings: floats(embeddings, [1, embeddings.length / token, token]),
    }
    const { conditioning, eos_logit } = await this.#graph.run(state, inputs, OUTPUTS)
    return { conditioning: conditioning!.data as Float32Array, endLogit: Number(eos_logit!.data[0]) }
  }

  #checkRoom(positions: number, name: string): void {
    if (positions < this.positions) return
    throw new ModelError(
      `The voice ${name} takes ${positions} positions of the model's memory, which has ${this.positions}: take a shorter clip.`,
    )
  }

  /** A copy of a state, of whose memory only the first positions are used. */
  #snapshot(state: GraphState, positions: number): Map<string, TensorData> {
    return new Map(
      this.#graph.entries.map(({ input, shape }) => {
        const data = dataOf(state.tensors[input]!)
        return [input, cropped(data, isMemory(shape) ? positions : Number.POSITIVE_INFINITY)]
      }),
    )
  }
}

/** Memory is [keys and values, 1, positions, heads, numbers of a head]. */
function isMemory(shape: readonly number[]): boolean {
  return shape.length === 5
}

/** Whether a stored memory has the shape of the model's, but for the positions. */
function fits(stored: readonly number[], own: readonly number[]): boolean {
  return stored.length === own.length && stored.every((size, axis) => axis === 2 || size === own[axis])
}

/** How many positions are used: newer files say it in `offset` or `step`, older ones by the length of `current_end`. */
function usedPositions(tensors: ReadonlyMap<string, TensorData>): number | undefined {
  for (const [key, { data, shape }] of tensors) {
    if (/\/(offset|step)$/.test(key)) return Number(data[0])
    if (key.endsWith('/current_end') && shape[0]! > 0) return shape[0]
  }
  return undefined
}

/** A copy of the first positions of a memory; of anything else, a copy. */
function cropped(source: TensorData, positions: number): TensorData {
  const { type, shape } = source
  const kept = shape.map((size, axis) => (isMemory(shape) && axis === 2 ? Math.min(size, positions) : size))
  const copy = dataOf(newTensor(type, kept))
  if (sizeOf(kept) > 0) copyCommon(source, copy)
  return copy
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
