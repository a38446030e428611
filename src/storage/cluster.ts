import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { PrivateFiles } from './private-files.ts'

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
export async function openCluster(folder: string, options: PGliteOptions = {}): Promise<PGlite> {
  let complaint: string | undefined
  try {
    return await PGlite.create({
      ...options,
      fs: new PrivateFiles(folder),
      onStderr(line) {
        complaint = /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? complaint
        return false
      },
    })
  } catch (cause) {
    throw new Error(complaint ?? described(cause), { cause })
  }
}

/** PGlite gives the operating system's errors a number, as WASI has them, instead of a message. */
function described(cause: unknown): string {
  const { name, errno, message } = cause as { name?: string; errno?: number; message?: string }
  if (name !== 'ErrnoError' || errno === undefined) return message || String(cause)
  return WASI_ERRORS[errno] ?? `error ${errno} of the file system`
}
