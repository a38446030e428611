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
  const log = createLog()
  log.level = 'error' // who has changed what is seen at the terminal
  const routes = commandLineRoutes({ db: storage.db, log })
  try {
    await work(client((request) => routes.handle(request)))
  } finally {
    await storage.close()
  }
}

/**
 * The data of an answer.
 *
 * @throws Refused
 */
export async function answerOf<Data>(
  asked: Promise<{ readonly data: Data; readonly error: unknown; readonly status: number }>,
): Promise<Exclude<Data, Response | null>> {
  const { data, error, status } = await asked
  if (error === null) return data as Exclude<Data, Response | null>
  throw refusal(status, (error as { value?: unknown }).value)
}

/** The management API has refused something; the message says why, and what to do. */
export class Refused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** All entries of a list that comes page by page. */
export async function wholeList<Entry>(
  read: (startingAfter: string | undefined) => Promise<{ data: Entry[]; next_page: string | null }>,
): Promise<Entry[]> {
  const entries: Entry[] = []
  let next: string | undefined
  do {
    const page = await read(next)
    entries.push(...page.data)
    next = page.next_page ?? undefined
  } while (next !== undefined)
  return entries
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
  const fetcher = async (address: string, options: RequestInit): Promise<Response> => {
    const answer = await ask(new Request(address, options))
    if (answer.status !== 429) return answer
    await Bun.sleep(Number(answer.headers.get('retry-after-ms')))
    return fetcher(address, options)
  }
  return treaty<CommandLineApi>('http://purr', { fetcher: fetcher as typeof fetch, parseDate: false })
    .management
}

/** Why a request was refused. */
function refusal(status: number, body: unknown): Error {
  const { error, message, detail } = (body ?? {}) as { error?: string; message?: string; detail?: string }
  if (error !== undefined) return new Refused(error, [message, detail].filter(Boolean).join(' '))
  if (status === 404) return new Error('the running server is of another version: start it again')
  return new Error(`the server has answered with status ${status}`)
}
