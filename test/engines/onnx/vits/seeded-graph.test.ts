import { describe, expect, test } from 'bun:test'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { seededGraph } from '../../../../src/engines/onnx/vits/seeded-graph.ts'
import { GraphBuilder } from '../../../support/onnx/graph-builder.ts'
import { mmsGraph, tinyVits } from '../../../support/onnx/vits-graphs.ts'

const WEIGHTS = tinyVits(1)

describe('a VITS graph with noise from outside', () => {
  test('takes where the noise begins and a factor for lengths, and gives durations, where they are rounded in one place', async () => {
    const session = await InferenceSession.create(seededGraph(mmsGraph(WEIGHTS), true))
    expect([...session.inputNames].sort()).toEqual([
      'attention_mask',
      'input_ids',
      'purr_length_scale',
      'purr_noise_start',
    ])
    expect([...session.outputNames].sort()).toEqual(['purr_durations', 'waveform'])
  })

  test('has no factor for lengths when it is not wanted, or cannot be placed', async () => {
    const unwanted = await InferenceSession.create(seededGraph(mmsGraph(WEIGHTS), false))
    expect(unwanted.inputNames).not.toContain('purr_length_scale')
    const graph = new GraphBuilder('two roundings')
    const x = graph.input('x', 'float32', ['n'])
    graph.node('Ceil', [graph.node('Ceil', [x])], {}, ['y'])
    graph.output('y', 'float32', ['n'])
    const twice = await InferenceSession.create(seededGraph(graph.bytes(), true))
    expect(twice.inputNames).toEqual(['x'])
    expect(twice.outputNames).toEqual(['y'])
  })

  test('noise is that of a normal distribution, and two nodes have their own', async () => {
    const graph = new GraphBuilder('noise')
    const x = graph.input('x', 'float32', ['rows', 'columns'])
    for (const name of ['one', 'other']) {
      graph.node('RandomNormalLike', [x], { dtype: 1 }, [name])
      graph.output(name, 'float32', ['rows', 'columns'])
    }
    const session = await InferenceSession.create(seededGraph(graph.bytes(), false))
    const outputs = await session.run({
      x: new Tensor('float32', new Float32Array(50_000), [100, 500]),
      purr_noise_start: new Tensor('int64', BigInt64Array.of(250_000n), []),
    })
    for (const name of ['one', 'other']) {
      expect(outputs[name]!.dims).toEqual([100, 500])
      const values = Array.from(outputs[name]!.data as Float32Array)
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
      expect(Math.abs(mean)).toBeLessThan(0.02)
      expect(variance).toBeCloseTo(1, 1)
    }
    expect(outputs.one!.data).not.toEqual(outputs.other!.data)
  })

  test('what is no ONNX file is refused', () => {
    expect(() => seededGraph(mmsGraph(WEIGHTS).subarray(0, 300), true)).toThrow(RangeError)
    expect(() => seededGraph(Buffer.from('version https://git-lfs.github.com/spec/v1\n'), true)).toThrow(
      RangeError,
    )
  })
})
