import { constants, copyFile, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { isWithin, LARGEST_READ, type ModelSource, SourceError } from './model-source.ts'

/** How a file begins that stands for one which git did not fetch. */
const POINTER = 'version https://git-lfs.github.com/spec/'
const LARGEST_POINTER = 1024

/**
 * A model whose files are in a folder of this machine. Links in it are followed: the cache of the hub's own tools is made of
 * them.
 *
 * @throws SourceError when it cannot be read, or its files are not all there
 */
export async function localFolder(folder: string): Promise<ModelSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: Error) => {
    throw new SourceError(`${folder} cannot be read (${cause.message}): give a folder with a model's files`, {
      cause,
    })
  })
  const top = resolve(folder)
  const files: { path: string; size: number }[] = []
  for (const entry of entries) {
    const at = join(entry.parentPath, entry.name)
    const path = relative(top, resolve(at)).replaceAll(sep, '/')
    const found = await stat(at).catch(() => undefined)
    if (found?.isFile() && isWithin(path) && !path.startsWith('.git/')) files.push({ path, size: found.size })
  }
  return {
    name: folder,
    origin: top,
    license: await statedLicence(top),
    files,
    isFolder: true,
    async read(path) {
      const at = join(top, path)
      if ((await stat(at)).size > LARGEST_READ) throw new SourceError(`${path} is too large to be read`)
      return readFile(at)
    },
    async bring(path, target, onBytes) {
      const at = join(top, path)
      const { size } = await stat(at)
      if (size < LARGEST_POINTER && (await readFile(at, 'latin1')).startsWith(POINTER))
        throw new SourceError(`${at} is only a pointer of Git LFS: run "git lfs pull" in the folder`)
      const part = partOf(target)
      await copyFile(at, part, constants.COPYFILE_FICLONE)
      await rename(part, target)
      onBytes(size)
    },
    partOf: (_path, target) => partOf(target),
  }
}

/** The path of a file until it is whole. */
function partOf(target: string): string {
  return `${target}.part`
}

/** The licence in the head of a model's card. */
async function statedLicence(folder: string): Promise<string | undefined> {
  const card = await readFile(join(folder, 'README.md'), 'utf8').catch(() => '')
  const [, head = ''] = /^---\r?\n(.*?)\r?\n---/s.exec(card) ?? []
  const [, license] = /^license: *["']?([\w.-]+)/m.exec(head) ?? []
  const [, name] = /^license_name: *["']?([\w.-]+)/m.exec(head) ?? []
  return license === 'other' ? (name ?? license) : license
}
