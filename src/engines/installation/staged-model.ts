import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ModelSource, SourceError } from './model-source.ts'
import { sizeInWords } from './size-in-words.ts'

/** What the folder of a model that is being added begins with. Servers do not look into it. */
const ADDING = '.adding-'
/** What the folder of a model that is being removed begins with. */
const REMOVING = '.removing-'

/**
 * A model that is being added: a folder beside those of the models, which becomes one of them only when everything in it
 * is right. What was downloaded stays in it after a failure, so that another try goes on from there.
 */
export class StagedModel {
  readonly id: string
  /** The folder for now. The files are in `files` within it. */
  readonly folder: string
  readonly #models: string

  /** @param models the folder of all models */
  constructor(models: string, id: string) {
    this.#models = models
    this.id = id
    this.folder = join(models, ADDING + id)
  }

  /**
   * Brings files of a source into `files`, and removes what an earlier try left that is not among them.
   *
   * @param onBytes is called with the bytes that have been added; a negative number takes bytes back
   * @throws SourceError when they cannot be had, or the disk has no room for them
   */
  async bring(
    source: ModelSource,
    paths: readonly string[],
    onBytes: (count: number) => void,
  ): Promise<void> {
    const files = join(this.folder, 'files')
    try {
      await mkdir(files, { recursive: true })
      for (const path of paths) requireListed(source, path)
      await this.#tidy(source, paths)
      await this.#requireRoom(source, paths)
      for (const path of paths) {
        const target = join(files, path)
        await mkdir(dirname(target), { recursive: true })
        await source.bring(path, target, onBytes)
      }
    } catch (error) {
      throw explained(error, this.#models)
    }
  }

  /**
   * Makes it one of the models.
   *
   * @param config of its config.json
   */
  async finish(config: unknown): Promise<void> {
    try {
      await Bun.write(join(this.folder, 'config.json'), `${JSON.stringify(config, null, 2)}\n`)
      await rename(this.folder, join(this.#models, this.id))
    } catch (error) {
      throw explained(error, this.#models)
    }
  }

  /** Removes what there is of it. */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  async #tidy(source: ModelSource, paths: readonly string[]): Promise<void> {
    for (const entry of await readdir(this.folder)) {
      if (entry !== 'files') await rm(join(this.folder, entry), { recursive: true })
    }
    const files = join(this.folder, 'files')
    const wanted = new Set<string>()
    for (const path of paths) {
      const target = join(files, path)
      wanted.add(target).add(source.partOf(path, target))
    }
    for (const entry of await readdir(files, { recursive: true, withFileTypes: true })) {
      const at = join(entry.parentPath, entry.name)
      if (!entry.isDirectory() && !wanted.has(at)) await rm(at)
    }
  }

  async #requireRoom({ files }: ModelSource, paths: readonly string[]): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder)
    const room = bavail * bsize
    const wanted = files.filter(({ path }) => paths.includes(path)).reduce((sum, { size }) => sum + size, 0)
    const missing = wanted - (await sizeOf(join(this.folder, 'files')))
    if (missing > room)
      throw new SourceError(
        `the disk of ${this.#models} has room for ${sizeInWords(room)} more, and ${sizeInWords(missing)} are needed: make room, or set MODELS_DIR to a folder on another disk`,
      )
  }
}

/**
 * A model's own files name others that it needs. Only what its source lists is brought: no such path leads out of its folder.
 */
function requireListed({ name, files }: ModelSource, needed: string): void {
  if (!files.some(({ path }) => path === needed))
    throw new SourceError(
      `${name} has no file "${needed}", which its model needs: take a complete copy of it`,
    )
}

/** The folders of a model and of an unfinished download of it, as far as they exist. */
export function foldersOf(models: string, id: string): string[] {
  const isModel = existsSync(join(models, id, 'config.json'))
  return [...(isModel ? [id] : []), ADDING + id]
    .map((name) => join(models, name))
    .filter((folder) => existsSync(folder))
}

/** Removes a model, and what an unfinished download of it left. */
export async function removeModel(models: string, id: string): Promise<void> {
  for (const folder of foldersOf(models, id)) {
    const leaving = join(models, `${REMOVING}${id}`)
    await rm(leaving, { recursive: true, force: true })
    await rename(folder, leaving) // it is gone at once, however long it takes to remove its files
    await rm(leaving, { recursive: true })
  }
}

/** Bytes of all files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + Bun.file(join(parentPath, name)).size, 0)
}

/** What to do about an error of the disk. */
function explained(error: unknown, models: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new SourceError(
      `the disk of ${models} is full: make room and run the command again, and it goes on where it stopped`,
      { cause: error },
    )
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new SourceError(
      `cannot write to ${models} (${message}): set MODELS_DIR to a folder that you own`,
      {
        cause: error,
      },
    )
  return error
}
