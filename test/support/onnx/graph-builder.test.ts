import { expect, test } from 'bun:test'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { seeded } from '../random.ts'
import { GraphBuilder } from './graph-builder.ts'

test('a graph with a size that changes, weights, constants and attributes of every type runs', async () => {
  const graph = new GraphBuilder('table')
  const ids = graph.input('ids', 'int64', [1, 'n'])
  const isLoud = graph.input('is_loud', 'bool', [1])
  const rows = graph.node('Gather', [graph.weights([5, 3], seeded(1), 1), ids], { axis: 0 })
  const sums = graph.node('ReduceSum', [rows, graph.constant('int64', [1], [-1])], { keepdims: 0 })
  const twos = graph.node('ConstantOfShape', [graph.node('Shape', [sums])], {
    value: { tensor: { type: 'float32', shape: [1], values: [2] } },
  })
  const leaky = graph.node('LeakyRelu', [graph.node('Mul', [sums, twos])], { alpha: { float: 1 } })
  graph.node('Where', [isLoud, leaky, sums], {}, ['sums'])
  graph.output('sums', 'float32', [1, 'n'])

  const session = await InferenceSession.create(graph.bytes())
  const sumsOf = async (loud: number, ...numbers: number[]) => {
    const { sums } = await session.run({
      ids: new Tensor('int64', BigInt64Array.from(numbers, BigInt), [1, numbers.length]),
      is_loud: new Tensor('bool', Uint8Array.of(loud), [1]),
    })
    return [...(sums!.data as Float32Array)]
  }
  const random = seeded(1)
  const weights = Float32Array.from({ length: 15 }, () => random() * 2 - 1)
  const sum = (row: number) => weights[3 * row]! + weights[3 * row + 1]! + weights[3 * row + 2]!
  const near = (...numbers: number[]) => numbers.map((each) => expect.closeTo(each, 5))
  expect(await sumsOf(0, 4, 0)).toEqual(near(sum(4), sum(0)))
  expect(await sumsOf(1, 2, 2, 1)).toEqual(near(2 * sum(2), 2 * sum(2), 2 * sum(1)))
})
