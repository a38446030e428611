import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ModelError } from '../../shared/engine-kind.ts'

/** Numbers of a style. */
export const STYLE_SIZE = 256

/** The styles of a voice: a row of 256 numbers for each length of what is said, or one row for all. */
export class VoiceTable {
  readonly #values: Float32Array

  /** @param values rows one after the other */
  constructor(values: Float32Array) {
    this.#values = values
  }

  get rows(): number {
    return this.#values.length / STYLE_SIZE
  }

  /** The style for a length: the last row for all that are longer. */
  row(length: number): Float32Array {
    const row = Math.min(Math.max(length, 0), this.rows - 1)
    return this.#values.subarray(row * STYLE_SIZE, (row + 1) * STYLE_SIZE)
  }
}

/**
 * Reads the tables of a model's voices: `voices/<name>.bin`, little-endian 32-bit floats.
 *
 * @throws ModelError when there are none, or one is no table
 */
export async function loadVoiceTables(files: string): Promise<ReadonlyMap<string, VoiceTable>> {
  const folder = join(files, 'voices')
  const names = await readdir(folder).catch((cause) => {
    throw new ModelError(`${folder} cannot be read (${cause}): it must have the voices' tables`, { cause })
  })
  const tables = new Map<string, VoiceTable>()
  for (const name of names.filter((each) => each.endsWith('.bin')).toSorted()) {
    const bytes = await Bun.file(join(folder, name)).arrayBuffer()
    if (bytes.byteLength === 0 || bytes.byteLength % (4 * STYLE_SIZE) !== 0) {
      throw new ModelError(
        `${join(folder, name)} is no table of styles: its size is no multiple of 1024 bytes`,
      )
    }
    tables.set(name.slice(0, -4), new VoiceTable(new Float32Array(bytes)))
  }
  if (tables.size === 0) throw new ModelError(`${folder} has no voices: there must be a .bin file for each`)
  return tables
}
