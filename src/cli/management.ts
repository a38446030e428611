import { readStorageConfig } from '../config.ts'
import { controlSocket, sendToServer } from '../storage/control-socket.ts'
import { type Ask, client, type Management } from './management-client.ts'
import { withDatabase } from './with-database.ts'

/**
 * Does some work with the management API: that of the server which has the embedded database open, or without one the same
 * routes in this process.
 *
 * @throws StorageUnavailable that says what to do when the database cannot be opened
 */
export async function withManagement(work: (api: Management) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir } = readStorageConfig()
  const server = databaseUrl === undefined ? await runningServer(dataDir) : undefined
  await (server === undefined ? withDatabase((_storage, api) => work(api)) : work(client(server)))
}

/** The management API of the server that has the embedded database open. Undefined: none is running. */
async function runningServer(dataDir: string): Promise<Ask | undefined> {
  const socket = controlSocket(dataDir)
  const isRunning = await sendToServer(socket, new Request('http://purr/'))
  if (isRunning === undefined) return undefined
  return async (request) => {
    const answer = await sendToServer(socket, request)
    if (answer === undefined) throw new Error('the server has ended meanwhile: try again')
    return answer
  }
}
