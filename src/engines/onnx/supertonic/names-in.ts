import { readdir } from 'node:fs/promises'
import { ModelError } from '../../shared/engine-kind.ts'

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
