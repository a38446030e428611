import { createHash, type Hash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { syncFolder } from '../sync-folder.ts'

/*
 * A backup file is a line of JSON that says what it is, then compressed bytes, then the SHA-256 of all that.
 */

const FORMAT = 'purr backup'
const VERSION = 1
/** The digest in hexadecimal, and the end of the line. */
const DIGEST_BYTES = 65
const MOST_HEADER_BYTES = 1000
/** How much of a file is read at once (bytes). */
const STRETCH = 256 * 1024

/** What a backup file says of itself. */
export interface BackupHeader {
  /** The version of Purr that made it. */
  readonly purr: string
  /** When the backup began, in ISO 8601. */
  readonly made: string
  /** Postgres's version. */
  readonly postgres: string
  /** The last migration of the database, in milliseconds since 1970. */
  readonly migration: number
}

/** A file cannot be restored; the message says why, without the file's name. */
export class NotABackup extends Error {}

/**
 * Writes a backup file. It gets its name when it is whole and on the disk. What had the name before stays until then.
 *
 * @returns its size in bytes
 */
export async function writeBackup(
  file: string,
  header: BackupHeader,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const unfinished = `${file}.unfinished-${crypto.randomUUID().slice(0, 8)}`
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    const write = async (bytes: Uint8Array) => {
      await handle.writeFile(bytes)
      size += bytes.length
    }
    for await (const bytes of hashed(hash, withHeader(header, content))) await write(bytes)
    await write(Buffer.from(`${hash.digest('hex')}\n`))
    await handle.sync()
    await handle.close()
    await rename(unfinished, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    await handle.close().catch(() => {}) // it may be closed already
    await rm(unfinished, { force: true })
    throw error
  }
}

async function* withHeader(
  header: BackupHeader,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify({ format: FORMAT, version: VERSION, ...header })}\n`)
  yield* through(createZstdCompress(), content)
}

/**
 * Reads a backup file.
 *
 * @param check may refuse its header by throwing
 * @param use takes its content, which may be damaged: that is known when it has all been read
 * @throws NotABackup when it is none, damaged, or in another version of the format; what `check` throws; Error of the operating
 *   system
 */
export async function readBackup(
  file: string,
  check: (header: BackupHeader) => void,
  use: (content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<BackupHeader> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const start = Buffer.alloc(Math.min(size, MOST_HEADER_BYTES))
    await handle.read(start, 0, start.length, 0)
    const line = start.subarray(0, start.indexOf('\n') + 1)
    const header = headerIn(line.toString())
    check(header)
    const hash = createHash('sha256').update(line)
    const end = size - DIGEST_BYTES
    const stretches = async function* () {
      for (let place = line.length; place < end; place += STRETCH) {
        const length = Math.min(STRETCH, end - place)
        const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, place)
        yield buffer.subarray(0, bytesRead)
      }
    }
    const digest = Buffer.alloc(DIGEST_BYTES)
    await handle.read(digest, 0, DIGEST_BYTES, Math.max(0, end))
    // What follows from damage does not matter: the checksum reveals it.
    const problem = await use(through(createZstdDecompress(), hashed(hash, stretches()))).then(
      () => undefined,
      (error: Error) => error,
    )
    if (isOfSystem(problem)) throw problem
    if (problem !== undefined || digest.toString() !== `${hash.digest('hex')}\n`)
      throw new NotABackup('it is damaged or incomplete, so nothing was restored: use another backup')
    return header
  } finally {
    await handle.close()
  }
}

/** Whether an error is about the files that are written, such as a full disk. */
function isOfSystem(error: Error | undefined): boolean {
  return error !== undefined && 'syscall' in error
}

function headerIn(line: string): BackupHeader {
  let said: unknown
  try {
    said = JSON.parse(line)
  } catch {
    said = undefined
  }
  const { format, version, purr, made, postgres, migration } = (said ?? {}) as Record<string, unknown>
  if (format !== FORMAT) throw new NotABackup('it is not a backup of Purr')
  if (version !== VERSION)
    throw new NotABackup(`it was made by another version of Purr (${purr}): restore it with that`)
  return { purr, made, postgres, migration } as BackupHeader
}

async function* hashed(hash: Hash, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes)
    yield bytes
  }
}

async function* through(
  transform: NodeJS.ReadWriteStream,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(content, { objectMode: false })
  source.on('error', (error) => (transform as unknown as Readable).destroy(error))
  yield* source.pipe(transform) as unknown as AsyncIterable<Uint8Array>
}
