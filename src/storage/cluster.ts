import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { PrivateFiles } from './private-files.ts'

const PAGE = 64 * 1024
/** The memory with which Postgres begins, which it needs to create a database (bytes). What it has not used takes no room. */
const FIRST_MEMORY = 128 * 1024 * 1024
/** The most memory that Postgres may have (bytes). A statement that needs more fails, and the others go on. */
const MOST_MEMORY = 256 * 1024 * 1024

const WASI_ERRORS: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  29: 'EIO',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
}

/**
 * Opens the embedded database with its files in a folder. If the folder is empty, the database is created.
 *
 * @throws Error with the message of Postgres or of the operating system
 */
export async function openCluster(folder: string, options: PGliteOptions): Promise<PGlite> {
  let complaint: string | undefined
  try {
    return await PGlite.create({
      ...options,
      fs: new ClusterFiles(folder),
      onStderr(line) {
        complaint = /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? complaint
        return false
      },
    })
  } catch (cause) {
    throw new Error(complaint ?? described(cause), { cause })
  }
}

/** The files of the database, and through PGlite's only place for it, the limit of its memory. PGlite's own is 2 GB. */
class ClusterFiles extends PrivateFiles {
  override async init(...arguments_: Parameters<PrivateFiles['init']>) {
    const { emscriptenOpts } = await super.init(...arguments_)
    const wasmMemory = new WebAssembly.Memory({ initial: FIRST_MEMORY / PAGE, maximum: MOST_MEMORY / PAGE })
    return { emscriptenOpts: { ...emscriptenOpts, wasmMemory } }
  }
}

/** PGlite gives the operating system's errors a number, as WASI has them, instead of a message. */
function described(cause: unknown): string {
  const { name, errno, message } = cause as { name?: string; errno?: number; message?: string }
  if (name !== 'ErrnoError' || errno === undefined) return message || String(cause)
  return WASI_ERRORS[errno] ?? `error ${errno} of the file system`
}
