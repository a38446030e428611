import { readdir } from 'node:fs/promises'
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ModelError } from '../../shared/engine-kind.ts'

/**
 * Reads a JSON file of a model.
 *
 * @throws ModelError when it is missing, damaged or of another form
 */
export async function readJson<Schema extends TSchema>(
  file: string,
  schema: Schema,
): Promise<Static<Schema>> {
  const value: unknown = await Bun.file(file)
    .json()
    .catch((cause: unknown) => {
      throw new ModelError(`${file} cannot be read: download the model again`, { cause })
    })
  const [error] = Value.Errors(schema, value)
  if (error === undefined) return value as Static<Schema>
  const field = error.path.slice(1).replaceAll('/', '.') || 'the file'
  throw new ModelError(`${file} is not that of a Supertonic model: ${field}: ${error.message}`)
}

/**
 * The names of a folder's files with an ending, without it.
 *
 * @throws ModelError when there are none
 */
export async function namesIn(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const found = names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length))
  if (found.length === 0) throw new ModelError(`${folder} has no *${ending}: download the model's voices`)
  return found.toSorted()
}
