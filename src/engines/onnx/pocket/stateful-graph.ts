import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { ModelError } from '../../shared/engine-kind.ts'
import type { StateTensor } from './bundle.ts'
import {
  copyCommon,
  dataOf,
  fill,
  isStateType,
  newTensor,
  type StateType,
  type TensorData,
} from './tensor-data.ts'

type Tensors = Record<string, Tensor>

/** One tensor of a state. */
export interface StateEntry {
  readonly input: string
  readonly output: string
  /** `module/key` of the network, where bundle.json says it. */
  readonly path: string | undefined
  readonly type: StateType
  readonly shape: readonly number[]
  /** Whether the tensor has the same shape after every run. */
  readonly isFixed: boolean
  /** The value of every element before the first run. */
  readonly fill: number
}

/** What a graph remembers of one segment. */
export interface GraphState {
  /** The state's tensors by input name. */
  tensors: Tensors
}

/** Buffers that are kept for later states: one is needed while the graph runs, one saves time at the start of a segment. */
const MOST_SPARE = 2

/**
 * A graph that takes its state and returns it changed. A state of the language model has some 50 MB, so none is
 * allocated for a run: the graph writes the new one into the buffers of an old one.
 */
export class StatefulGraph {
  readonly #session: InferenceSession
  readonly entries: readonly StateEntry[]
  readonly #spare: Tensors[] = []

  /**
   * @param file name of the graph, for errors
   * @param manifest the tensors of its state; undefined: its inputs `state_0`, `state_1` and so on
   * @throws ModelError when the graph does not have these
   */
  constructor(session: InferenceSession, file: string, manifest: readonly StateTensor[] | undefined) {
    this.#session = session
    this.entries = manifest
      ? manifest.map((tensor) => listed(session, file, tensor))
      : numbered(session, file)
  }

  /**
   * The state at the start of a segment.
   *
   * @param stored values to start with, by input; the others are as the network was trained to start
   */
  begin(stored: ReadonlyMap<string, TensorData> = new Map()): GraphState {
    const tensors = this.#buffers()
    for (const { input, type, fill: value, shape, isFixed } of this.entries) {
      const source = stored.get(input)
      const shapeNow = isFixed ? shape : (source?.shape ?? shape)
      const tensor = tensors[input] ?? newTensor(type, shapeNow)
      fill(tensor, value)
      if (source !== undefined) copyCommon(source, dataOf(tensor))
      tensors[input] = tensor
    }
    return { tensors }
  }

  /**
   * Runs the graph, and brings the state forward.
   *
   * @returns its other outputs
   */
  async run(state: GraphState, inputs: Tensors, outputs: readonly string[]): Promise<Tensors> {
    const written = this.#buffers()
    const fetches: Record<string, Tensor | null> = Object.fromEntries(outputs.map((name) => [name, null]))
    for (const { input, output } of this.entries) fetches[output] = written[input] ?? null
    const results = await this.#session.run({ ...inputs, ...state.tensors }, fetches)
    const before = state.tensors
    state.tensors = Object.fromEntries(
      this.entries.map(({ input, output, isFixed }) => [
        input,
        isFixed ? written[input]! : (results[output] as Tensor),
      ]),
    )
    this.#keep(before)
    return results as Tensors
  }

  /** Returns the buffers of a state for later use. */
  end(state: GraphState): void {
    this.#keep(state.tensors)
    state.tensors = {}
  }

  /** Buffers of all tensors that have the same shape after every run. */
  #buffers(): Tensors {
    const spare = this.#spare.pop()
    if (spare !== undefined) return spare
    const fixed = this.entries.filter(({ isFixed }) => isFixed)
    return Object.fromEntries(fixed.map(({ input, type, shape }) => [input, newTensor(type, shape)]))
  }

  #keep(tensors: Tensors): void {
    if (this.#spare.length === MOST_SPARE) return
    const fixed = this.entries.filter(({ isFixed }) => isFixed)
    this.#spare.push(Object.fromEntries(fixed.map(({ input }) => [input, tensors[input]!])))
  }
}

/** A tensor as bundle.json lists it, checked against the graph. */
function listed(session: InferenceSession, file: string, tensor: StateTensor): StateEntry {
  const { input_name: input, output_name: output, module, key, shape, dtype, fill: name } = tensor
  const { type, sizes } = inputOf(session, file, input)
  checkOutput(session, file, output)
  if (dtype !== type) throw misfit(file, `"${input}" is ${type}, and bundle.json says ${dtype}`)
  const fits =
    sizes.length === shape.length && sizes.every((size, axis) => !isSize(size) || size === shape[axis])
  if (!fits) throw misfit(file, `"${input}" is [${sizes}], and bundle.json says [${shape}]`)
  const isFixed = sizes.every(isSize)
  return { input, output, path: `${module}/${key}`, type, shape, isFixed, fill: startValue(name) }
}

/** All inputs of the graph that are named `state_` and a number. */
function numbered(session: InferenceSession, file: string): StateEntry[] {
  const inputs = session.inputNames.filter((name) => /^state_\d+$/.test(name))
  if (inputs.length === 0) {
    throw misfit(file, 'it has no input "state_0": it is not of an export that can speak piece by piece')
  }
  return inputs.map((input) => {
    const { type, sizes } = inputOf(session, file, input)
    checkOutput(session, file, `out_${input}`)
    return {
      input,
      output: `out_${input}`,
      path: undefined,
      type,
      shape: sizes.map((size) => (isSize(size) ? size : 0)),
      isFixed: sizes.every(isSize),
      // Flags say that nothing has been heard yet; the rest is silence.
      fill: type === 'bool' ? 1 : 0,
    }
  })
}

function inputOf(
  session: InferenceSession,
  file: string,
  name: string,
): { type: StateType; sizes: readonly (number | string)[] } {
  const input = session.inputMetadata.find((each) => each.name === name)
  if (!input?.isTensor) throw misfit(file, `it has no input "${name}"`)
  if (!isStateType(input.type)) {
    throw misfit(
      file,
      `"${name}" is ${input.type}: Purr runs exports of float32, and those with "_int8" in the name`,
    )
  }
  return { type: input.type, sizes: input.shape }
}

function checkOutput(session: InferenceSession, file: string, name: string): void {
  if (!session.outputNames.includes(name)) throw misfit(file, `it has no output "${name}"`)
}

function misfit(file: string, fault: string): ModelError {
  return new ModelError(
    `${file} cannot be run as Pocket TTS: ${fault}. Take all files from one export of the model.`,
  )
}

function isSize(size: number | string): size is number {
  return typeof size === 'number'
}

function startValue(fill: string): number {
  if (fill === 'nan') return Number.NaN
  return fill === 'ones' ? 1 : 0
}
