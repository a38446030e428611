import { type Treaty, treaty } from '@elysiajs/eden'
import type { CommandLineApi } from '../management/command-line-routes.ts'
import { OTHER_VERSION } from '../storage/control-socket.ts'

/** The management API, whose caller is the operator. Every property of it is a function, so awaiting it never ends. */
export type Management = Treaty.Create<CommandLineApi>['management']

/** Answers a request. */
export type Ask = (request: Request) => Promise<Response>

/** The management API of whoever answers requests. A list that was read too fast is waited for. */
export function client(ask: Ask): Management {
  const fetcher = async (url: string, options: RequestInit): Promise<Response> => {
    const answer = await ask(new Request(url, options))
    if (answer.status !== 429) return answer
    await Bun.sleep(Number(answer.headers.get('retry-after-ms')))
    return fetcher(url, options)
  }
  return treaty<CommandLineApi>('http://purr', { fetcher: fetcher as typeof fetch, parseDate: false })
    .management
}

/**
 * The data of a response.
 *
 * @throws ManagementError
 */
export async function answerOf<Data>(
  asked: Promise<{ readonly data: Data; readonly error: unknown; readonly status: number }>,
): Promise<Exclude<Data, Response | null>> {
  const { data, error, status } = await asked
  if (error === null) return data as Exclude<Data, Response | null>
  throw refusal(status, (error as { value?: unknown }).value)
}

/** The management API has refused something; the message says why, and what to do. */
export class ManagementError extends Error {
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

/** Why a request was refused. */
function refusal(status: number, body: unknown): Error {
  if (body instanceof Error) return body // thrown on the way there, which Eden makes an answer
  const { error, message, detail } = (body ?? {}) as { error?: string; message?: string; detail?: string }
  if (error !== undefined) return new ManagementError(error, [message, detail].filter(Boolean).join(' '))
  if (status === 404) return new Error(OTHER_VERSION)
  return new Error(`the server responded with status ${status}`)
}
