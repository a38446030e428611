import { type Treaty, treaty } from '@elysiajs/eden'
import { readStorageConfig } from '../config.ts'
import { type CommandLineApi, commandLineRoutes } from '../management/command-line-routes.ts'
import { controlSocket, sendToServer } from '../storage/control-socket.ts'
import { openStorage } from '../storage/open.ts'
import { createLog } from '../telemetry/log.ts'

/** The management API, whose caller is the operator. */
export type Management = Treaty.Create<CommandLineApi>['management']

/** Answers a request. */
type Ask = (request: Request) => Promise<Response>

/**
 * Does some work with the management API: that of the server which has the embedded database open, or without one the same
 * routes in this process.
 *
 * @throws Error that says what to do when the database cannot be opened
 */
export async function withManagement(work: (api: Management) => Promise<void>): Promise<void> {
  const config = readStorageConfig()
  const server = config.databaseUrl === undefined ? await runningServer(config.dataDir) : undefined
  if (server !== undefined) return work(client(server))
  const storage = await openStorage(config)
  const routes = commandLineRoutes({ db: storage.db, log: createLog() })
  try {
    await work(client((request) => routes.handle(request)))
  } finally {
    await storage.close()
  }
}

/**
 * The data of an answer.
 *
 * @throws Error with what was refused and what to do about it
 */
export async function answerOf<Data>(
  asked: Promise<{ readonly data: Data; readonly error: unknown; readonly status: number }>,
): Promise<NonNullable<Data>> {
  const { data, error, status } = await asked
  if (error === null) return data!
  throw refusal(status, (error as { value?: unknown }).value)
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

function client(ask: Ask): Management {
  const fetcher = (address: string, options: RequestInit) => ask(new Request(address, options))
  return treaty<CommandLineApi>('http://purr', { fetcher: fetcher as typeof fetch, parseDate: false })
    .management
}

/** Why a request was refused, in words. */
function refusal(status: number, body: unknown): Error {
  const { message, detail } = body as { message?: string; detail?: string | null }
  if (message !== undefined) return new Error([message, detail].filter((each) => each).join(' '))
  if (status === 404) return new Error('the running server is of another version: start it again')
  return new Error(`the server has answered with status ${status}`)
}
