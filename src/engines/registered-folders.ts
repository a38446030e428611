import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { shellCommand } from '../system/shell-command.ts'
import { ModelError } from './shared/engine-kind.ts'

/** What the top folder of a disk has. */
const OF_DISK = 'lost+found'

/** The names of the folders that have a config.json, in the order of the alphabet. Hidden folders do not count. */
export async function registeredIds(folder: string): Promise<string[]> {
  try {
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.')) // those are not finished
    const isRegistered = await Promise.all(
      names.map((name) => Bun.file(join(folder, name, 'config.json')).exists()),
    )
    return names.filter((_, at) => isRegistered[at]).toSorted()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw unreadable(folder, cause)
  }
}

/**
 * What in a folder of models is probably not as it was meant, in sentences: that the folder does not exist, which of those in
 * it may not be read, and which are not registered.
 *
 * @param mainId id of the model that comes with Purr, whose folder needs no config.json
 */
export async function folderWarnings(folder: string, mainId: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw unreadable(folder, cause)
  })
  if (entries === undefined)
    return [`The folder of models ${folder} does not exist: make it, or set MODELS_DIR to another one.`]
  const expected = [mainId, OF_DISK, ...(await registeredIds(folder))]
  const others = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !expected.includes(entry.name))
    .map(({ name }) => join(folder, name))
    .toSorted()
  const isClosed = await Promise.all(others.map(mayNotBeRead))
  const closed = others.filter((_, at) => isClosed[at])
  const none = others.filter((_, at) => !isClosed[at])
  const warnings: string[] = []
  if (closed.length > 0)
    warnings.push(
      `The user who runs Purr may not read ${closed.join(', ')}: a model there would be missing. Let them, as with "chown -R".`,
    )
  if (none.length > 0)
    warnings.push(
      `No model, since there is no config.json in it: ${none.join(', ')}. Move one that was downloaded elsewhere, and "${shellCommand('run purr models add <folder>')}" registers it.`,
    )
  return warnings
}

async function mayNotBeRead(folder: string): Promise<boolean> {
  const refused = await stat(join(folder, 'config.json')).catch((cause: NodeJS.ErrnoException) => cause)
  return refused instanceof Error && refused.code === 'EACCES'
}

function unreadable(folder: string, cause: unknown): ModelError {
  return new ModelError(`the folder of models ${folder} cannot be read (${cause})`, { cause })
}
