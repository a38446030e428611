import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ModelError } from '../shared/engine-kind.ts'
import { readModelFile } from './model-file.ts'

/**
 * Reads a JSON file of a model.
 *
 * @param of whose file it is: "a VITS model"
 * @throws ModelError when it is missing, damaged or of another form
 */
export async function readJson<Schema extends TSchema>(
  file: string,
  schema: Schema,
  of: string,
): Promise<Static<Schema>> {
  return checkedJson(await readModelFile(file), schema, file, of)
}

/**
 * Parses and checks JSON.
 *
 * @param file where it is from, for the message
 * @param of whose file it is: "a VITS model"
 * @throws ModelError when it is damaged or of another form
 */
export function checkedJson<Schema extends TSchema>(
  bytes: Uint8Array,
  schema: Schema,
  file: string,
  of: string,
): Static<Schema> {
  const value = parsedJson(bytes)
  const [error] = Value.Errors(schema, value)
  if (error === undefined) return value as Static<Schema>
  const field = error.path.slice(1).replaceAll('/', '.') || 'the file'
  throw new ModelError(`${file} is not that of ${of}: ${field}: ${error.message}`)
}

/** What JSON says; undefined when it is none. */
export function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) // which leaves a byte order mark out
  } catch {
    return undefined
  }
}
