import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readOperatorEmail, readStorageConfig } from '../config.ts'
import type { Storage } from '../storage/database.ts'
import { embeddedFolder, openStorage } from '../storage/open.ts'
import { createLog, type Log } from '../telemetry/log.ts'
import { assertOwnerIfRoot } from './data-owner.ts'
import { client, type Management } from './management-client.ts'
import { printProgress } from './print.ts'

/**
 * Opens the configured database for some work, and closes it afterwards.
 *
 * @param work gets the management API on this database, which is served in this process, too
 * @throws StorageUnavailable that says what to do
 * @throws Error when root would open an embedded database of another user
 */
export async function withDatabase(
  work: (storage: Storage, api: Management) => Promise<void>,
): Promise<void> {
  // Only here: loading them is a third of the time in which the command line starts, and not every command needs them.
  const { commandLineRoutes } = await import('../management/command-line-routes.ts')
  const config = readStorageConfig()
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined) assertOwnerIfRoot(dataDir)
  if (databaseUrl === undefined && isMissing(embeddedFolder(dataDir)))
    printProgress(
      `There is no database in ${resolve(dataDir)}: a new one is made. Is that the DATA_DIR of the server?`,
    )
  const storage = await openStorage(config)
  const causes: unknown[] = []
  const routes = commandLineRoutes({
    db: storage.db,
    log: logOf(causes),
    operatorEmail: readOperatorEmail(),
  })
  try {
    await work(
      storage,
      client(async (request) => {
        const answer = await routes.handle(request)
        if (causes.length > 0) throw causes[0]
        return answer
      }),
    )
  } finally {
    await storage.close()
  }
}

/** Whether there is no such folder. Not where that cannot be seen: opening it says why. */
export function isMissing(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** A log that only keeps what requests have failed of: who has changed what is seen at the terminal. */
function logOf(causes: unknown[]): Log {
  const log = createLog()
  log.level = 'error'
  log.error = ({ err }: { err: unknown }) => {
    causes.push(err)
  }
  return log
}
