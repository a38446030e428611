import { Tensor } from 'onnxruntime-node'

/** A tensor of whole numbers, row after row. */
export function int64Tensor(values: ArrayLike<number>, shape: readonly number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), shape)
}
