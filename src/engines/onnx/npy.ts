import { ModelError } from '../shared/engine-kind.ts'

const MAGIC = '\x93NUMPY'

/** Numbers of a `.npy` file. */
export interface NumpyArray {
  readonly shape: readonly number[]
  readonly data: Float32Array
}

/**
 * Reads a `.npy` file of 32-bit floats (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
 *
 * @param name of the file, for errors
 * @throws ModelError when it is no such file
 */
export function readNpy(file: Uint8Array, name: string): NumpyArray {
  if (file.length < 12 || latin1(file.subarray(0, 6)) !== MAGIC) throw unreadable(name, 'it has no header')
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const major = file[6]
  const start = major === 1 ? 10 : 12
  const end = start + (major === 1 ? view.getUint16(8, true) : view.getUint32(8, true))
  const header = latin1(file.subarray(start, end))
  const shape = /'shape': \(([\d, ]*)\)/.exec(header)?.[1]?.match(/\d+/g)?.map(Number) ?? []
  if (!/'descr': '<f4'/.test(header)) throw unreadable(name, 'its numbers are not 32-bit floats')
  if (!/'fortran_order': False/.test(header)) throw unreadable(name, 'it is stored column after column')
  const data = new Float32Array(
    new Uint8Array(file.subarray(end, end + 4 * Math.floor((file.length - end) / 4))).buffer,
  )
  if (data.length !== shape.reduce((product, size) => product * size, 1)) {
    throw unreadable(name, 'it is cut off')
  }
  return { shape, data }
}

/** Writes 32-bit floats as a `.npy` file. */
export function npyOf({ shape, data }: NumpyArray): Uint8Array {
  const dictionary = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`
  const length = Math.ceil((10 + dictionary.length + 1) / 64) * 64 - 10
  const header = Buffer.from(`${MAGIC}\x01\x00  ${dictionary.padEnd(length - 1)}\n`, 'latin1')
  header.writeUInt16LE(length, 8)
  return Buffer.concat([header, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)])
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

function unreadable(name: string, fault: string): ModelError {
  return new ModelError(`${name} cannot be read as .npy: ${fault}.`)
}
