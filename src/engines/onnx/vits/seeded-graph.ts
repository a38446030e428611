import { random } from '@huggingface/transformers'
import { changeGraph, graphNodes, initializer, input, node, output } from './onnx-file.ts'

/** Input of a changed graph: where in the table its noise begins, an int64. */
export const NOISE_START = 'purr_noise_start'
/** Input of a changed graph: by what each phone's length is multiplied, a float32. */
export const LENGTH_SCALE = 'purr_length_scale'
/** Output of a changed graph: how long each id of its input lasts, float32, in frames. */
export const DURATIONS = 'purr_durations'

/**
 * Numbers in the table of noise: some 16 s of a voice's latents. Being prime, it has no divisor in common with their
 * length, so that no two channels get the same noise.
 */
export const NOISE_LENGTH = 262_139
/** Any fixed number: every process must make the same noise. */
const NOISE_SEED = 0x5eed
/** Numbers of the table between the beginnings of two nodes' noise. */
const NODE_DISTANCE = 65_537

/**
 * Changes a VITS graph so that the same input gives the same samples. VITS draws the noise of its durations and latents
 * within the graph, by `RandomNormalLike`, whose seed ONNX Runtime takes from the clock when a session is made, and lets
 * no JavaScript set. Each such node is replaced by a stretch of a fixed table of Gaussian noise, of the shape of the node's
 * input, which begins where the new input `purr_noise_start` says. (PyTorch writes the operator with mean 0 and deviation
 * 1 only.)
 *
 * Durations are what a VITS graph rounds up. Where it does so in one place, they become an output, `purr_durations`.
 *
 * @param addLengthScale adds `purr_length_scale` there, which multiplies them: exports of Hugging Face's VitsModel have
 *   their speaking rate fixed in them
 * @throws RangeError when the file is no ONNX model
 */
export function seededGraph(model: Uint8Array, addLengthScale: boolean): Uint8Array {
  const roundings = [...graphNodes(model)].filter(({ operator }) => operator === 'Ceil')
  const hasDurations = roundings.length === 1
  const hasLengthScale = hasDurations && addLengthScale
  let noises = 0
  return changeGraph(model, {
    replace: ({ operator, inputs, outputs }) => {
      if (operator === 'RandomNormalLike') return noise(noises++, inputs[0]!, outputs[0]!)
      if (operator === 'Ceil' && hasDurations) return rounding(inputs[0]!, outputs[0]!, hasLengthScale)
      return undefined
    },
    added: () => [
      ...(noises > 0
        ? [
            input(NOISE_START, 'int64'),
            initializer(`${PREFIX}noise`, gaussianNoise()),
            initializer(`${PREFIX}length`, BigInt(NOISE_LENGTH)),
            initializer(`${PREFIX}one`, 1n),
            ...Array.from({ length: noises }, (_, at) =>
              initializer(`${PREFIX}offset_${at}`, BigInt(at * NODE_DISTANCE)),
            ),
          ]
        : []),
      ...(hasLengthScale ? [input(LENGTH_SCALE, 'float32')] : []),
      ...(hasDurations ? [output(DURATIONS, 'float32')] : []),
    ],
  })
}

const PREFIX = 'purr_'

/** Nodes that take noise from the table: `table[(start + offset + 0, 1, 2 …) % length]`, in the shape of `like`. */
function noise(at: number, like: string, output: string): Uint8Array[] {
  const name = (what: string) => `${PREFIX}${what}_${at}`
  const make = (
    operator: string,
    inputs: string[],
    result: string,
    attributes?: Readonly<Record<string, number>>,
  ) => node({ operator, inputs, outputs: [result] }, attributes)
  return [
    make('Shape', [like], name('shape')),
    make('ReduceProd', [name('shape')], name('size'), { keepdims: 0 }),
    make('Add', [NOISE_START, name('offset')], name('first')),
    make('Add', [name('first'), name('size')], name('end')),
    make('Range', [name('first'), name('end'), `${PREFIX}one`], name('counted')),
    make('Mod', [name('counted'), `${PREFIX}length`], name('places')),
    make('Gather', [`${PREFIX}noise`, name('places')], name('flat')),
    make('Reshape', [name('flat'), name('shape')], output),
  ]
}

/** Nodes that round durations up, and give them as an output of the graph. */
function rounding(durations: string, output: string, isScaled: boolean): Uint8Array[] {
  const scaled = `${PREFIX}scaled_durations`
  const scaling = node({ operator: 'Mul', inputs: [durations, LENGTH_SCALE], outputs: [scaled] })
  return [
    ...(isScaled ? [scaling] : []),
    node({ operator: 'Ceil', inputs: [isScaled ? scaled : durations], outputs: [output] }),
    node({ operator: 'Identity', inputs: [output], outputs: [DURATIONS] }),
  ]
}

function gaussianNoise(): Float32Array {
  const generator = new random.Random(NOISE_SEED)
  return Float32Array.from({ length: NOISE_LENGTH }, () => generator.gauss())
}
