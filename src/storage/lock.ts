import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/** The data folder belongs to another running process. */
export class FolderInUse extends Error {}

/**
 * Takes a data folder for this process alone: two writers would destroy an embedded database.
 * The lock is SQLite's own, an operating system lock that ends with the process however it dies.
 *
 * @returns a function that gives the folder back
 * @throws FolderInUse when another process has it
 */
export function lockFolder(folder: string): () => void {
  const lock = new Database(join(folder, 'lock.sqlite'), { create: true })
  try {
    lock.run('PRAGMA locking_mode = EXCLUSIVE')
    lock.run('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new FolderInUse(
      `the embedded database in ${folder} is in use by another process: stop the running server first, ` +
        'or use Postgres (DATABASE_URL), which any number of processes can share',
      { cause },
    )
  }
  return () => lock.close()
}
