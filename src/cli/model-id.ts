import { mkdir, readdir } from 'node:fs/promises'
import { MODEL_ID } from '../engines/embedded/model-folder.ts'
import { isModelId } from '../engines/registry.ts'
import { shellCommand } from '../system/shell-command.ts'

/** The id of a model that was not given one: the last part of its name, in small letters. */
export function idFor(source: string): string {
  const last = source.split('/').findLast((part) => part !== '')!
  const id = last
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 64)
  if (isModelId(id)) return id
  throw new Error(`"${last}" cannot be the id of a model: give one with --name`)
}

/**
 * Makes sure that a new model can have an id.
 *
 * @param models the folder of all models, which is made if there is none
 * @throws Error that says what to do
 */
export async function requireFree(models: string, id: string): Promise<void> {
  if (!isModelId(id))
    throw new Error(
      `"${id}" cannot be the id of a model: use letters, digits, dots, hyphens and underscores, at most 64`,
    )
  await mkdir(models, { recursive: true })
  const taken = [MODEL_ID, ...(await readdir(models))].map((each) => each.toLowerCase())
  if (taken.includes(id.toLowerCase()))
    throw new Error(
      `there is a model "${id}" already: choose another id with --name, or remove it with "${shellCommand(`run purr models remove ${id}`)}"`,
    )
}
