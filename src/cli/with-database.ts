import { readStorageConfig } from '../config.ts'
import { commandLineRoutes } from '../management/command-line-routes.ts'
import type { Storage } from '../storage/database.ts'
import { openStorage } from '../storage/open.ts'
import { createLog } from '../telemetry/log.ts'
import { client, type Management } from './management-client.ts'

/**
 * Opens the configured database for some work, and closes it afterwards.
 *
 * @param work gets the management API on this database, which is served in this process, too
 * @throws StorageUnavailable that says what to do
 */
export async function withDatabase(
  work: (storage: Storage, api: Management) => Promise<void>,
): Promise<void> {
  const storage = await openStorage(readStorageConfig())
  const log = createLog()
  log.level = 'error' // who has changed what is seen at the terminal
  const routes = commandLineRoutes({ db: storage.db, log })
  try {
    await work(
      storage,
      client((request) => routes.handle(request)),
    )
  } finally {
    await storage.close()
  }
}
