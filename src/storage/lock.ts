import { Database, type SQLiteError } from 'bun:sqlite'
import { accessSync, constants, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StorageUnavailable } from './unavailable.ts'

/**
 * Locks a data folder for this process alone, because two writers would destroy an embedded database. The lock is
 * SQLite's: a lock of the operating system, which ends with the process, however it dies.
 *
 * @returns a function that releases the folder
 * @throws StorageUnavailable when another process has it, or the lock file is damaged
 * @throws Error of the operating system when the lock file cannot be made or written
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock.sqlite')
  // SQLite does not say why it cannot open a file, and it opens a read-only file without locking it.
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a' })
  accessSync(file, constants.R_OK | constants.W_OK)
  let lock: Database | undefined
  try {
    lock = new Database(file)
    lock.run('PRAGMA locking_mode = EXCLUSIVE')
    lock.run('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock?.close()
    throw refusal(folder, file, cause as SQLiteError)
  }
  return () => lock.close()
}

function refusal(folder: string, file: string, cause: SQLiteError): Error {
  switch (cause.code) {
    case 'SQLITE_BUSY':
      return new StorageUnavailable(
        `the embedded database in ${folder} is in use by another process: stop the running server first, ` +
          'or use Postgres (DATABASE_URL), which any number of processes can share',
        { cause },
      )
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
    case 'SQLITE_CANTOPEN':
      return new StorageUnavailable(
        `the lock file ${file} is damaged (${cause.message}): make sure that no Purr uses this folder, then remove the file; it holds no data`,
        { cause },
      )
    default:
      return cause
  }
}
