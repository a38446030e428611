import { faultOfStatus, ServerFault } from '../server-fault.ts'

/** Most bytes of an error that are read. */
const MOST_BYTES = 16_384

/** What is sent to a server. */
export interface SpeechQuery {
  /** The server's address, which ends with /v1. */
  readonly url: string
  readonly key: string | undefined
  readonly body: Readonly<Record<string, unknown>>
  /** Closes the connection. */
  readonly signal: AbortSignal
}

/**
 * Asks a server to speak: `POST <url>/audio/speech`.
 *
 * @returns its answer, which is a success
 * @throws ServerFault for one that is none, with the beginning of what it says
 */
export async function ask({ url, key, body, signal }: SpeechQuery): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity', // compressed audio would come late
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  }
  const response = await fetch(`${url}/audio/speech`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal,
    redirect: 'manual', // the key is for this server
  })
  if (response.ok && response.body !== null) return response
  const { status } = response
  throw new ServerFault(faultOfStatus(status), `answered ${status}: ${await beginningOf(response)}`)
}

/** Empty when there is none. */
async function beginningOf({ body }: Response): Promise<string> {
  if (body === null) return ''
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    pieces.push(piece)
    length += piece.length
    if (length >= MOST_BYTES) break
  }
  return Buffer.concat(pieces).toString('utf8', 0, MOST_BYTES)
}
