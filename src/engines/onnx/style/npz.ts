import { unzipSync } from 'fflate'
import { ModelError } from '../../shared/engine-kind.ts'
import { type NumpyArray, readNpy } from '../npy.ts'

/**
 * Reads the arrays of a `.npz` file: a ZIP archive of `.npy` files, as numpy.savez writes it. The checksums of the archive are
 * not checked, but an array that is cut off is refused.
 *
 * @param name of the file, for errors
 * @returns arrays of 32-bit floats by their names
 * @throws ModelError when it is no such file
 */
export function readNpz(file: Uint8Array, name: string): ReadonlyMap<string, NumpyArray> {
  return new Map(
    Object.entries(filesIn(file, name)).map(([path, bytes]) => [
      path.replace(/\.npy$/, ''),
      readNpy(bytes, `${name}: ${path}`),
    ]),
  )
}

function filesIn(archive: Uint8Array, name: string): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(archive)
  } catch (cause) {
    throw new ModelError(`${name} cannot be read as .npz: download it again`, { cause })
  }
}
