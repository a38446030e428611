import { fieldsOf } from '../protobuf.ts'

/*
 * As much of ONNX's file format as it takes to change some nodes of a graph: protocol buffers with the field numbers of
 * onnx.proto3 (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3). Weights are passed on as they are, unread.
 */

/** Numbers of the fields that are read or written. */
const MODEL = { graph: 7 } as const
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12 } as const
const NODE = { input: 1, output: 2, operator: 4, attribute: 5 } as const
const ATTRIBUTE = { name: 1, integer: 3, type: 20 } as const
const TENSOR = { dimension: 1, type: 2, name: 8, raw: 9 } as const
const VALUE = { name: 1, type: 2 } as const
const TYPE = { tensor: 1 } as const
const TENSOR_TYPE = { element: 1, shape: 2 } as const

/** ONNX's numbers of the element types. */
const ELEMENT = { float32: 1, int64: 7 } as const
const INTEGER_ATTRIBUTE = 2

/** How a field's value is written: see `protobuf.ts`. */
const VARINT = 0
const BYTES = 2

type Bytes = Uint8Array

/** A node of a graph. */
export interface GraphNode {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
}

/** A change of a graph. */
export interface GraphChange {
  /** What stands in place of a node; undefined: the node itself. */
  readonly replace: (node: GraphNode) => readonly Bytes[] | undefined
  /** What the graph gets besides: see `input`, `output` and `initializer`. It is asked for when all nodes have been seen. */
  readonly added: () => readonly Bytes[]
}

/** The nodes of a model's graph, in the order of its file. Throws a RangeError when the file is no such file, or is damaged. */
export function* graphNodes(model: Bytes): Generator<GraphNode> {
  for (const field of fieldsOf(model)) {
    if (field.number !== MODEL.graph) continue
    for (const { number, value } of fieldsOf(field.value as Bytes))
      if (number === GRAPH.node) yield readNode(value as Bytes)
  }
}

/** Changes the graph of a model's file. Throws a RangeError when the file is no such file, or is damaged. */
export function changeGraph(model: Bytes, change: GraphChange): Bytes {
  const parts: Bytes[] = []
  for (const { number, whole, value } of fieldsOf(model)) {
    if (number !== MODEL.graph) parts.push(whole)
    else parts.push(...message(MODEL.graph, changedGraph(value as Bytes, change)))
  }
  return Buffer.concat(parts)
}

function changedGraph(graph: Bytes, { replace, added }: GraphChange): Bytes[] {
  const parts: Bytes[] = []
  for (const { number, whole, value } of fieldsOf(graph)) {
    const replaced = number === GRAPH.node ? replace(readNode(value as Bytes)) : undefined
    parts.push(...(replaced ?? [whole]))
  }
  parts.push(...added())
  return parts
}

function readNode(node: Bytes): GraphNode {
  const inputs: string[] = []
  const outputs: string[] = []
  let operator = ''
  for (const { number, value } of fieldsOf(node)) {
    if (number === NODE.input) inputs.push(textOf(value))
    else if (number === NODE.output) outputs.push(textOf(value))
    else if (number === NODE.operator) operator = textOf(value)
  }
  return { operator, inputs, outputs }
}

function textOf(value: Bytes | number): string {
  return Buffer.from(value as Bytes).toString()
}

/** A node for a graph, with attributes that are whole numbers. */
export function node(
  { operator, inputs, outputs }: GraphNode,
  attributes: Readonly<Record<string, number>> = {},
): Bytes {
  const parts = [
    ...inputs.flatMap((name) => text(NODE.input, name)),
    ...outputs.flatMap((name) => text(NODE.output, name)),
    ...text(NODE.operator, operator),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      message(NODE.attribute, [
        ...text(ATTRIBUTE.name, name),
        integer(ATTRIBUTE.integer, value),
        integer(ATTRIBUTE.type, INTEGER_ATTRIBUTE),
      ]),
    ),
  ]
  return Buffer.concat(message(GRAPH.node, parts))
}

/** A single number that the graph takes. */
export function input(name: string, type: keyof typeof ELEMENT): Bytes {
  const scalar = message(TENSOR_TYPE.shape, [])
  return Buffer.concat(message(GRAPH.input, value(name, type, scalar)))
}

/** An output of the graph, of any shape. */
export function output(name: string, type: keyof typeof ELEMENT): Bytes {
  return Buffer.concat(message(GRAPH.output, value(name, type, [])))
}

function value(name: string, type: keyof typeof ELEMENT, shape: readonly Bytes[]): Bytes[] {
  const tensor = [integer(TENSOR_TYPE.element, ELEMENT[type]), ...shape]
  return [...text(VALUE.name, name), ...message(VALUE.type, message(TYPE.tensor, tensor))]
}

/** Numbers that come with the graph: a row of floats, or a single integer. */
export function initializer(name: string, values: Float32Array | bigint): Bytes {
  const [type, shape, array] =
    typeof values === 'bigint'
      ? (['int64', [], BigInt64Array.of(values)] as const)
      : (['float32', [values.length], values] as const)
  const parts = [
    ...shape.map((size) => integer(TENSOR.dimension, size)),
    integer(TENSOR.type, ELEMENT[type]),
    ...text(TENSOR.name, name),
    ...message(TENSOR.raw, [new Uint8Array(array.buffer, array.byteOffset, array.byteLength)]),
  ]
  return Buffer.concat(message(GRAPH.initializer, parts))
}

function text(number: number, value: string): Bytes[] {
  return message(number, [Buffer.from(value)])
}

function message(number: number, parts: readonly Bytes[]): Bytes[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return [varint((number << 3) | BYTES), varint(length), ...parts]
}

function integer(number: number, value: number): Bytes {
  return Buffer.concat([varint((number << 3) | VARINT), varint(value)])
}

function varint(value: number): Bytes {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) {
      bytes.push(rest)
      return Uint8Array.from(bytes)
    }
    bytes.push((rest % 128) + 128)
  }
}
