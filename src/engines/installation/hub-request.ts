import { LARGEST_READ, SourceError } from './model-source.ts'

/** A server of models that speaks the protocol of the Hugging Face hub. */
export interface Hub {
  /** Without a slash at its end. */
  readonly endpoint: string
  /** Is sent to the endpoint, and to no other server. */
  readonly token: string | undefined
}

/** A model of a hub. */
export interface HubName {
  /** Such as onnx-community/Kokoro-82M-v1.0-ONNX. */
  readonly repository: string
  /** A folder within it; empty for the whole. */
  readonly folder: string
}

/** The hub does not answer. */
export class Unreachable extends SourceError {
  readonly reason: string

  constructor({ endpoint }: Hub, reason: string, cause: unknown) {
    super(
      `${endpoint} cannot be reached (${reason}): try again later, or get the model's files on another machine and give the folder that they are in`,
      { cause },
    )
    this.reason = reason
  }
}

/** How long the hub may send nothing (milliseconds). */
export const SILENCE = 30_000

/** How often a request is tried that brings nothing, and the pause before each further try (milliseconds). */
export const TRIES = 3
export const PAUSE = 1000

const MOST_REDIRECTIONS = 5

/**
 * Asks the hub for something. Only the hub itself sees the token: files come from other servers.
 *
 * @param limit begins a try, which ends when the signal is aborted. A slow one takes no time from the next
 * @throws SourceError when it cannot be reached, or does not answer with success
 */
export async function request(
  hub: Hub,
  name: HubName,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  limit = () => AbortSignal.timeout(SILENCE),
): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await once(hub, url, headers, limit()).catch((error: Error) => error)
    const isTransient = answer instanceof Error || answer.status >= 500 || answer.status === 429
    if (isTransient && tries < TRIES) {
      await Bun.sleep(PAUSE)
      continue
    }
    if (answer instanceof Error) throw new Unreachable(hub, reasonOf(answer), answer)
    if (answer.ok) return answer
    throw new SourceError(refusal(hub, name, answer))
  }
}

/**
 * All that an answer of the hub has.
 *
 * @throws SourceError when it has more than is read into memory, or the connection breaks off before its end
 */
export async function bodyOf(hub: Hub, answer: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of answer.body ?? []) {
      length += piece.length
      if (length > LARGEST_READ) break // which closes the connection
      pieces.push(piece)
    }
  } catch (cause) {
    throw new Unreachable(hub, reasonOf(cause as Error), cause)
  }
  if (length > LARGEST_READ)
    throw new SourceError(`${hub.endpoint} sends more than ${LARGEST_READ} bytes: check HF_ENDPOINT`)
  return Buffer.concat(pieces)
}

async function once(
  hub: Hub,
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  let at = new URL(url)
  for (let redirections = 0; redirections <= MOST_REDIRECTIONS; redirections++) {
    const isHub = at.origin === new URL(hub.endpoint).origin
    const own: Record<string, string> =
      isHub && hub.token !== undefined ? { authorization: `Bearer ${hub.token}` } : {}
    const answer = await fetch(at, {
      headers: { ...headers, ...own, 'accept-encoding': 'identity' }, // a part of a file is to be one of the file itself
      redirect: 'manual',
      signal,
    })
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status > 399 || location === null) return answer
    at = new URL(location, at)
  }
  throw new Error('it redirects too many times')
}

/** Says why the hub does not give something, and what to do. */
function refusal(
  { endpoint, token }: Hub,
  { repository, folder }: HubName,
  { status, headers }: Response,
): string {
  const code = headers.get('x-error-code')
  const page = `${endpoint}/${repository}`
  if (code === 'GatedRepo')
    return `${repository} is given only to those who accept its terms: accept them at ${page}, and set HF_TOKEN to a token of yours (${endpoint}/settings/tokens makes one)`
  if (code === 'RevisionNotFound') return `${repository} has no such revision: "main" is its newest`
  if (code === 'EntryNotFound')
    return `${repository} has no ${folder || 'such file'}: ${page} shows what it has`
  if (status === 401 && headers.get('x-error-message')?.startsWith('Invalid credentials'))
    return `${endpoint} does not accept the token in HF_TOKEN: set it to a valid one, or unset it`
  if (status === 401 || status === 404)
    return `there is no model ${repository} at ${endpoint}, or it is private: check its name${token === undefined ? ', and set HF_TOKEN if it is yours' : ''}`
  if (status === 403) return `${endpoint} does not give you ${repository}: ${page} may say why`
  return `${endpoint} responds with status ${status}: try again later, or give a folder that has the model's files`
}

/** What went wrong, without advice for programmers. */
export function reasonOf({ message }: Error): string {
  return message.replace(/\. For more information.*/s, '')
}
