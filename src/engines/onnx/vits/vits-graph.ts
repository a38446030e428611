import { InferenceSession, Tensor } from 'onnxruntime-node'
import { ModelError } from '../../shared/engine-kind.ts'
import { int64Tensor } from '../../shared/int64-tensor.ts'
import { SESSION_OPTIONS } from '../../shared/session.ts'
import { readModelFile } from '../model-file.ts'
import { DURATIONS, LENGTH_SCALE, NOISE_LENGTH, NOISE_START, seededGraph } from './seeded-graph.ts'

/** Knuth's multiplier: seeds that differ by one begin far apart. */
const SPREAD = 0x9e3779b1

/** What a VITS graph says. */
export interface VitsSpeech {
  readonly pcm: Float32Array
  /** How long each id lasts, in frames. Undefined: the graph does not report it. */
  readonly durations: readonly number[] | undefined
}

/** The graph of a VITS model, in the way of one exporter or another. */
export class VitsGraph {
  readonly #session: InferenceSession
  readonly #output: string

  private constructor(session: InferenceSession, output: string) {
    this.#session = session
    this.#output = output
  }

  /**
   * @param names inputs that the graph must have, and its output with the samples
   * @param addLengthScale see `seededGraph`
   * @throws ModelError when the file is missing, damaged or another graph
   */
  static async load(
    file: string,
    names: { readonly inputs: readonly string[]; readonly output: string },
    addLengthScale: boolean,
  ): Promise<VitsGraph> {
    const model = await readModelFile(file)
    let session: InferenceSession
    try {
      session = await InferenceSession.create(seededGraph(model, addLengthScale), SESSION_OPTIONS)
    } catch (cause) {
      throw new ModelError(`${file} is damaged, or no ONNX graph: download the model again`, { cause })
    }
    const missing = [
      ...names.inputs.filter((name) => !session.inputNames.includes(name)),
      ...(session.outputNames.includes(names.output) ? [] : [names.output]),
    ]
    if (missing.length > 0) {
      throw new ModelError(`${file} is no such VITS graph: it lacks ${missing.join(', ')}`)
    }
    return new VitsGraph(session, names.output)
  }

  /** Whether `run` can change the length of phones. */
  get hasLengthScale(): boolean {
    return this.has(LENGTH_SCALE)
  }

  /** Whether the graph reports how long each id lasts. */
  get hasDurations(): boolean {
    return this.#session.outputNames.includes(DURATIONS)
  }

  has(input: string): boolean {
    return this.#session.inputNames.includes(input)
  }

  /**
   * Returns all samples at once.
   *
   * @param seed the same one gives the same samples
   * @param lengthScale of the phones, where the graph has none of its own
   */
  async run(
    inputs: Readonly<Record<string, Tensor>>,
    seed: number,
    lengthScale: number,
  ): Promise<VitsSpeech> {
    const start = (Math.imul(seed, SPREAD) >>> 0) % NOISE_LENGTH
    const outputs = await this.#session.run({
      ...inputs,
      ...(this.has(NOISE_START) && {
        [NOISE_START]: int64Tensor([start], []),
      }),
      ...(this.hasLengthScale && { [LENGTH_SCALE]: new Tensor('float32', Float32Array.of(lengthScale), []) }),
    })
    const durations = outputs[DURATIONS]?.data as Float32Array | undefined
    return { pcm: outputs[this.#output]!.data as Float32Array, durations: durations && [...durations] }
  }
}
