import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MODEL_ID } from '../engines/embedded/model-folder.ts'
import { isModelId, readRegistered } from '../engines/registry.ts'
import { ModelError } from '../engines/shared/engine-kind.ts'
import { shellCommand } from '../system/shell-command.ts'
import { printProgress } from './print.ts'

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
 * The id of a model on another server that was not given one: the name by which the server knows it. Where the model that
 * comes with Purr has that name, the server's stands before it.
 *
 * @param models the folder of all models
 */
export async function remoteId(
  models: string,
  { name, urls }: { readonly name?: string; readonly urls: readonly string[] },
): Promise<string> {
  const id = idFor(name!)
  if (id !== MODEL_ID) return id
  const own = idFor(`${new URL(urls[0]!).hostname}-${id}`)
  await requireFree(models, own)
  printProgress(
    `"${id}" is the model that comes with Purr, so this one is "${own}"; --name gives it another id.`,
  )
  return own
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
  const taken = (await readdir(models)).find((each) => each.toLowerCase() === id.toLowerCase())
  if (id.toLowerCase() === MODEL_ID)
    throw new Error(`there is a model "${id}" already, which comes with Purr: choose another id with --name`)
  if (taken === undefined) return
  const folder = join(models, taken)
  if (await isModel(folder))
    throw new Error(
      `there is a model "${id}" already: choose another id with --name, or remove it with "${shellCommand(`run purr models remove ${id}`)}"`,
    )
  throw new Error(
    `${folder} is there, and is no model of Purr's: move it out of the folder of models, or choose another id with --name`,
  )
}

async function isModel(folder: string): Promise<boolean> {
  try {
    await readRegistered(join(folder, 'config.json'))
    return true
  } catch (error) {
    if (error instanceof ModelError) return false
    throw error
  }
}
