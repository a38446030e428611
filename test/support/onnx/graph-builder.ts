import { onnx } from 'onnx-proto'

/** Version of the operators, and of the file format: both are known to every ONNX Runtime since 1.20. */
const OPSET = 21
const IR_VERSION = 10

/** Types of tensors, with the arrays that hold them. */
const TYPES = {
  float32: { code: onnx.TensorProto.DataType.FLOAT, array: Float32Array },
  int64: { code: onnx.TensorProto.DataType.INT64, array: BigInt64Array },
  int32: { code: onnx.TensorProto.DataType.INT32, array: Int32Array },
  bool: { code: onnx.TensorProto.DataType.BOOL, array: Uint8Array },
} as const

export type TensorType = keyof typeof TYPES

/** A number is a fixed size; a name one that changes from call to call. */
export type Dimension = number | string

/**
 * Attributes of a node. A number with a fraction is a float, another an integer; where the operator wants a float of
 * whole value, say so: `{ float: 1 }`.
 */
export type Attributes = Readonly<
  Record<
    string,
    number | string | readonly number[] | { readonly float: number } | { readonly tensor: Constant }
  >
>

/** Values of a tensor. */
export interface Constant {
  readonly type: TensorType
  readonly shape: readonly number[]
  readonly values: ArrayLike<number>
}

/**
 * Writes a small ONNX graph, node after node. Values have names; every method that makes one gives it back.
 *
 * ```ts
 * const graph = new GraphBuilder('doubler')
 * const x = graph.input('x', 'float32', [1, 'n'])
 * graph.node('Mul', [x, graph.constant('float32', [1], [2])], {}, ['y'])
 * graph.output('y', 'float32', [1, 'n'])
 * await Bun.write('doubler.onnx', graph.bytes())
 * ```
 */
export class GraphBuilder {
  readonly #name: string
  readonly #inputs: onnx.IValueInfoProto[] = []
  readonly #outputs: onnx.IValueInfoProto[] = []
  readonly #initializers: onnx.ITensorProto[] = []
  readonly #nodes: onnx.INodeProto[] = []
  readonly #metadata: Readonly<Record<string, string>>
  #unnamed = 0

  /** @param metadata properties that are stored with the model */
  constructor(name: string, metadata: Readonly<Record<string, string>> = {}) {
    this.#name = name
    this.#metadata = metadata
  }

  input(name: string, type: TensorType, shape: readonly Dimension[]): string {
    this.#inputs.push(valueInfo(name, type, shape))
    return name
  }

  /** Declares a value that a node makes as an output of the graph. */
  output(name: string, type: TensorType, shape: readonly Dimension[]): void {
    this.#outputs.push(valueInfo(name, type, shape))
  }

  constant(type: TensorType, shape: readonly number[], values: ArrayLike<number>): string {
    const name = this.#newName('constant')
    this.#initializers.push({ ...tensor({ type, shape, values }), name })
    return name
  }

  /** Random weights, evenly distributed around 0 within `scale` (by default for as large a result as input). */
  weights(shape: readonly number[], random: () => number, scale = Math.sqrt(3 / (shape[0] ?? 1))): string {
    const length = shape.reduce((product, size) => product * size, 1)
    const values = Float32Array.from({ length }, () => (random() * 2 - 1) * scale)
    return this.constant('float32', shape, values)
  }

  /**
   * Adds a node. An empty input name leaves an optional input out.
   *
   * @returns the name of its first output
   */
  node(
    operator: string,
    inputs: readonly string[],
    attributes: Attributes = {},
    outputs: readonly string[] = [this.#newName(operator)],
  ): string {
    this.#nodes.push({
      opType: operator,
      name: this.#newName('node'),
      input: [...inputs],
      output: [...outputs],
      attribute: Object.entries(attributes).map(([name, value]) => attribute(name, value)),
    })
    return outputs[0]!
  }

  /** The whole model, as a file has it. */
  bytes(): Uint8Array {
    const model = onnx.ModelProto.create({
      irVersion: IR_VERSION,
      producerName: 'purr-tests',
      opsetImport: [{ domain: '', version: OPSET }],
      graph: {
        name: this.#name,
        input: this.#inputs,
        output: this.#outputs,
        initializer: this.#initializers,
        node: this.#nodes,
      },
      metadataProps: Object.entries(this.#metadata).map(([key, value]) => ({ key, value })),
    })
    return onnx.ModelProto.encode(model).finish()
  }

  #newName(stem: string): string {
    return `${stem}_${this.#unnamed++}`
  }
}

function valueInfo(name: string, type: TensorType, shape: readonly Dimension[]): onnx.IValueInfoProto {
  const dim = shape.map((size) => (typeof size === 'number' ? { dimValue: size } : { dimParam: size }))
  return { name, type: { tensorType: { elemType: TYPES[type].code, shape: { dim } } } }
}

function tensor({ type, shape, values }: Constant): onnx.ITensorProto {
  const { code } = TYPES[type]
  const array =
    type === 'int64'
      ? BigInt64Array.from(Array.from(values), BigInt)
      : TYPES[type].array.from(Array.from(values))
  return { dataType: code, dims: [...shape], rawData: new Uint8Array(array.buffer) }
}

function attribute(name: string, value: Attributes[string]): onnx.IAttributeProto {
  const { AttributeType } = onnx.AttributeProto
  if (typeof value === 'string') return { name, type: AttributeType.STRING, s: Buffer.from(value) }
  if (typeof value === 'number') {
    return Number.isInteger(value)
      ? { name, type: AttributeType.INT, i: value }
      : { name, type: AttributeType.FLOAT, f: value }
  }
  if ('float' in value) return { name, type: AttributeType.FLOAT, f: value.float }
  if ('tensor' in value) return { name, type: AttributeType.TENSOR, t: tensor(value.tensor) }
  return value.every(Number.isInteger)
    ? { name, type: AttributeType.INTS, ints: [...value] }
    : { name, type: AttributeType.FLOATS, floats: [...value] }
}
