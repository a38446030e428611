import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openEmbedded, openPostgres, type Storage } from './database.ts'
import { FolderInUse } from './lock.ts'

/** The configured database cannot be opened; the message says what to look at. */
export class StorageUnavailable extends Error {}

/**
 * Opens the configured database: Postgres when it has an address, else the embedded one in the data folder.
 *
 * @throws StorageUnavailable, or FolderInUse when another process has the embedded one
 */
export async function openStorage({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Storage> {
  try {
    return await (databaseUrl === undefined
      ? openEmbedded(join(dataDir, 'database'))
      : openPostgres(databaseUrl))
  } catch (cause) {
    if (cause instanceof FolderInUse) throw cause
    const { message, code } = cause as { message?: string; code?: string }
    const what =
      databaseUrl === undefined
        ? `the embedded database in DATA_DIR (${dataDir})`
        : 'the Postgres database of DATABASE_URL'
    throw new StorageUnavailable(`cannot open ${what}: ${message || code}`, { cause })
  }
}
