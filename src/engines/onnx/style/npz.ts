import { inflateRawSync } from 'node:zlib'
import { ModelError } from '../../shared/engine-kind.ts'
import { type NumpyArray, readNpy } from '../npy.ts'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
/** The end of the directory without a comment behind it. */
const END_SIZE = 22
const STORED = 0
const DEFLATED = 8

/**
 * Reads the arrays of a `.npz` file: a ZIP archive of `.npy` files, as numpy.savez writes it (PKWARE, APPNOTE.TXT).
 *
 * @param name of the file, for errors
 * @returns arrays of 32-bit floats by their names
 * @throws ModelError when it is no such file
 */
export function readNpz(file: Uint8Array, name: string): ReadonlyMap<string, NumpyArray> {
  try {
    return new Map(
      filesIn(file).map(([path, bytes]) => [path.replace(/\.npy$/, ''), readNpy(bytes, `${name}: ${path}`)]),
    )
  } catch (cause) {
    if (cause instanceof ModelError) throw cause
    throw new ModelError(`${name} cannot be read as .npz: download it again`, { cause })
  }
}

/** The files of an archive with their paths. Throws RangeError, or an error of zlib, when it is damaged. */
function filesIn(archive: Uint8Array): [path: string, bytes: Uint8Array][] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.length)
  let end = archive.length - END_SIZE
  while (view.getUint32(end, true) !== END_OF_DIRECTORY) end--
  const count = view.getUint16(end + 10, true)
  const files: [string, Uint8Array][] = []
  let at = view.getUint32(end + 16, true)
  for (let entry = 0; entry < count; entry++) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new RangeError('the directory is damaged')
    const [method, packed, size] = [
      view.getUint16(at + 10, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 24, true),
    ]
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ]
    const path = Buffer.from(archive.subarray(at + 46, at + 46 + nameLength)).toString()
    const header = view.getUint32(at + 42, true)
    const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
    files.push([path, unpacked(archive.subarray(start, start + packed), method, size)])
    at += 46 + nameLength + extra + comment
  }
  return files
}

function unpacked(bytes: Uint8Array, method: number, size: number): Uint8Array {
  if (method === STORED) return bytes
  if (method === DEFLATED) return inflateRawSync(bytes, { maxOutputLength: size })
  throw new RangeError(`compression method ${method} is not known`)
}
