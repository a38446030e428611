import { Tensor } from 'onnxruntime-node'

/** Types of tensors that states have, with the arrays that hold them. */
const ARRAYS = { float32: Float32Array, int64: BigInt64Array, bool: Uint8Array } as const

export type StateType = keyof typeof ARRAYS
type StateArray = Float32Array | BigInt64Array | Uint8Array

/** Values of a tensor, row after row. */
export interface TensorData {
  readonly type: StateType
  readonly shape: readonly number[]
  readonly data: StateArray
}

/** Whether the tensors of a state can have a type. */
export function isStateType(type: string): type is StateType {
  return type in ARRAYS
}

/** A tensor of zeros. */
export function newTensor(type: StateType, shape: readonly number[]): Tensor {
  return new Tensor(type, new ARRAYS[type](sizeOf(shape)), shape)
}

/** Sets all values of a tensor to the same. */
export function fill({ type, data }: Tensor, value: number): void {
  if (type === 'int64') (data as BigInt64Array).fill(BigInt(value))
  else (data as Float32Array | Uint8Array).fill(value)
}

/** A tensor of numbers. */
export function floats(data: Float32Array, shape: readonly number[]): Tensor {
  return new Tensor('float32', data, shape)
}

/** The data of a tensor, without a copy. */
export function dataOf({ type, dims, data }: Tensor): TensorData {
  return { type: type as StateType, shape: dims, data: data as StateArray }
}

/**
 * Copies what two tensors of the same type and rank have in common, from the first place of every axis on. The rest of the
 * target stays as it is.
 */
export function copyCommon(source: TensorData, target: TensorData): void {
  const copy = (axis: number, from: number, to: number) => {
    const count = Math.min(source.shape[axis]!, target.shape[axis]!)
    if (axis === source.shape.length - 1) {
      target.data.set(source.data.subarray(from, from + count) as Uint8Array<ArrayBuffer> & bigint[], to)
      return
    }
    const sourceStep = sizeOf(source.shape.slice(axis + 1))
    const targetStep = sizeOf(target.shape.slice(axis + 1))
    if (sourceStep === targetStep && sameShape(source.shape, target.shape, axis + 1)) {
      target.data.set(
        source.data.subarray(from, from + count * sourceStep) as Uint8Array<ArrayBuffer> & bigint[],
        to,
      )
      return
    }
    for (let i = 0; i < count; i++) copy(axis + 1, from + i * sourceStep, to + i * targetStep)
  }
  if (source.data.length > 0 && target.data.length > 0) copy(0, 0, 0)
}

function sameShape(one: readonly number[], other: readonly number[], from: number): boolean {
  return one.slice(from).every((size, axis) => size === other[from + axis])
}

/** The number of values of a tensor with a shape. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1)
}
