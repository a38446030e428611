import { join } from 'node:path'
import { openPostgres, type Storage } from './database.ts'
import type { OnIncident } from './embedded-client.ts'
import { openEmbedded } from './pglite.ts'
import { firstLine, StorageUnavailable, withAdvice, withoutStatement } from './unavailable.ts'

/** Which database to open. */
export interface StorageConfig {
  /** Folder of the embedded database. */
  readonly dataDir: string
  /** URL of a Postgres, or undefined for the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Most connections to that Postgres at a time. Undefined: 10. */
  readonly databasePool?: number
}

/** The folder of the embedded database, in the data folder. */
export function embeddedFolder(dataDir: string): string {
  return join(dataDir, 'database')
}

/**
 * Opens the configured database: Postgres if a URL is set, otherwise the embedded one in the data folder.
 *
 * @param onIncident hears when the embedded database fails later and is opened again, or a Postgres cannot be migrated yet
 * @throws StorageUnavailable with a message that says what is wrong and what to do
 */
export async function openStorage(
  { databaseUrl, databasePool, dataDir }: StorageConfig,
  onIncident?: OnIncident,
): Promise<Storage> {
  try {
    return await (databaseUrl === undefined
      ? openEmbedded(embeddedFolder(dataDir), onIncident)
      : openPostgres(databaseUrl, databasePool, onIncident))
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error
    const cause = withoutStatement(error)
    const what =
      databaseUrl === undefined
        ? `the embedded database in DATA_DIR (${dataDir}): ${withAdvice(cause)}`
        : `the Postgres database of DATABASE_URL: ${firstLine(cause)}`
    throw new StorageUnavailable(`cannot open ${what}`, { cause })
  }
}
