import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ModelError } from '../../shared/engine-kind.ts'
import { readNpz } from './npz.ts'

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
 * Reads the tables of a model's voices: `voices/<name>.bin`, little-endian 32-bit floats, or all in `voices.npz`.
 *
 * @throws ModelError when there are none, or one is no table
 */
export async function loadVoiceTables(files: string): Promise<ReadonlyMap<string, VoiceTable>> {
  const archive = join(files, 'voices.npz')
  const values = (await Bun.file(archive).exists())
    ? await valuesIn(archive)
    : await valuesOf(join(files, 'voices'))
  const tables = new Map<string, VoiceTable>()
  for (const [name, table] of values) {
    if (table.length === 0 || table.length % STYLE_SIZE !== 0) {
      throw new ModelError(
        `voice "${name}" of ${files} is no table of styles: it has ${table.length} numbers, not rows of 256`,
      )
    }
    tables.set(name, new VoiceTable(table))
  }
  if (tables.size === 0)
    throw new ModelError(`${files} has no voices: there must be voices/<name>.bin or voices.npz`)
  return tables
}

async function valuesIn(archive: string): Promise<[string, Float32Array][]> {
  const arrays = readNpz(await Bun.file(archive).bytes(), archive)
  return [...arrays].map(([name, { data }]) => [name, data])
}

async function valuesOf(folder: string): Promise<[string, Float32Array][]> {
  const names = await readdir(folder).catch(() => [])
  const tables = names.filter((name) => name.endsWith('.bin')).toSorted()
  return Promise.all(
    tables.map(async (name): Promise<[string, Float32Array]> => {
      const bytes = await Bun.file(join(folder, name)).bytes()
      return [name.slice(0, -4), new Float32Array(bytes.slice(0, bytes.length & ~3).buffer)]
    }),
  )
}
