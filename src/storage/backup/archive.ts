import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../sync-folder.ts'

/*
 * Files as one stream of bytes. A file is its path, its bytes in stretches, and an empty stretch. A path or a stretch is
 * its length in four bytes and then itself. The path of a folder ends with a slash, and it has no bytes. After an empty
 * path there is nothing. The length of a file need not be known before: the files of a running database grow.
 */

const STRETCH = 1024 * 1024
/** Each file and folder of a database, and nothing outside of it. */
const SAFE_PATH = /^(?!\.)[\w.-]+(\/(?!\.)[\w.-]+)*\/?$/

/** The stream is no archive, or not all of it. */
class NoArchive extends Error {}

/** All files and folders of a folder that are wanted, each folder before what is in it; those that vanish are left out. */
export async function* archived(
  folder: string,
  isWanted: (path: string) => boolean,
  inside = '',
): AsyncGenerator<Buffer> {
  for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
    const path = `${inside}${entry.name}${entry.isDirectory() ? '/' : ''}`
    if (!isWanted(path)) continue
    if (!entry.isDirectory()) yield* archivedFile(folder, path)
    else {
      yield counted(Buffer.from(path))
      yield* archived(folder, isWanted, path)
    }
  }
}

async function* archivedFile(folder: string, path: string): AsyncGenerator<Buffer> {
  const handle = await open(join(folder, path)).catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (handle === undefined) return
  try {
    yield counted(Buffer.from(path))
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(STRETCH))
      yield counted(buffer.subarray(0, bytesRead))
      if (bytesRead === 0) return
    }
  } finally {
    await handle.close()
  }
}

/** A file that is not on the disk. */
export function archivedText(path: string, text: string): Buffer {
  return Buffer.concat([counted(Buffer.from(path)), counted(Buffer.from(text)), counted(Buffer.alloc(0))])
}

/** What comes after the last file. */
export function archiveEnd(): Buffer {
  return counted(Buffer.alloc(0))
}

function counted(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/**
 * Writes the files of an archive into a folder, and reads to the end of the stream. Then all of them are on the disk.
 *
 * @throws NoArchive; Error of the operating system
 */
export async function unpack(stream: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const stretches = countedIn(stream)
  const next = async () => {
    const { value } = await stretches.next()
    if (value === undefined) throw new NoArchive('it ends too early')
    return value
  }
  const folders = [folder]
  for (let path = await next(); path.length > 0; path = await next()) {
    const name = path.toString()
    if (!SAFE_PATH.test(name)) throw new NoArchive('it has a file with a strange name')
    if (name.endsWith('/')) {
      await mkdir(join(folder, name))
      folders.push(join(folder, name))
      continue
    }
    const handle = await open(join(folder, name), 'wx', 0o600)
    try {
      for (let bytes = await next(); bytes.length > 0; bytes = await next()) await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
  if (!(await stretches.next()).done) throw new NoArchive('it has more after its end')
  for (const each of folders) await syncFolder(each)
}

/** The paths and stretches in a stream. */
async function* countedIn(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let rest = Buffer.alloc(0)
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 4) {
      const end = 4 + rest.readUInt32BE()
      if (end > 4 + STRETCH) throw new NoArchive('it has a stretch that is too long')
      if (rest.length < end) break
      yield rest.subarray(4, end)
      rest = rest.subarray(end)
    }
  }
  if (rest.length > 0) throw new NoArchive('it ends too early')
  return undefined
}
