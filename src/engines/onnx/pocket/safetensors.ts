import { ModelError } from '../../shared/engine-kind.ts'
import { sizeOf, type TensorData } from './tensor-data.ts'

interface Header {
  readonly [name: string]: {
    readonly dtype: string
    readonly shape: readonly number[]
    readonly data_offsets: readonly [number, number]
  }
}

/** How values of a type are read. */
const READERS: Readonly<Record<string, (bytes: ArrayBuffer) => Pick<TensorData, 'type' | 'data'>>> = {
  F32: (bytes) => ({ type: 'float32', data: new Float32Array(bytes) }),
  F16: (bytes) => ({ type: 'float32', data: Float32Array.from(new Float16Array(bytes)) }),
  BF16: (bytes) => ({ type: 'float32', data: widened(new Uint16Array(bytes)) }),
  I64: (bytes) => ({ type: 'int64', data: new BigInt64Array(bytes) }),
}

/**
 * Reads a `.safetensors` file (github.com/huggingface/safetensors): 64 bits with the length of a JSON header, the header, the
 * values.
 *
 * @param name of the file, for errors
 * @throws ModelError when it is no such file, or has values of another type than float and int64
 */
export function readSafetensors(file: Uint8Array, name: string): Map<string, TensorData> {
  try {
    const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true))
    const header: Header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)))
    const values = file.subarray(8 + length)
    const tensors = Object.entries(header).filter(([key]) => key !== '__metadata__')
    return new Map(
      tensors.map(
        ([
          key,
          {
            dtype,
            shape,
            data_offsets: [start, end],
          },
        ]) => {
          const read = READERS[dtype]
          if (read === undefined) throw new RangeError(`"${key}" is ${dtype}`)
          if (end > values.length) throw new RangeError(`"${key}" is cut off`)
          const tensor = { ...read(new Uint8Array(values.subarray(start, end)).buffer), shape }
          if (tensor.data.length !== sizeOf(shape)) throw new RangeError(`"${key}" is not [${shape}]`)
          return [key, tensor]
        },
      ),
    )
  } catch (cause) {
    throw new ModelError(
      `${name} cannot be read as safetensors: ${(cause as Error).message}. Download it again.`,
      {
        cause,
      },
    )
  }
}

/** Brain floats are the upper halves of 32-bit floats. */
function widened(halves: Uint16Array): Float32Array {
  return new Float32Array(Uint32Array.from(halves, (half) => half << 16).buffer)
}
