import { Database, type SQLiteError } from 'bun:sqlite'
import { accessSync, constants, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StorageUnavailable } from './unavailable.ts'

/**
 * Takes a data folder for this process alone: two writers would destroy an embedded database.
 * The lock is SQLite's own, an operating system lock that ends with the process however it dies.
 *
 * @returns a function that gives the folder back
 * @throws StorageUnavailable when another process has it, or the lock file is damaged
 * @throws Error of the system when the lock file cannot be made or written
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock.sqlite')
  // SQLite does not say why it cannot open a file, and one that is read-only it opens without locking it.
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
        `the lock file ${file} is damaged (${cause.message}): see that no Purr runs on this folder, then remove it; it holds no data`,
        { cause },
      )
    default:
      return cause
  }
}
